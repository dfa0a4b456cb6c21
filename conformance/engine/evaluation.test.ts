import { describe, expect, it } from 'vitest';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { States } from '../../target/states/states.ts';
import type { Target } from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { Client } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import { deviate, NoResponse } from '../outcome.ts';
import type { CheckResult } from '../result.ts';
import { Evaluation } from './evaluation.ts';
import { Run } from './run.ts';

const TARGET: Target = {
  name: 'a target',
  baseUrl: 'http://target.invalid',
  lendingUrl: 'http://target.invalid',
  investmentUrl: 'http://target.invalid',
  headers: {},
  timeoutMs: 1_000,
  concurrency: 2,
  users: { customer: { email: 'c@target.invalid', password: 'customer-password' } },
  capabilities: [],
  states: { pools: {} },
  secrets: [],
};

type Answer = Partial<Pick<Exchange, 'response' | 'error'>>;

const LOGIN: Answer = {
  response: { status: 200, headers: {}, body: JSON.stringify({ access_token: 'the-token' }) },
};

/** An evaluation of checks against a target that answers every request alike. */
function evaluate(
  checks: (Partial<Check> & { id: string })[],
  options: { target?: Partial<Target>; answer?: Answer; stop?: AbortController } = {},
) {
  const { answer = LOGIN, stop = new AbortController() } = options;
  const secrets: string[] = [];
  const sent: string[] = [];
  const reported: CheckResult[] = [];
  const client: Client = {
    async send(request) {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return { request, startedAt: '', durationMs: 0, retries: [], ...answer };
    },
    sent: () => 0,
    pausedMs: () => 0,
    close: async () => {},
  };
  const states = {
    async shared(name: string) {
      throw new NotSupplied(`state ${name}`, 'nothing supplies it');
    },
  } as unknown as States;
  const run = new Run({
    target: { ...TARGET, ...options.target },
    client,
    states,
    signal: stop.signal,
    seed: 1,
    onSecret: (value) => secrets.push(value),
  });
  const complete = checks.map(
    (check): Check => ({
      title: check.id,
      requirements: [],
      level: 'must',
      async run() {},
      ...check,
    }),
  );
  const breaches: CheckResult[] = [];
  const evaluation = new Evaluation(
    complete,
    run,
    (result) => reported.push(result),
    (result) => breaches.push(result),
  );
  return { evaluation, secrets, sent, reported, breaches };
}

