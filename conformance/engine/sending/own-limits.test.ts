import { describe, expect, it } from 'vitest';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { isOfOwnLimit, OwnLimits, subjectOf } from './own-limits.ts';

const putOff = (times = 8) =>
  exchangeStub(429, {}, { retries: Array(times).fill({ reason: 'HTTP 429', waitedMs: 1000 }) });

describe('a request that is put off as often as it is sent', () => {
  it('is refused for a limit of its own where somebody else is served meanwhile', () => {
    const limits = new OwnLimits();
    limits.learns('ada', exchangeStub(200), 0, 1);
    limits.learns('obi', exchangeStub(200), 5, 6);
    const refused = putOff();
    expect(limits.learns('ada', refused, 2, 9)).toBe(true);
    expect(isOfOwnLimit(refused)).toBe(true);
    expect(limits.mostRetries('ada')).toBe(0);
    expect(limits.mostRetries('obi')).toBe(2);
  });

  it('is put off for all where nobody else was served since it was sent', () => {
    const limits = new OwnLimits();
    limits.learns('obi', exchangeStub(200), 0, 1);
    const refused = putOff();
    expect(limits.learns('ada', refused, 2, 9)).toBe(false);
    expect(isOfOwnLimit(refused)).toBe(false);
    expect(limits.mostRetries('ada')).toBe(Number.POSITIVE_INFINITY);
  });

  it('is not looked at again once its subject is known to be limited', () => {
    const limits = new OwnLimits();
    limits.learns('obi', exchangeStub(200), 5, 6);
    limits.learns('ada', putOff(), 2, 9);
    expect(limits.learns('ada', putOff(0), 10, 11)).toBe(true);
  });
});

describe('what a limit may be of', () => {
  const asked = {
    method: 'POST',
    url: 'http://target.invalid',
    headers: { 'x-auth-token': 'ada' },
  };

  it('is who asks for a loan, the loan that is repaid, and nothing elsewhere', () => {
    expect(subjectOf('request-loan', asked, {})).toBe('ada');
    expect(subjectOf('repay-loan', asked, { body: { accountId: 'loan 1' } })).toBe('loan 1');
    expect(subjectOf('repay-loan', asked, {})).toBeUndefined();
    expect(subjectOf('awaiting-payments', asked, {})).toBeUndefined();
  });
});
