import { expect, it } from 'vitest';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { CallOptions } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { HostOfSessions } from './host-of-sessions.ts';

const OWN = 'https://globe.invalid';
const USERS = {
  customer: { email: 'c@savannah.invalid', password: 'pw' },
  otherManager: { email: 'm@globe.invalid', password: 'pw', baseUrl: OWN },
};

/** Asks for an endpoint in a session, of hosts that answer with these statuses; where it was asked. */
async function asked(
  hosts: HostOfSessions,
  endpoint: EndpointName,
  options: CallOptions,
  [own, tenant]: [own: number, tenant: number] = [200, 200],
) {
  const at: (string | undefined)[] = [];
  const { response } = await hosts.send(endpoint, options, async ({ baseUrl }) => {
    at.push(baseUrl);
    return exchangeStub(baseUrl === OWN ? own : tenant);
  });
  return { at, status: response?.status };
}

const of = (user: keyof typeof USERS): CallOptions => ({
  as: { user, accessToken: 'a token' } as NonNullable<CallOptions['as']>,
});

it('refreshes and ends sessions at the host that they were begun at, and asks nothing else there', async () => {
  const hosts = new HostOfSessions({ users: USERS });
  for (const endpoint of ['refresh', 'logout'] as const) {
    expect(await asked(hosts, endpoint, of('otherManager'))).toEqual({ at: [OWN], status: 200 });
    expect((await asked(hosts, endpoint, of('customer'))).at).toEqual([undefined]);
    expect((await asked(hosts, endpoint, { as: { accessToken: 'x' } })).at).toEqual([undefined]);
  }
  expect((await asked(hosts, 'awaiting-payments', of('otherManager'))).at).toEqual([undefined]);
});

it('goes on at the tenant host once a host for logins alone has answered 404', async () => {
  const hosts = new HostOfSessions({ users: USERS });
  const first = await asked(hosts, 'refresh', of('otherManager'), [404, 200]);
  expect(first).toEqual({ at: [OWN, undefined], status: 200 });
  expect((await asked(hosts, 'logout', of('otherManager'), [404, 401])).at).toEqual([undefined]);
});

it('takes 404 for an answer where neither host has the path', async () => {
  const hosts = new HostOfSessions({ users: USERS });
  const both = await asked(hosts, 'refresh', of('otherManager'), [404, 404]);
  expect(both).toEqual({ at: [OWN, undefined], status: 404 });
  expect((await asked(hosts, 'refresh', of('otherManager'))).at).toEqual([OWN]);
});
