import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../check-context.ts';
import { aroundToken, wrongAlone } from './around-token.ts';
import type { Value } from './situation.ts';

const usual: Value = { text: '' };
const later: Value = { text: 'page 2' };
const bearer: Value = { text: 'with Bearer' };
const wrong: Value = { text: '', hides: 'all', ways: [{ text: 'an empty body' }] };
const manager: Value = { text: 'by manager' };
const factors = {
  beside: [usual, usual, wrong],
  caller: [usual, manager],
  page: [usual, later],
  token: [usual, bearer],
};

describe('what is wrong beside a token', () => {
  it('stands alone, and all else is met where nothing hides it', () => {
    const rows = wrongAlone(
      [
        { beside: wrong, caller: manager, page: later, token: bearer },
        { beside: usual, caller: usual, page: usual, token: usual },
        { beside: usual, caller: manager, page: usual, token: usual },
      ],
      factors,
    );
    expect(rows).toEqual([
      { beside: wrong, caller: manager, page: usual, token: usual },
      { beside: usual, caller: usual, page: later, token: usual },
      { beside: usual, caller: manager, page: usual, token: bearer },
    ]);
  });

  it('leaves values where every other row has them already', () => {
    const rows = [
      { beside: wrong, caller: usual, page: later, token: usual },
      { beside: usual, caller: usual, page: later, token: usual },
    ];
    expect(wrongAlone(rows, factors)).toEqual(rows);
  });

  it('spends no way where it is hidden, nor fields of a body that another replaces', () => {
    const pages: Value = { text: '', ways: [{ text: 'size 30' }, usual] };
    const date: Value = { text: 'a date', body: { paymentDate: '2026-01-01' } };
    const served: Value = { text: 'served before', hides: 'body' };
    const own = { beside: [usual, served, wrong], date: [usual, date], page: [pages, later] };
    const rows = [
      { beside: wrong, date: usual, page: pages },
      { beside: served, date, page: pages },
      { beside: usual, date: usual, page: later },
    ];
    expect(wrongAlone(rows, own)).toEqual([
      { beside: wrong, date: usual, page: usual },
      { beside: served, date: usual, page: pages },
      { beside: usual, date, page: later },
    ]);
  });

  it('changes nothing where nothing is wrong', () => {
    const rows = [{ page: later, token: bearer }];
    expect(wrongAlone(rows, factors)).toEqual(rows);
  });
});

it('what is wrong beside a token is another thing for each form of token, for none at all an id of nobody', async () => {
  const endpoint = 'update-application' as const;
  const none = {} as CheckContext;
  const firstOf = async (form: string) => {
    const { beside } = await aroundToken(none, form, endpoint, {});
    return beside?.at(-1)?.ways?.at(0)?.text;
  };
  expect(await Promise.all(['missing', 'expired', 'tampered-payload'].map(firstOf))).toEqual([
    'a loan-application-id of nobody',
    'without status',
    'without x-idempotency-key',
  ]);
});

it('beside a token is a request that was served before, as it was, under its key', async () => {
  const options = {
    path: { 'user-id': 'u' },
    body: { repaymentAmount: 1 },
    headers: { 'x-idempotency-key': 'k' },
  };
  const answering = (status: number) =>
    ({
      shared: async () => ({
        options,
        exchange: { response: { status, headers: {}, body: '{}' } },
      }),
    }) as unknown as CheckContext;
  const secondOf = async (context: CheckContext) => {
    const { beside } = await aroundToken(context, 'expired', 'repay-loan', {});
    return beside?.[1];
  };
  const refused = { body: {}, headers: { 'x-idempotency-key': 'other', uuid: 'd' } };
  expect((await secondOf(answering(200)))?.change?.(refused)).toEqual({
    ...options,
    headers: { 'x-idempotency-key': 'k', uuid: 'd' },
  });
  expect(await secondOf(answering(403))).toEqual({ text: '' });
});
