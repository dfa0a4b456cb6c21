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

/**
 * Reads bodies of a schema of our own, as extensions have them.
 *
 * @param without what stands for a body that is left out; default: it may not be
 */
export function bodyLike<T>(schema: object, without?: T): BodyReader<T> {
  const validate = ajv.compile<T>(schema);
  return async (c) => {
    const body = (await readJson(c)) ?? without;
    if (body === undefined) {
      throw invalid([{ path: 'body', message: 'is missing' }]);
    }
    if (!validate(body)) {
      throw invalid((validate.errors ?? []).map(complaint));
    }
    return body;
  };
}

/** The formats behind the patterns of the request schemas, by field. */
export const FORMATS: Readonly<Record<string, string>> = {
  fromDate: 'a date dd/MM/yyyy',
  toDate: 'a date dd/MM/yyyy',
  dateOfBirth: 'a date YYYY-MM-DD',
  paymentDate: 'an ISO 8601 date or date-time, such as 2026-07-01 or 2026-07-01T12:00:00Z',
  customerId: 'a UUID',
  accountId: 'a UUID',
  bankAccountId: 'a UUID',
};

function complaint(error: ErrorObject): Complaint {
  return { path: `body ${error.instancePath || '/'}`, message: messageOf(error) };
}

function messageOf({ keyword, params, message, instancePath }: ErrorObject): string {
  if (keyword === 'pattern') {
    return `must be ${FORMATS[instancePath.slice(1)] ?? 'of its format'}`;
  }
  if (keyword === 'const') {
    return `must be ${JSON.stringify(params.allowedValue)}`;
  }
  if (keyword === 'enum') {
    return `must be one of ${params.allowedValues.join(', ')}`;
  }
  return message ?? keyword;
}
