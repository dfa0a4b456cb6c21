import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CHECKS } from '../../conformance/checks/index.ts';
import { createRunner, type Runner } from '../../conformance/engine/thread/runner.ts';
import { buildProxyReport } from '../../conformance/proxy/build-proxy-report.ts';
import { startProxy } from '../../conformance/proxy/proxy.ts';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { FAULTS } from '../faults/index.ts';
import { exampleRequest, serversOf } from '../outside/enriched-openapi.ts';
import { exampleValues } from '../outside/example-values.ts';
import { startWrapped } from '../servers/wrapped-server.ts';
import { bothWays, targetThroughProxy } from './through-proxy.ts';

/** A few of what `npm run calibrate:proxy` does with the whole suite, in CI the last of them. */
const SOME = [
  'awaiting-payments.search-ignored',
  'portfolios.size-ignored',
  'portfolios.created-201',
].slice(inject('form') === 'long' ? 0 : -1);

let runner: Runner;
beforeAll(() => {
  runner = createRunner();
});
afterAll(() => runner.close());

/** All checks of the endpoint that a check is of. */
function ofItsEndpoint(id: string | undefined) {
  const { endpoint } = CHECKS.find((check) => check.id === id) ?? {};
  return CHECKS.filter((check) => check.endpoint === endpoint);
}

describe('a client that does everything right', () => {
  it('is blamed for nothing, nor is the reference server', async () => {
    const server = await startWrapped();
    const { target } = server;
    const proxy = await startProxy({ target, host: '127.0.0.1' });
    const through = targetThroughProxy(target, proxy);
    try {
      const values = await exampleValues(through);
      const inOrder = [...ENDPOINT_NAMES.filter((name) => name !== 'logout'), 'logout' as const];
      for (const name of inOrder) {
        const { method, url, headers, body } = exampleRequest(name, serversOf(through), values);
        const key = {
          ...headers,
          ...(headers['x-idempotency-key'] && { 'x-idempotency-key': name }),
        };
        const text = body === undefined ? null : JSON.stringify(body);
        const answer = await request(url, { method: method as 'GET', headers: key, body: text });
        await answer.body.dump();
        expect([name, answer.statusCode]).toEqual([name, 200]);
      }
    } finally {
      await proxy.close();
      await server.close();
    }
    const report = buildProxyReport(target, proxy, { finishedAt: new Date(), strictClient: true });
    const deviating = [...report.client.rules, ...report.server.rules].filter(({ result }) =>
      ['broken', 'left open', 'error'].includes(result),
    );
    expect(deviating).toEqual([]);
    expect(report).toMatchObject({ exitCode: 0, client: { verdict: 'kept' }, elsewhere: [] });
    expect(report.endpoints.map(({ endpoint }) => endpoint)).toEqual(ENDPOINT_NAMES);
  });
});

describe('the suite through its own proxy', () => {
  it.each(SOME)('says the same of %s as without it', async (id) => {
    const fault = FAULTS.find((each) => each.id === id);
    const selected = ofItsEndpoint(fault?.caughtBy);
    const { verdicts, differences, exchanges } = await bothWays(fault ?? {}, runner, selected);
    expect(verdicts).toEqual({ straight: 'not conformant', through: 'not conformant' });
    expect(differences).toEqual([]);
    expect(exchanges).toBeGreaterThan(50);
  });

  it('says the same of the reference server, of which the proxy finds nothing broken either', async () => {
    const selected = ofItsEndpoint('update-application.succeeds');
    const { differences, brokenRules, exchanges } = await bothWays({}, runner, selected);
    expect(differences).toEqual([]);
    expect(brokenRules).toEqual([]);
    expect(exchanges).toBeGreaterThan(50);
  });
});
