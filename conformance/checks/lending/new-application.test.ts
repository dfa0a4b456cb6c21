import { describe, expect, it } from 'vitest';
import schema from '../../../target/target.schema.json' with { type: 'json' };
import type { CheckContext } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { newApplicationChecks } from './new-application.ts';

const [PRODUCT] = schema.$defs.states['loan-product'].examples;
const check = newApplicationChecks.find(({ id }) => id === 'request-loan.makes-requested');

/**
 * Runs the check against a target that names each new application.
 *
 * @param isOffered whether the application of that number, counted from 1, can be answered
 */
async function run(isOffered: (number: number) => boolean): Promise<string> {
  const kept = new Map<string, Promise<unknown>>();
  let made = 0;
  const answer = (endpoint: string, path: Record<string, string> = {}) => {
    if (endpoint === 'request-loan') {
      made += 1;
      return { status: 200, body: { status: 'SUCCESS', data: { applicationId: `${made}` } } };
    }
    const [id = ''] = Object.values(path);
    return isOffered(Number(id))
      ? { status: 200, body: { status: 'SUCCESS', data: { applicationId: id } } }
      : { status: 409, body: { status: 'FAILED', message: 'WITHDRAWN' } };
  };
  const context = {
    target: { users: { customer: { email: 'customer@b.example', password: 'pw' } } },
    session: async (user: string) => ({ accessToken: user }),
    state: async () => PRODUCT,
    take: async () => PRODUCT,
    shared: (key: string, make: (context: unknown) => Promise<unknown>) => {
      const result = kept.get(key) ?? make(context);
      kept.set(key, result);
      return result;
    },
    inconclusive: (why: string) => {
      throw new Error(`inconclusive: ${why}`);
    },
    async call(endpoint: string, { path }: { path?: Record<string, string> }) {
      const { status, body } = answer(endpoint, path);
      return exchangeStub(status, body);
    },
  } as unknown as CheckContext;
  try {
    await check?.run(context);
    return 'passes';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a request that says more than it may', () => {
  it('passes where its application cannot be answered', async () => {
    expect(await run(() => false)).toBe('passes');
  });

  it('fails where its application alone can be answered', async () => {
    expect(await run((number) => number === 1)).toMatch(/to be REQUESTED, got HTTP 200/);
  });

  it('says nothing where every application is offered at once', async () => {
    expect(await run(() => true)).toMatch(/^inconclusive: .*as soon as a loan is requested/);
  });

  it.each([3, 4])('says nothing where one of those offered, the %s, ended since', async (ended) => {
    expect(await run((number) => number !== ended)).toMatch(/^inconclusive/);
  });
});
