import { describe, expect, it } from 'vitest';
import type { UserName } from '../../target/target.ts';
import { Deviation } from '../outcome.ts';
import type { Knowledge } from './knowledge.ts';
import { refusalRules } from './refusal-rules.ts';
import type { Told } from './rule.ts';

/** Judges a refusal by the rule of an id. */
function judge(id: string, body: object, status = 403, user?: UserName) {
  const exchange = {
    request: { method: 'POST', url: 'http://target.invalid/', headers: {} },
    response: { status, headers: {}, body: JSON.stringify(body) },
  };
  const rule = refusalRules.find((each) => each.id === id);
  return rule?.judge(
    { exchange, status, json: body, caller: { user } } as unknown as Told,
    {} as Knowledge,
  );
}

describe('a refused answer to an offer', () => {
  const ID = 'update-application.refusal-holds-nothing';

  it('may name the application that was asked for, in a record of nothing else', () => {
    const data = { applicationId: 'a-1', loanStatus: null, productName: '' };
    expect(judge(ID, { status: 'FAILED', error: 'forbidden', data })).toBe(true);
  });

  it.each([{ loanStatus: 'OFFER_SENT' }, { userId: 'u-1' }])('may not tell %o of it', (told) => {
    const body = { status: 'FAILED', data: { applicationId: 'a-1', ...told } };
    expect(() => judge(ID, body)).toThrow(Deviation);
    expect(judge(ID, body, 400)).toBe(false);
  });
});

it('a refused listing may have an empty list, and no payment', () => {
  const ID = 'awaiting-payments.refusal-holds-nothing';
  expect(judge(ID, { data: { awaitingPayments: [] } }, 401)).toBe(true);
  expect(() => judge(ID, { data: { awaitingPayments: [{ id: 1 }] } }, 401)).toThrow(Deviation);
});

describe('the role in a 403', () => {
  const ID = 'portfolios.forbidden-role';
  const forbidden = (role: unknown) => ({ error: 'forbidden', message: 'not yours', role });

  it("is the caller's", () => {
    expect(judge(ID, forbidden('AGENT'), 403, 'agent')).toBe(true);
    expect(() => judge(ID, forbidden('CUSTOMER'), 403, 'agent')).toThrow(Deviation);
    expect(() => judge(ID, forbidden('agent'), 403, 'agent')).toThrow(Deviation);
  });

  it('is looked at where the body is one that section 7 shows, and the caller is known', () => {
    expect(judge(ID, { role: 'CUSTOMER' }, 403, 'agent')).toBe(false);
    expect(judge(ID, forbidden(null), 403, 'agent')).toBe(false);
    expect(judge(ID, forbidden('CUSTOMER'), 404, 'agent')).toBe(false);
    expect(judge(ID, forbidden('CUSTOMER'))).toBe(false);
  });
});
