import { request } from 'undici';
import { expect, test } from 'vitest';
import { schemaProblem } from '../../conformance/schema-validator.ts';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { startWrapped } from '../servers/wrapped-server.ts';
import {
  enrichedOpenApi,
  exampleRequest,
  exampleResponse,
  serversOf,
  withoutRanges,
} from './enriched-openapi.ts';
import { type ExampleValues, exampleValues, VALUE_NAMES } from './example-values.ts';

const SERVERS = {
  base: 'http://x.example',
  lending: 'http://x.example/lending-host',
  investment: 'http://x.example/investment-host',
};
const values = Object.fromEntries(VALUE_NAMES.map((name) => [name, `<${name}>`])) as ExampleValues;

test('the reference server answers every example request with success', async () => {
  const server = await startWrapped();
  try {
    const real = await exampleValues(server.target);
    const inOrder = [...ENDPOINT_NAMES.filter((name) => name !== 'logout'), 'logout' as const];
    for (const name of inOrder) {
      const { method, url, headers, body } = exampleRequest(name, serversOf(server.target), real);
      const text = body === undefined ? null : JSON.stringify(body);
      const answer = await request(url, { method, headers, body: text });
      expect([name, answer.statusCode, await answer.body.text()]).toEqual([
        name,
        200,
        expect.any(String),
      ]);
    }
  } finally {
    await server.close();
  }
});

test.each(ENDPOINT_NAMES)('the example answer of %s has the form of its schema', (name) => {
  const { responseSchema } = ENDPOINTS[name];
  const example = exampleResponse(name);
  expect(example === undefined).toBe(responseSchema === null);
  if (responseSchema) {
    expect(schemaProblem(responseSchema, example)).toBeUndefined();
  }
});

test('the document puts the prefixes of the hosts into the paths and logout last', () => {
  const paths = Object.keys(enrichedOpenApi(SERVERS, values, '3.1').paths as object);
  expect(paths).toContain('/lending-host/api/v1/services/user/repay-loan/{user-id}');
  expect(paths).toContain('/investment-host/api/v1/user/portfolios/{customer-id}');
  expect(paths.at(-1)).toMatch(/logout$/);
});

test('the document shows an example for every parameter and body', () => {
  const text = JSON.stringify(enrichedOpenApi(SERVERS, values, '3.0'));
  for (const name of ['customerId', 'applicationId', 'loanProductId', 'fromDate', 'refreshToken']) {
    expect(text).toContain(`<${name}>`);
  }
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { parameters: { example?: unknown }[] }>>;
  };
  const parameters = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => operation.parameters);
  expect(parameters.filter(({ example }) => example === undefined)).toEqual([]);
});

test('ranges of status codes are written in full for tools that know none', () => {
  const document = withoutRanges(enrichedOpenApi(SERVERS, values, '3.0'));
  expect(JSON.stringify(document)).not.toMatch(/"[24]XX"/);
});
