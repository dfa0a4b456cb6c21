import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Target } from '../../target/target.ts';
import type { ExchangeErrorKind } from '../http/exchange.ts';
import { SAMPLE_TARGET, sampleFailedExchange, sampleResults } from '../testing/sample-report.ts';
import { silentHost } from './silent-host.ts';

const { signal } = new AbortController();
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A host that answers everything with 500 and notes what it was asked. */
async function startHost() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    response.writeHead(500).end();
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
}

async function targetOnTwoHosts() {
  const base = await startHost();
  const lending = await startHost();
  const target: Target = {
    ...SAMPLE_TARGET,
    baseUrl: base.url,
    lendingUrl: lending.url,
    investmentUrl: base.url,
    users: { manager: { email: 'manager@a.example', password: 'Long-enough-12' } },
  };
  return { target, base, lending };
}

/** Results of a run in which a connection with that host failed. */
function lostAt(url: string, kind: ExchangeErrorKind) {
  const failed = sampleFailedExchange(kind);
  const exchange = { ...failed, request: { ...failed.request, url: `${url}/api` } };
  return sampleResults({ 'awaiting-payments.list': ['error', { exchanges: [exchange] }] });
}

describe('asking a target at the end whether it is still there', () => {
  it('logs in where a user’s own host is lost, whose password goes nowhere else', async () => {
    const { target, base, lending } = await targetOnTwoHosts();
    const tenant = await startHost();
    const users = {
      ...target.users,
      customer: { email: 'c@a.example', password: 'Long-enough-13', baseUrl: tenant.url },
    };
    expect(await silentHost({ ...target, users }, lostAt(tenant.url, 'reset'), signal)).toBe(
      undefined,
    );
    expect(tenant.asked).toEqual(['PUT /api/v6/services/securitymanagement/login']);
    expect([...base.asked, ...lending.asked]).toEqual([]);
  });

  it('asks nobody where all connections held', async () => {
    const { target, base, lending } = await targetOnTwoHosts();
    expect(await silentHost(target, sampleResults(), signal)).toBeUndefined();
    expect([...base.asked, ...lending.asked]).toEqual([]);
  });

  it('is content with any answer, and asks only the host with which a connection failed', async () => {
    const { target, base, lending } = await targetOnTwoHosts();
    expect(await silentHost(target, lostAt(base.url, 'reset'), signal)).toBeUndefined();
    expect(base.asked).toEqual(['PUT /api/v6/services/securitymanagement/login']);
    expect(lending.asked).toEqual([]);
  });

  it.each(['base', 'lending'] as const)('names the request where %s is gone', async (which) => {
    const hosts = await targetOnTwoHosts();
    const { server, url } = hosts[which];
    const closed = once(server, 'close');
    server.close();
    await closed;
    expect(await silentHost(hosts.target, lostAt(url, 'refused'), signal)).toMatch(
      new RegExp(`^(PUT|POST|GET|PATCH) ${url}/.+ECONNREFUSED.* \\(refused\\)$`),
    );
  });

  it('does not ask after the run was stopped, nor for what was too large', async () => {
    const { target, base } = await targetOnTwoHosts();
    const stopped = AbortSignal.abort('Ctrl-C');
    expect(await silentHost(target, lostAt(base.url, 'reset'), stopped)).toBeUndefined();
    expect(await silentHost(target, lostAt(base.url, 'too-large'), signal)).toBeUndefined();
    expect(base.asked).toEqual([]);
  });
});
