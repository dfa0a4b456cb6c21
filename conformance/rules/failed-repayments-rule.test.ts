import { describe, expect, it } from 'vitest';
import { Deviation } from '../outcome.ts';
import { failedRepaymentsRule } from './failed-repayments-rule.ts';
import { Knowledge } from './knowledge.ts';
import type { Told } from './rule.ts';

const BODY = {
  repaymentAmount: 25,
  customerId: '8f0c7a52-53c1-4f0e-a8bb-0a4a1d7c2b11',
  accountId: '3d9cd318-b812-4775-90e8-cc5dc4a686c4',
  bankAccountId: 'b5d8e0fb-d6d1-4147-94f3-37cd64672148',
  repaymentReference: 'LN-1',
};
const HEADERS = {
  'x-idempotency-key': 'a-key',
  'x-fapi-auth-date': '2026-01-31T09:30:00Z',
  'x-fapi-customer-ip-address': '192.0.2.1',
  'x-fapi-interaction-id': 'an-id',
};

/** Judges the answer to a repayment, after what others were answered. */
function judge(
  json: object,
  { status = 400, headers = HEADERS as object, body = BODY as object, known = nothing() },
) {
  const exchange = {
    request: { method: 'POST', url: 'http://target.invalid/', headers },
    response: { status, headers: {}, body: JSON.stringify(json) },
  };
  const succeeded = 'status' in json && json.status === 'SUCCESS';
  const told = { options: { body }, exchange, status, json, succeeded } as unknown as Told;
  return failedRepaymentsRule.judge(told, known);
}

const nothing = () => new Knowledge({ users: {} });

it('takes status FAILED beside a message, whatever that is called', () => {
  expect(judge({ status: 'FAILED', message: 'the loan is closed' }, {})).toBe(true);
  expect(judge({ status: 'FAILED', error: { text: 'closed' } }, { status: 200 })).toBe(true);
});

it.each([
  { status: 'Failed', message: 'closed' },
  { status: 'FAILED', message: null },
])('finds fault with %o', (json) => {
  expect(() => judge(json, {})).toThrow(Deviation);
});

it('says nothing of what is refused for its token, a header or its body', () => {
  const json = { status: 'failed' };
  const { 'x-fapi-interaction-id': _, ...fewer } = HEADERS;
  expect(judge(json, { status: 401 })).toBe(false);
  expect(judge(json, { headers: fewer })).toBe(false);
  expect(judge(json, { body: { ...BODY, accountId: undefined } })).toBe(false);
  expect(judge({ message: 'closed' }, {})).toBe(false);
});

describe('a repayment that failed', () => {
  const recorded = (id: string) => ({ message: 'Recorded.', record: { id, of: 'Ada Obi' } });

  it.each([
    [
      'is told what those are told that succeed, and nothing else',
      { data: recorded('R-3') },
      false,
    ],
    ['is told why', { data: { ...recorded('R-3'), message: 'Not yours.' } }, true],
    ['is told why in a word', { data: { ...recorded('R-3'), message: 'not-yours' } }, true],
    ['is told why elsewhere', { data: recorded('R-3'), error: 'closed' }, true],
    ['is told why in the place of an id', { data: recorded('not yours') }, true],
  ])('%s', (_, json, isRight) => {
    const known = nothing();
    for (const id of ['R-1', 'R-2']) {
      judge({ status: 'SUCCESS', data: recorded(id) }, { status: 200, known });
    }
    const judging = () => judge({ status: 'FAILED', ...json }, { status: 200, known });
    if (isRight) {
      expect(judging()).toBe(true);
    } else {
      expect(judging).toThrow(Deviation);
    }
  });
});
