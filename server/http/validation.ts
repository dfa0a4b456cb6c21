import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Context } from 'hono';
import { type SchemaName, schemaId, schemas } from '../../contract/schemas.ts';
import type { AppEnv } from '../dependencies.ts';
import { readJson } from './body.ts';
import { type Complaint, invalid } from './refusal.ts';

const ajv = new Ajv2020({ schemas: Object.values(schemas), allErrors: true });

/**
 * Reads bodies of one schema of the contract. Compiled once, when the route is made.
 *
 * @returns a function that reads, parses and validates the body of a request; it throws a Refusal
 *   400 that names every field that is wrong
 */
export function bodyOf<T>(name: SchemaName): (c: Context<AppEnv>) => Promise<T> {
  const validate = ajv.getSchema<T>(schemaId(name));
  if (validate === undefined) throw new Error(`the contract has no schema ${name}`);
  return async (c) => {
    const body = await readJson(c);
    if (body === undefined) throw invalid([{ path: 'body', message: 'is missing' }]);
    if (!validate(body)) throw invalid((validate.errors ?? []).map(complaint));
    return body as T;
  };
}

function complaint(error: ErrorObject): Complaint {
  const allowed = error.keyword === 'const' ? `: ${JSON.stringify(error.params.allowedValue)}` : '';
  return {
    path: `body ${error.instancePath || '/'}`,
    message: `${error.message ?? error.keyword}${allowed}`,
  };
}
