import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import type { Sent } from '../own-entry.ts';
import { applicationPaths } from './application-paths.ts';

/** A target that has made two applications, told at a path, and how it answers who withdraws from an id. */
async function pathsFound(
  answerTo: (isKnown: boolean) => [status: number, body: unknown],
  tell: (id: string) => unknown = (ticket) => ({ result: { ticket, trace: randomUUID() } }),
) {
  const ids: string[] = [randomUUID(), randomUUID()];
  const asked: string[] = [];
  const context = {
    session: async () => ({ accessToken: 'of the customer' }),
    shared: async (_: string, make: (own: unknown) => unknown) => make(context),
    async call(_: string, { path = {} }: { path?: Record<string, string> }) {
      const id = path['loan-application-id'] ?? '';
      asked.push(id);
      return exchangeStub(...answerTo(ids.includes(id)));
    },
  } as unknown as CheckContext;
  const [one, other] = ids.map((id) => ({ exchange: exchangeStub(200, tell(id)), values: {} }));
  const paths = await applicationPaths(
    context,
    one as Sent<'request-loan'>,
    other as Sent<'request-loan'>,
  );
  return { paths, asked };
}

describe('where answers name an application by a name that says nothing', () => {
  it('is found by what the target says of the id, and not of those of nobody', async () => {
    const { paths } = await pathsFound((isKnown) => [isKnown ? 409 : 404, { status: 'FAILED' }]);
    expect(paths).toEqual(['/result/ticket']);
  });

  it('is not known where all ids are refused alike, but for what is of each answer', async () => {
    const { paths } = await pathsFound(() => [404, { status: 'FAILED', trace: randomUUID() }]);
    expect(paths).toEqual([]);
  });

  it('is not known where nobody’s ids are not refused alike', async () => {
    let count = 0;
    const { paths } = await pathsFound(() => [404, { message: 'no'.repeat(++count) }]);
    expect(paths).toEqual([]);
  });

  it('asks nothing where answers hold no ids that differ', async () => {
    const { asked } = await pathsFound(
      () => [404, {}],
      () => ({ status: 'SUCCESS' }),
    );
    expect(asked).toEqual([]);
  });
});