const LOGIN_CHECK = {
  id: 'login.customer',
  users: ['customer' as const],
  run: async (context: Parameters<Check['run']>[0]) => {
    await context.session('customer');
  },
};

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

  it('tells of what was found beside others only what is found again alone', async () => {
    let beside = true;
    const whileBeside = async () => {
      if (beside) {
        deviate('this', 'that');
      }
    };
    const { evaluation, reported } = evaluate([
      { id: 'a', phase: 'sessions', run: whileBeside },
      { id: 'b', phase: 'sessions', run: async () => deviate('this', 'that') },
      { id: 'c', phase: 'sessions', after: ['a'] },
      { id: 'd', phase: 'sessions', again: whileBeside },
      { id: 'e', phase: 'sessions', after: ['f'] },
      { id: 'f', level: 'should', run: whileBeside },
    ]);
    const trial = await evaluation.beside(async () => {
      await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => evaluation.again(id)));
    });
    beside = false;
    expect([...trial.doubted].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    // that `d` keeps its rule where it is not tried in situations stands, and what is of no session
    expect(reported.map(({ id, result }) => [id, result])).toEqual(
      expect.arrayContaining([
        ['d', 'pass'],
        ['f', 'warn'],
      ]),
    );
    reported.splice(0, Infinity);
    for (const id of trial.doubted) {
      await evaluation.again(id);
    }
    expect(Object.fromEntries(reported.map(({ id, result }) => [id, result]))).toEqual({
      a: 'pass',
      b: 'fail',
      c: 'pass',
      d: 'pass',
      e: 'blocked',
    });
  });

  it('makes shared values anew for what was found beside others', async () => {
    let made = 0;
    const { evaluation } = evaluate([
      {
        id: 'a',
        phase: 'sessions',
        run: async (context) => {
          const number = await context.shared('a value', async () => ++made);
          if (number === 1) {
            deviate('another', 'the first');
          }
        },
      },
    ]);
    const trial = await evaluation.beside(() => evaluation.again('a'));
    expect([...trial.doubted]).toEqual(['a']);
    expect(await evaluation.evaluate('a')).toMatchObject({ result: 'pass' });
  });

  it('asks early for what a rule would judge, once what it builds on is known, and tells nothing', async () => {
    const asked: string[] = [];
    const { evaluation, reported } = evaluate([
      { id: 'a' },
      { id: 'early', phase: 'rules', after: ['a'], run: async () => void asked.push('early') },
      {
        id: 'refused',
        phase: 'rules',
        run: async () => {
          asked.push('refused');
          deviate('this', 'that');
        },
      },
    ]);
    await evaluation.prepare('early');
    await evaluation.evaluate('a');
    await evaluation.prepare('early');
    await evaluation.prepare('refused');
    expect(asked).toEqual(['early', 'refused']);
    expect(reported.map(({ id }) => id)).toEqual(['a']);
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

  describe('a rule that was broken', () => {
    const RULE = 'awaiting-payments.size.at-most';
    const lost = async () => {
      throw new Error('no answer');
    };

    /** An evaluation whose target has listed two payments where one was asked for. */
    async function broken(rule: Partial<Check>, stop = new AbortController()) {
      const { evaluation, breaches } = evaluate(
        [
          {
            id: 'asks',
            run: async (context) =>
              void (await context.call('awaiting-payments', { query: { size: 1 } })),
          },
          { id: 'lost', run: lost },
          { id: 'failed', run: async () => deviate('this', 'that') },
          { id: RULE, phase: 'rules', ...rule },
        ],
        {
          stop,
          answer: {
            response: {
              status: 200,
              headers: {},
              body: JSON.stringify({ data: { awaitingPayments: [{ id: 'a' }, { id: 'b' }] } }),
            },
          },
        },
      );
      await evaluation.evaluate('asks');
      return Object.assign(evaluation, { breaches });
    }

    it('is told as soon as it is, with its first exchange, and once', async () => {
      const { breaches } = await broken({ run: lost });
      expect(breaches).toMatchObject([
        { id: RULE, result: 'fail', exchanges: [{ response: { status: 200 } }] },
      ]);
    });

    it('is not told where the target declares nothing of what it speaks', async () => {
      const { breaches } = await broken({ capability: 'apiTokens' });
      expect(breaches).toEqual([]);
    });

    it('fails, whatever becomes of what else it asks for', async () => {
      const evaluation = await broken({ run: lost });
      expect(await evaluation.evaluate(RULE)).toMatchObject({
        result: 'fail',
        judged: { exchanges: 1, broken: 1 },
      });
    });

    it('fails where nobody knows of what it builds on', async () => {
      const evaluation = await broken({ after: ['lost'] });
      expect(await evaluation.evaluate(RULE)).toMatchObject({ result: 'fail' });
    });

    it('fails after the run was stopped', async () => {
      const stop = new AbortController();
      const evaluation = await broken({}, stop);
      stop.abort('Ctrl-C');
      expect(await evaluation.evaluate(RULE)).toMatchObject({ result: 'fail' });
    });

    it('is left to the cause where what it builds on failed', async () => {
      const evaluation = await broken({ after: ['failed'] });
      expect(await evaluation.evaluate(RULE)).toMatchObject({
        result: 'blocked',
        blockedBy: 'failed',
      });
    });
  });

  it('refuses to evaluate a check that is not there', () => {
    expect(() => evaluate([]).evaluation.evaluate('a')).toThrow('there is no check a');
  });
});
