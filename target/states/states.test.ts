import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StateSources } from '../target.ts';
import { NotSupplied } from './not-supplied.ts';
import { createStates, type FetchHook, HookFailed, type HookRequest } from './states.ts';

const app = (applicationId: string) => ({ applicationId });
const noHook: FetchHook = () => Promise.reject(new Error('nobody may ask the hook'));
const answering =
  (status: number, body: unknown): FetchHook =>
  async () => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });

function statesOf(sources: Partial<StateSources>, hook: FetchHook = noHook, secrets?: string[]) {
  const target = { states: { pools: {}, ...sources } };
  return createStates(target, hook, (secret) => secrets?.push(secret));
}

const URL = 'http://hook.example/states';

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) {
    throw new Error('it did not fail');
  }
  return error;
}

describe('a pool', () => {
  test('gives every entry once, in order, then says how many there were', async () => {
    const states = statesOf({ pools: { 'offer-sent': [app('a'), app('b')] } });
    expect(await states.take('offer-sent')).toEqual(app('a'));
    expect(await states.take('offer-sent')).toEqual(app('b'));
    const failure = await failureOf(states.take('offer-sent'));
    expect(failure).toBeInstanceOf(NotSupplied);
    expect(failure).toMatchObject({
      missing: 'state offer-sent',
      message: 'The state offer-sent is used up: the pool supplied 2.',
    });
  });

  test('gives everybody the same shared entry and never takes it', async () => {
    const states = statesOf({ pools: { 'offer-sent': [app('a'), app('b')] } });
    expect(await states.shared('offer-sent')).toEqual(app('a'));
    expect(await states.take('offer-sent')).toEqual(app('b'));
    expect(await states.shared('offer-sent')).toEqual(app('a'));
    expect(await failureOf(states.take('offer-sent'))).toBeInstanceOf(NotSupplied);
  });

  test('gives everybody the same other entry, and the shared one where there is no other', async () => {
    const states = statesOf({ pools: { 'offer-sent': [app('a'), app('b'), app('c')] } });
    expect(await states.another('offer-sent')).toEqual(app('b'));
    expect(await states.another('offer-sent')).toEqual(app('b'));
    expect(await states.shared('offer-sent')).toEqual(app('a'));
    expect(await states.take('offer-sent')).toEqual(app('c'));
    const one = statesOf({ pools: { 'offer-sent': [app('a')] } });
    expect(await one.another('offer-sent')).toEqual(app('a'));
  });

  test('never shares an entry that was taken', async () => {
    const states = statesOf({ pools: { 'offer-sent': [app('a')] } });
    await states.take('offer-sent');
    expect(await failureOf(states.shared('offer-sent'))).toBeInstanceOf(NotSupplied);
  });

  test('hands no entry to two, however takes and shares are mixed', async () => {
    const calls = fc.array(fc.boolean(), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.nat(12), calls, async (size, isTake) => {
        const pool = Array.from({ length: size }, (_, index) => app(String(index)));
        const states = statesOf({ pools: { 'offer-sent': pool } });
        const got = await Promise.allSettled(
          isTake.map((take) => (take ? states.take('offer-sent') : states.shared('offer-sent'))),
        );
        const idsOf = (takes: boolean) =>
          got.flatMap((result, index) =>
            isTake[index] === takes && result.status === 'fulfilled'
              ? [result.value.applicationId]
              : [],
          );
        const taken = idsOf(true);
        const shared = new Set(idsOf(false));
        expect(new Set(taken).size).toBe(taken.length);
        expect(shared.size).toBeLessThanOrEqual(1);
        for (const id of shared) {
          expect(taken).not.toContain(id);
        }
        const wanted = isTake.filter(Boolean).length + (isTake.includes(false) ? 1 : 0);
        expect(taken.length + shared.size).toBe(Math.min(size, wanted));
      }),
    );
  });

  test('comes before the hook, which goes on where it ends', async () => {
    const states = statesOf(
      { url: URL, pools: { 'offer-sent': [app('pool')] } },
      answering(200, app('hook')),
    );
    expect(await states.take('offer-sent')).toEqual(app('pool'));
    expect(await states.take('offer-sent')).toEqual(app('hook'));
  });

  test('that is not there is not supplied', async () => {
    const failure = await failureOf(statesOf({}).shared('portfolios'));
    expect(failure).toMatchObject({
      missing: 'state portfolios',
      message: 'The state portfolios is not supplied.',
    });
  });

  test('tells its tokens and passwords before it gives them', async () => {
    const secrets: string[] = [];
    const states = statesOf({ pools: { 'api-token': [{ token: 'pool-token' }] } }, noHook, secrets);
    await states.take('api-token');
    expect(secrets).toEqual(['pool-token']);
  });
});

