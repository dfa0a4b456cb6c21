import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Context } from 'hono';
import { type SchemaName, schemaId, schemas } from '../../contract/schemas.ts';
import type { AppEnv } from '../dependencies.ts';
import { readJson } from './body.ts';
import { type Complaint, invalid } from './refusal.ts';

const ajv = new Ajv2020({ schemas: Object.values(schemas), allErrors: true });

/** Reads the body of a request; throws a Refusal 400 that names every field that is wrong. */
export type BodyReader<T> = (c: Context<AppEnv>) => Promise<T>;

/** Reads bodies of one schema of the contract. Compiled once, when the route is made. */
export function bodyOf<T>(name: SchemaName): BodyReader<T> {
  return bodyLike<T>({ $ref: schemaId(name) });
}

/** Reads bodies of a schema of our own, as extensions have them. */
export function bodyLike<T>(schema: object): BodyReader<T> {
  const validate = ajv.compile<T>(schema);
  return async (c) => {
    const body = await readJson(c);
    if (body === undefined) throw invalid([{ path: 'body', message: 'is missing' }]);
    if (!validate(body)) throw invalid((validate.errors ?? []).map(complaint));
    return body;
  };
}

function complaint(error: ErrorObject): Complaint {
  const allowed = error.keyword === 'const' ? `: ${JSON.stringify(error.params.allowedValue)}` : '';
  return {
    path: `body ${error.instancePath || '/'}`,
    message: `${error.message ?? error.keyword}${allowed}`,
  };
}
