import { expect, it } from 'vitest';
import type { HostName } from '../../../contract/endpoints.ts';
import type { CallOptions } from '../../check-context.ts';
import type { Exchange } from '../../http/exchange.ts';
import { UsedUp } from '../../outcome.ts';
import { HostOfLoans } from './host-of-loans.ts';

type Statuses = Partial<Record<HostName, number>>;

/** Sends a request for a loan to hosts that answer with the statuses; gives the status and where it went. */
async function ask(hosts: HostOfLoans, statuses: Statuses, options: CallOptions = {}) {
  const asked: (HostName | undefined)[] = [];
  const { response } = await hosts.send('request-loan', options, ({ host }) => {
    asked.push(host);
    const status = statuses[host ?? 'base'] ?? 500;
    return Promise.resolve({
      response: { status, headers: {}, body: '{}' },
    } as unknown as Exchange);
  });
  return { status: response?.status, asked };
}

const answer = async (status: number) =>
  ({ response: { status, headers: {}, body: '{}' } }) as unknown as Exchange;

const declared = (probed = 400) =>
  new HostOfLoans({ capabilities: ['requestLoanOnLendingHost'] }, () => answer(probed));

it('asks the lending host alone where an empty request finds no such path on the tenant host', async () => {
  expect(await ask(declared(404), { lending: 200 })).toEqual({ status: 200, asked: ['lending'] });
});

it('asks the lending host where the tenant host has no such path, and goes on there', async () => {
  const hosts = declared();
  const statuses = { base: 404, lending: 200 };
  expect(await ask(hosts, statuses)).toEqual({ status: 200, asked: ['base', 'lending'] });
  expect(await ask(hosts, statuses)).toEqual({ status: 200, asked: ['lending'] });
});

it('asks again after a refusal that tells nothing of the path', async () => {
  const hosts = declared();
  expect(await ask(hosts, { base: 400 })).toEqual({ status: 400, asked: ['base'] });
  expect(await ask(hosts, { base: 404, lending: 200 })).toMatchObject({ status: 200 });
});

it('takes 404 as an answer once the tenant host has taken a request, or where both give it', async () => {
  const hosts = declared();
  const both = { base: 404, lending: 404 };
  expect(await ask(hosts, both)).toEqual({ status: 404, asked: ['base', 'lending'] });
  await ask(hosts, { base: 200 });
  expect(await ask(hosts, both)).toEqual({ status: 404, asked: ['base'] });
});

it('leaves alone where the capability is not declared, and what names its host', async () => {
  const undeclared = new HostOfLoans({ capabilities: [] }, () => answer(500));
  expect(await ask(undeclared, { base: 404 })).toEqual({ status: 404, asked: ['base'] });
  const { asked } = await ask(declared(), { base: 404 }, { host: 'base' });
  expect(asked).toEqual(['base']);
});

it('has a request sent under another key that a gateway before both hosts has seen, and goes on there', async () => {
  const hosts = declared();
  await expect(ask(hosts, { base: 404, lending: 409 })).rejects.toThrow(UsedUp);
  expect(await ask(hosts, { lending: 200 })).toEqual({ status: 200, asked: ['lending'] });
});