describe('the hook', () => {
  test('is asked for the state by name, with the headers of the file', async () => {
    const requests: HookRequest[] = [];
    const hook: FetchHook = async (request) => {
      requests.push(request);
      return { status: 200, body: '{"applicationId": "a"}' };
    };
    await statesOf({ url: URL, headers: { authorization: 'Bearer x' } }, hook).take('offer-sent');
    expect(requests).toEqual([
      {
        url: URL,
        headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
        body: '{"state":"offer-sent"}',
      },
    ]);
  });

  test('is asked once for what is shared, also when many ask at the same time', async () => {
    let asked = 0;
    const states = statesOf({ url: URL }, async () => ({
      status: 200,
      body: JSON.stringify(app(String(++asked))),
    }));
    const got = await Promise.all([states.shared('offer-sent'), states.shared('offer-sent')]);
    expect(got).toEqual([app('1'), app('1')]);
    expect(await states.take('offer-sent')).toEqual(app('2'));
    expect(asked).toBe(2);
  });

  test('may answer more than was asked; only the fields of the state are kept', async () => {
    const states = statesOf({ url: URL }, answering(201, { applicationId: 'a', note: 'x' }));
    expect(await states.take('offer-sent')).toEqual(app('a'));
  });

  test('cannot provide what it answers 404 for', async () => {
    const failure = await failureOf(statesOf({ url: URL }, answering(404, '')).take('api-token'));
    expect(failure).toBeInstanceOf(NotSupplied);
    expect(failure).toMatchObject({
      missing: 'state api-token',
      message: 'The state api-token is not supplied: the hook answered 404.',
    });
  });

  test('supplies nothing more once it repeats itself', async () => {
    const states = statesOf({ url: URL }, answering(200, app('a')));
    await states.shared('offer-sent');
    const failure = await failureOf(states.take('offer-sent'));
    expect(failure).toBeInstanceOf(NotSupplied);
    expect(failure.message).toBe(
      'The state offer-sent is used up: the hook gave values that it had given before.',
    );
  });

  test('does not give again what a pool held', async () => {
    const states = statesOf(
      { url: URL, pools: { 'offer-sent': [app('a')] } },
      answering(200, app('a')),
    );
    await states.take('offer-sent');
    expect(await failureOf(states.take('offer-sent'))).toBeInstanceOf(NotSupplied);
  });

  const EXPECTED =
    'expected 200 with a JSON object of customerId, count, amountInvested, totalPayable, productName, or 404 where it cannot provide them';
  test.each([
    ['an error', 500, '{"message": "s3cr3t"}', 'answered 500 for portfolios'],
    ['a redirect', 302, '', 'answered 302 for portfolios'],
    ['a refusal', 401, '', 'answered 401 for portfolios'],
    [
      'no JSON',
      200,
      '<html>s3cr3t',
      'answered 200 with something other than a JSON object for portfolios',
    ],
    ['a list', 200, '[]', 'answered 200 with something other than a JSON object for portfolios'],
    ['nothing', 200, '', 'answered 200 with something other than a JSON object for portfolios'],
    [
      'values of the wrong type',
      200,
      '{"customerId": "s3cr3t", "count": "12"}',
      'answered with wrong values (count is text; expected a whole number) for portfolios',
    ],
    [
      'too few',
      200,
      '{"customerId": "c", "count": 10}',
      'answered with wrong values (count is 10; expected 11 or more) for portfolios',
    ],
    [
      'no values',
      200,
      '{}',
      'answered with wrong values (customerId is missing: `user.id` of the user `customer`, count is missing: how many portfolios: at least 11, so that there is a second page of the default size) for portfolios',
    ],
  ])(
    'that answers %s has failed, and its text is not quoted',
    async (_what, status, body, said) => {
      const failure = await failureOf(
        statesOf({ url: URL }, answering(status, body)).shared('portfolios'),
      );
      expect(failure).toBeInstanceOf(HookFailed);
      const sentence = `The states hook ${said}; ${EXPECTED}.`;
      expect(failure.message).toBe(sentence);
    },
  );

  test('that gives no answer has failed, with the cause', async () => {
    const hook: FetchHook = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:9'));
    const failure = await failureOf(statesOf({ url: URL }, hook).take('expired-token'));
    expect(failure).toBeInstanceOf(HookFailed);
    expect(failure.message).toBe(
      'The states hook gave no answer for expired-token: connect ECONNREFUSED 127.0.0.1:9; ' +
        'expected 200 with a JSON object of token, refreshToken, or 404 where it cannot provide them.',
    );
  });

  test('tells its secrets even where the rest of the answer is wrong', async () => {
    const secrets: string[] = [];
    const body = { password: 'hook-password', token: 'hook-token' };
    const states = statesOf({ url: URL }, answering(200, body), secrets);
    await failureOf(states.take('no-active-loan'));
    expect(secrets.toSorted()).toEqual(['hook-password', 'hook-token']);
  });
});
