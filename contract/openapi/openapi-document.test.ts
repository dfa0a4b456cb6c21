import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../endpoints.ts';
import { SCHEMA_NAMES } from '../schemas.ts';
import { openApiDocument } from './openapi-document.ts';

const SERVERS = {
  base: 'http://base.example',
  lending: 'http://lending.example',
  investment: 'http://investment.example',
};

describe.each(['3.0', '3.1'] as const)('the OpenAPI %s document', (version) => {
  const document = openApiDocument(SERVERS, version);
  const text = JSON.stringify(document);

  it('has every endpoint under its method and host', () => {
    for (const { name, path, method, host } of Object.values(ENDPOINTS)) {
      expect(document).toHaveProperty(['paths', path, method.toLowerCase(), 'operationId'], name);
      expect(document).toHaveProperty(['paths', path, 'servers'], [{ url: SERVERS[host] }]);
    }
  });

  it('refers only to schemas it holds', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    expect(references.length).toBeGreaterThan(15);
    const held = SCHEMA_NAMES.map((name) => `#/components/schemas/${name}`);
    expect(references.filter((target) => !held.includes(target ?? ''))).toEqual([]);
  });

  it('demands the body of the GET for awaiting payments and no header that is open', () => {
    const { path } = ENDPOINTS['awaiting-payments'];
    expect(document).toHaveProperty(['paths', path, 'get', 'requestBody', 'required'], true);
    const login = JSON.stringify((document.paths as Record<string, unknown>)[ENDPOINTS.login.path]);
    expect(login).toContain('"name":"platform","in":"header","required":false');
  });
});

it('the OpenAPI 3.0 document says const, null and open bounds in the words of 3.0', () => {
  const document = openApiDocument(SERVERS, '3.0');
  const text = JSON.stringify(document);
  expect(text).not.toMatch(/"const":|"type":\[|"exclusiveMinimum":\d/);
  const { schemas } = document.components as { schemas: Record<string, unknown> };
  expect(schemas['repay-loan-request']).toHaveProperty('properties.repaymentAmount', {
    type: 'number',
    description: 'greater than zero and not above the total payable',
    minimum: 0,
    exclusiveMinimum: true,
  });
  const nullable = new Ajv().compile({
    ...(schemas['awaiting-payment'] as object),
    required: ['customerConfirmedPaymentDate'],
  });
  expect(nullable({ customerConfirmedPaymentDate: null })).toBe(true);
  expect(nullable({ customerConfirmedPaymentDate: 5 })).toBe(false);
});
