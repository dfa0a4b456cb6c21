import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, type EndpointName } from '../endpoint-names.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { EXTENSION_NAMES, EXTENSIONS } from '../extensions/index.ts';
import { SCHEMA_NAMES, type SchemaName, schemaId, schemas } from '../schemas.ts';
import { BODY_EXAMPLES } from './examples.ts';
import { publishedOpenApi } from './published-openapi.ts';

interface Operation {
  description: string;
  tags: string[];
  parameters: { name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

/** The operation of an endpoint in a document. */
function operationOf(document: Record<string, unknown>, name: EndpointName): Operation {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operation = paths[ENDPOINTS[name].path]?.[ENDPOINTS[name].method.toLowerCase()];
  expect(operation, name).toBeDefined();
  return operation as Operation;
}

/** What Redocly's recommended rules find; the specification names no license of the API. */
async function lint(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'info-license': 'off', 'no-invalid-schema-examples': 'error' },
  });
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** The same without what is marked as the reference server's own inside the nine endpoints. */
function withoutEncryption(paths: unknown): unknown {
  return JSON.parse(JSON.stringify(paths), (_, value) => {
    if (Array.isArray(value)) {
      return value.filter((each) => !each['x-assay-extension']);
    }
    if (value?.['application/jose'] !== undefined) {
      const { 'application/jose': _jose, ...rest } = value;
      return rest;
    }
    return value;
  });
}

describe.each(['3.0', '3.1'] as const)('the published OpenAPI %s document', (version) => {
  const document = publishedOpenApi(undefined, version);

  it('gives the linter nothing to say', async () => {
    expect(await lint(JSON.stringify(document))).toEqual([]);
  });

  it('would give it something to say with a wrong example or reference', async () => {
    const text = JSON.stringify(document);
    expect(await lint(text.replaceAll('"fromDate":"01/01/2026"', '"fromDate":7'))).toEqual([
      expect.stringContaining('no-invalid-media-type-examples'),
    ]);
    expect(await lint(text.replace('schemas/session"', 'schemas/sesion"'))).toEqual(
      expect.arrayContaining([expect.stringContaining('no-unresolved-refs')]),
    );
  });

  it('says what the body of the GET is in this version, and of no other request', () => {
    const { description, requestBody } = operationOf(document, 'awaiting-payments');
    expect(description).toContain(`OpenAPI ${version} `);
    expect(requestBody?.content['application/json']?.example).toHaveProperty('selectedCurrency');
    for (const name of ENDPOINT_NAMES.filter((each) => each !== 'awaiting-payments')) {
      expect(operationOf(document, name).description).not.toContain('OpenAPI');
    }
  });

  it.each(ENDPOINT_NAMES)('has a tag and an example of every parameter and body of %s', (name) => {
    const { parameters, requestBody, tags } = operationOf(document, name);
    expect(tags).toHaveLength(1);
    expect(parameters.filter(({ example }) => example === undefined)).toEqual([]);
    const bodies = Object.values(requestBody?.content ?? {});
    expect(bodies.filter(({ example }) => example === undefined)).toEqual([]);
  });

  it('names the addresses that it is given', () => {
    const own = { base: 'https://a.test', lending: 'https://b.test', investment: 'https://c.test' };
    const given = publishedOpenApi(own, version);
    expect(given).toHaveProperty(['servers', '0', 'url'], own.base);
    const { path } = ENDPOINTS.portfolios;
    expect(given).toHaveProperty(['paths', path, 'servers', '0', 'url'], own.investment);
  });
});

describe.each(['3.0', '3.1'] as const)('the OpenAPI %s document with extensions', (version) => {
  const document = publishedOpenApi(undefined, version, 'with extensions');
  const paths = document.paths as Record<string, Record<string, unknown>>;

  it('gives the linter nothing to say', async () => {
    expect(await lint(JSON.stringify(document))).toEqual([]);
  });

  it('leaves the nine endpoints as they are without them', () => {
    const plain = publishedOpenApi(undefined, version).paths as Record<string, unknown>;
    expect(Object.keys(plain)).toHaveLength(ENDPOINT_NAMES.length);
    expect(withoutEncryption(paths)).toMatchObject(plain);
  });

  it.each(ENDPOINT_NAMES)('says that bodies and answers of %s may be encrypted', (name) => {
    const { parameters, requestBody } = operationOf(document, name);
    expect(parameters.at(-1)).toMatchObject({
      ...{ name: 'x-answer-key', required: false, 'x-assay-extension': true },
    });
    const sent = requestBody === undefined ? [] : Object.keys(requestBody.content);
    const both = ['application/json', 'application/jose'];
    expect(sent).toEqual(ENDPOINTS[name].requestSchema === null ? [] : both);
    expect(JSON.stringify(publishedOpenApi(undefined, version))).not.toMatch(/jose|answer-key/);
  });

  it.each(EXTENSION_NAMES)('marks %s as no part of the specification', (name) => {
    const { path, method, tag, named } = EXTENSIONS[name];
    expect(paths[path]?.[method.toLowerCase()]).toMatchObject({
      operationId: name,
      tags: [tag],
      'x-assay-extension': true,
      description: expect.stringContaining(`section ${named}`),
    });
    expect(document.tags).toContainEqual(expect.objectContaining({ name: tag }));
  });
});

describe('the bodies of extensions', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, schemas: Object.values(schemas) });
  addFormats.default(ajv);
  const sending = EXTENSION_NAMES.filter((name) => EXTENSIONS[name].request);

  it.each(sending)('have an example that is of the schema of %s', (name) => {
    const { schema, example } = EXTENSIONS[name].request ?? { schema: false, example: null };
    const validate = ajv.compile(schema);
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('the examples', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  for (const name of SCHEMA_NAMES) {
    ajv.addSchema(schemas[name]);
  }

  it.each(Object.keys(BODY_EXAMPLES) as SchemaName[])('of %s is of its schema', (name) => {
    const validate = ajv.getSchema(schemaId(name));
    expect(validate?.(BODY_EXAMPLES[name]), JSON.stringify(validate?.errors)).toBe(true);
  });
});
