import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StubTarget, startStubTarget } from '../self-check/stub-target.ts';
import { ledgerOf } from './ledger-url.ts';

let stub: StubTarget;
beforeEach(async () => {
  stub = await startStubTarget();
});
afterEach(() => stub.close());

describe('the ledger behind a URL', () => {
  it('may be a list of repayments, or tell loan applications too', async () => {
    const { target } = stub;
    expect(Object.keys((await ledgerOf(target)?.()) ?? {})).toEqual([
      'repayments',
      'loanApplications',
    ]);
    const list = await served('[]');
    expect(await list.ledger()).toEqual({ repayments: [] });
    await list.close();
  });

  it.each(['{}', 'null', '{"repayments":[],"loanApplications":{}}', 'nonsense'])(
    'is unreadable where it answers %s',
    async (body) => {
      const wrong = await served(body);
      await expect(wrong.ledger()).rejects.toMatchObject({ name: 'UnavailableError' });
      await wrong.close();
    },
  );
});

/** A ledger that answers so. */
async function served(body: string) {
  const server = createServer((_request, response) => response.end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const ledgerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ledger = ledgerOf({ ...stub.target, load: { ledgerUrl } });
  return {
    ledger: () => ledger?.() ?? Promise.reject(new Error('there is no ledger')),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
