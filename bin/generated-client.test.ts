import { type OpenAPIClient, OpenAPIClientAxios } from 'openapi-client-axios';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRequest, serversOf, tokenOf } from '../calibration/outside/enriched-openapi.ts';
import { type ExampleValues, exampleValues } from '../calibration/outside/example-values.ts';
import { ENDPOINT_NAMES } from '../contract/endpoint-names.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { createLogger } from '../server/logger.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import type { Target } from '../target/target.ts';
import { parseTarget } from '../target/target-file.ts';

/** A client that somebody else's library makes of the served document calls the reference server. */

let running: Running;
let target: Target;
let values: ExampleValues;

beforeAll(async () => {
  running = await startServer({
    db: ':memory:',
    control: { secret: 'the states hook of this test' },
    logger: createLogger('silent'),
  });
  target = parseTarget(targetFor(running));
  values = await exampleValues(target);
});

afterAll(() => running.close());

async function clientOf(document: string): Promise<OpenAPIClient> {
  const { body } = await request(`${running.url}/${document}`);
  const definition = (await body.json()) as never;
  return await new OpenAPIClientAxios({
    definition,
    axiosConfigDefaults: { validateStatus: () => true },
  }).init();
}

/** Logout ends its token, so it comes last. */
const IN_ORDER = [...ENDPOINT_NAMES.filter((name) => name !== 'logout'), 'logout' as const];

describe('a client made of /openapi.json', () => {
  it('calls all nine endpoints, the GET of awaiting payments with its body', async () => {
    const client = await clientOf('openapi.json');
    for (const name of IN_ORDER) {
      const { url, headers, body } = exampleRequest(name, serversOf(target), values);
      const { pathParameters } = ENDPOINTS[name];
      const steps = url.pathname.split('/');
      const parameters = {
        ...headers,
        ...Object.fromEntries(url.searchParams),
        ...Object.fromEntries(pathParameters.map((each) => [each.name, steps.at(-1) ?? ''])),
      };
      const token = tokenOf(name, values);
      const answer = await client[name]?.(parameters, body, {
        headers: token === undefined ? {} : { 'X-Auth-Token': token },
      });
      expect([name, answer?.status, answer?.data]).toEqual([name, 200, expect.anything()]);
      if (name === 'awaiting-payments') {
        expect(answer?.data.data.awaitingPayments.length).toBeGreaterThan(0);
      }
    }
  });

  it('is refused where the body of the GET is left out, as 3.0 would have it', async () => {
    const client = await clientOf('openapi-3.0.json');
    const answer = await client['awaiting-payments']?.({ platform: 'WEB', uuid: 'u' }, undefined, {
      headers: { 'X-Auth-Token': values.token },
    });
    expect(answer?.status).toBe(400);
  });
});
