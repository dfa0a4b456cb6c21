import { describe, expect, it } from 'vitest';
import { deviate } from '../outcome.ts';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { Judgements } from './judgements.ts';
import type { Rule, Told } from './rule.ts';

const CUSTOMER = { email: 'Ada@example.test', password: 'secret' };

const exchange = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  exchangeStub(status, body, { request: { headers } });

function ruleOf(judge: Rule['judge'], endpoint: Rule['endpoint'] = 'awaiting-payments'): Rule {
  return { id: 'a.rule', title: 'holds', requirements: [], level: 'must', endpoint, judge };
}

/** Judges answers by one rule that hears of every exchange. */
function hearing(endpoint: Rule['endpoint'] = 'awaiting-payments') {
  const heard: Told[] = [];
  const rule = ruleOf((told) => heard.push(told) > 0, endpoint);
  return { heard, judgements: new Judgements([rule], { users: { customer: CUSTOMER } }) };
}

describe('a rule', () => {
  it('is judged on every exchange of its endpoint, and keeps the first that breaks it', () => {
    const rule = ruleOf(({ json }) => {
      const { kept, meant } = json as { kept: boolean; meant: boolean };
      if (!kept) {
        deviate('it to be kept', 'a breach');
      }
      return meant;
    });
    const judgements = new Judgements([rule], { users: {} });
    const [first, second] = [exchange({ kept: false }), exchange({ kept: false })];
    for (const each of [exchange({ kept: true, meant: true }), first, second]) {
      judgements.judge('awaiting-payments', {}, each);
    }
    judgements.judge('awaiting-payments', {}, exchange({ kept: true, meant: false }));
    judgements.judge('login', {}, exchange({ kept: false }));
    expect(judgements.of('a.rule')).toEqual({
      judged: 3,
      broken: 2,
      first: { exchange: first, expected: 'it to be kept', got: 'a breach' },
    });
  });

  it('that breaks itself is told as a problem and not as a breach', () => {
    const rule = ruleOf(() => {
      throw new TypeError('no such thing');
    });
    const judgements = new Judgements([rule], { users: {} });
    judgements.judge('awaiting-payments', {}, exchange({}));
    expect(judgements.of('a.rule')).toEqual({ judged: 0, broken: 0, problem: 'no such thing' });
  });
});

describe('what is known of an exchange', () => {
  const login = { body: { email: 'ada@EXAMPLE.test', currentPassword: 'secret' } };

  it('is whose token it carries, from the login and from refreshes', () => {
    const { heard, judgements } = hearing();
    judgements.judge('login', login, exchange({ access_token: 'one' }));
    judgements.judge('refresh', { as: { accessToken: 'one' } }, exchange({ access_token: 'two' }));
    for (const accessToken of ['one', 'two', 'three']) {
      judgements.judge('awaiting-payments', { as: { accessToken } }, exchange({}));
    }
    expect(heard.map(({ caller }) => caller?.user)).toEqual(['customer', 'customer', undefined]);
  });

  it('is whether the same caller sent its key before, with whichever token', () => {
    const { heard, judgements } = hearing();
    judgements.judge('login', login, exchange({ access_token: 'one' }));
    const inCapitals = { body: { ...login.body, email: 'ADA@example.test' } };
    judgements.judge('login', inCapitals, exchange({ access_token: 'two' }));
    judgements.supplied('api-token', { token: 'of the API' });
    for (const [accessToken, key] of [
      ['one', 'k'],
      ['two', 'k'],
      ['of the API', 'k'],
      ['stranger', 'k'],
      ['one', 'l'],
    ] as const) {
      const sent = exchange({}, { 'x-idempotency-key': key });
      judgements.judge('awaiting-payments', { as: { accessToken } }, sent);
    }
    expect(heard.map(({ repeatedKey }) => repeatedKey)).toEqual([
      ...[false, true, true],
      ...[false, false],
    ]);
  });

  it('is no repeat of what was refused', () => {
    const { heard, judgements } = hearing();
    judgements.judge('login', login, exchange({ access_token: 'one' }));
    for (const status of [403, 200, 200]) {
      const sent = exchange({}, { 'x-idempotency-key': 'k' }, status);
      judgements.judge('awaiting-payments', { as: { accessToken: 'one' } }, sent);
    }
    expect(heard.map(({ repeatedKey }) => repeatedKey)).toEqual([false, false, true]);
  });
});
