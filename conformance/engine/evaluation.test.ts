import { describe, expect, it } from 'vitest';
import type { Check } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import { deviate, NoResponse } from '../outcome.ts';
import { evaluate, LOGIN_CHECK } from '../testing/evaluate-checks.ts';

describe('an evaluation', () => {
  it.each([
    ['must', 'fail'],
    ['should', 'warn'],
    ['open', 'observed'],
  ] as const)('turns a deviation from a %s into %s', async (level, result) => {
    const run = async () => deviate('this', 'that');
    const { evaluation } = evaluate([{ id: 'a', level, run }]);
    expect(await evaluation.evaluate('a')).toMatchObject({
      result,
      expected: 'this',
      got: 'that',
      message: 'Expected this, got that.',
    });
  });

  it.each([
    ['must', ['PAY-28', 'PAY-19']],
    ['should', ['PAY-28']],
  ] as const)(
    'cites what a finding breaks beside the rule of a %s, where it is one',
    async (level, requirements) => {
      const run = async () => deviate('page 2 to succeed', 'HTTP 403', 'PAY-19');
      const { evaluation } = evaluate([{ id: 'a', level, requirements: ['PAY-28'], run }]);
      expect((await evaluation.evaluate('a')).requirements).toEqual(requirements);
    },
  );

  it('tells a check once more where it passes and breaks its rule when it is tried again', async () => {
    const { evaluation, reported } = evaluate([
      { id: 'a', again: async () => deviate('this', 'that in a situation') },
      { id: 'b', after: ['a'] },
    ]);
    await evaluation.again('a');
    expect(reported.map(({ id, result }) => [id, result])).toEqual([
      ['a', 'pass'],
      ['a', 'fail'],
    ]);
    expect(await evaluation.evaluate('b')).toMatchObject({ result: 'blocked', blockedBy: 'a' });
  });

  it('tries nothing again that has not passed, and tells what keeps its rule once', async () => {
    const tried: string[] = [];
    const again = (id: string) => async () => void tried.push(id);
    const { evaluation, reported } = evaluate([
      { id: 'a', run: async () => deviate('this', 'that'), again: again('a') },
      { id: 'b', run: async (context) => context.inconclusive('No.'), again: again('b') },
      { id: 'c', again: again('c') },
    ]);
    for (const id of ['a', 'b', 'c']) {
      await evaluation.again(id);
    }
    expect(tried).toEqual(['c']);
    expect(reported.map(({ result }) => result)).toEqual(['fail', 'observed', 'pass']);
  });

  it('blocks what builds on a failed check, naming the first cause', async () => {
    const { evaluation } = evaluate([
      { id: 'a', run: async () => deviate('this', 'that') },
      { id: 'b', after: ['a'] },
      { id: 'c', after: ['b'] },
    ]);
    expect(await evaluation.evaluate('c')).toMatchObject({ result: 'blocked', blockedBy: 'a' });
  });

  it('blocks what builds on a check that could not be judged', async () => {
    const { evaluation } = evaluate([
      {
        id: 'a',
        run: async () => {
          throw new Error('broken harness');
        },
      },
      { id: 'b', after: ['a'] },
    ]);
    expect(await evaluation.evaluate('a')).toMatchObject({ result: 'error' });
    expect(await evaluation.evaluate('b')).toMatchObject({ result: 'blocked', blockedBy: 'a' });
  });

  it('hands "observed" on where nothing could tell whether a must holds', async () => {
    const { evaluation } = evaluate([
      { id: 'a', run: async (context) => context.inconclusive('No body.') },
      { id: 'b', after: ['a'] },
    ]);
    expect(await evaluation.evaluate('b')).toMatchObject({
      result: 'observed',
      message: 'It builds on a: No body.',
    });
  });

  it('hands "not tested" on to what builds on it, with what is missing', async () => {
    const { evaluation } = evaluate([
      { id: 'a', states: ['offer-sent'] },
      { id: 'b', after: ['a'] },
    ]);
    expect(await evaluation.evaluate('b')).toMatchObject({
      result: 'not tested',
      missing: ['state offer-sent'],
    });
  });

  it('runs each check once, however many build on it, and reports it once', async () => {
    let runs = 0;
    const { evaluation, reported } = evaluate([
      {
        id: 'a',
        run: async () => {
          runs += 1;
        },
      },
      { id: 'b', after: ['a'] },
      { id: 'c', after: ['a'] },
    ]);
    await Promise.all(['a', 'b', 'c'].map((id) => evaluation.evaluate(id)));
    expect(runs).toBe(1);
    expect(reported.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
  });

  it('says which user is not supplied, without sending anything', async () => {
    const { evaluation, sent } = evaluate([{ id: 'a', users: ['cashier'] }]);
    expect(await evaluation.evaluate('a')).toMatchObject({
      result: 'not tested',
      missing: ['user cashier'],
    });
    expect(sent).toEqual([]);
  });

  it('does not apply a check whose capability is not declared', async () => {
    const { evaluation } = evaluate([{ id: 'a', capability: 'apiTokens' }]);
    expect(await evaluation.evaluate('a')).toMatchObject({ result: 'not applicable' });
  });

  it('logs a user in once and tells the secrets of it', async () => {
    const { evaluation, sent, secrets } = evaluate([
      LOGIN_CHECK,
      { ...LOGIN_CHECK, id: 'a' },
      { ...LOGIN_CHECK, id: 'b' },
    ]);
    expect(await evaluation.evaluate('a')).toMatchObject({ result: 'pass' });
    await evaluation.evaluate('b');
    expect(sent).toEqual(['PUT /api/v6/services/securitymanagement/login']);
    expect(secrets).toContain('customer-password');
    expect(secrets).toContain('the-token');
  });

  it('gives the exchange of a shared login to every check that fails on it', async () => {
    const { evaluation, reported } = evaluate([LOGIN_CHECK, { ...LOGIN_CHECK, id: 'a' }], {
      answer: { response: { status: 200, headers: {}, body: '{}' } },
    });
    expect(await evaluation.evaluate('login.customer')).toMatchObject({ result: 'fail' });
    expect(reported[0]?.exchanges).toHaveLength(1);
    expect(await evaluation.evaluate('a')).toMatchObject({
      result: 'blocked',
      blockedBy: 'login.customer',
    });
  });

  it('runs a check once more whose connection was lost', async () => {
    const request = { method: 'POST', url: 'http://target.invalid/a', headers: {} };
    const lost: Exchange = {
      ...{ request, startedAt: '', durationMs: 0, retries: [] },
      error: { kind: 'reset', message: 'other side closed' },
    };
    let runs = 0;
    const run: Check['run'] = async () => {
      runs += 1;
      if (runs === 1) {
        throw new NoResponse(lost);
      }
    };
    const { evaluation } = evaluate([{ id: 'a', run }]);
    expect(await evaluation.evaluate('a')).toMatchObject({ result: 'pass' });
    expect(runs).toBe(2);
  });

  it('calls a lost connection an error, not a failure', async () => {
    const { evaluation } = evaluate([LOGIN_CHECK], {
      answer: { error: { kind: 'reset', message: 'socket hang up' } },
    });
    expect(await evaluation.evaluate('login.customer')).toMatchObject({ result: 'error' });
  });

  it('does not judge what was under way when the run was stopped', async () => {
    const stop = new AbortController();
    const { evaluation } = evaluate(
      [
        {
          id: 'a',
          run: async () => {
            stop.abort('Ctrl-C');
            deviate('this', 'that');
          },
        },
        { id: 'b' },
      ],
      { stop },
    );
    expect(await evaluation.evaluate('a')).toMatchObject({ result: 'not tested' });
    expect(await evaluation.evaluate('b')).toMatchObject({
      result: 'not tested',
      message: 'Not run: Ctrl-C.',
    });
  });

  it('refuses to evaluate a check that is not there', () => {
    expect(() => evaluate([]).evaluation.evaluate('a')).toThrow('there is no check a');
  });
});
