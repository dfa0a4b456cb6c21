import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Context } from 'hono';
import { EXTENSIONS, type ExtensionName } from '../../contract/extensions/index.ts';
import type { AppEnv } from '../dependencies.ts';
import { type Complaint, invalid } from '../http/refusal.ts';

/** Numbers come as text in a query, and what is left out has its default. */
const ajv = new Ajv2020({ allErrors: true, coerceTypes: true, useDefaults: true });

/**
 * Reads the query of an extension by the parameters that the contract names.
 *
 * @returns a reader that throws a Refusal 400 which names every parameter that is wrong
 */
export function extensionQuery<T>(name: ExtensionName): (c: Context<AppEnv>) => T {
  const { query = [] } = EXTENSIONS[name];
  const validate = ajv.compile<T>({
    type: 'object',
    properties: Object.fromEntries(query.map((each) => [each.name, each.schema])),
    required: query.filter(({ required }) => required).map((each) => each.name),
  });
  return (c) => {
    const values: unknown = { ...c.req.query() };
    if (!validate(values)) {
      throw invalid((validate.errors ?? []).map(complaint));
    }
    return values;
  };
}

function complaint({ keyword, instancePath, params, message }: ErrorObject): Complaint {
  if (keyword === 'required') {
    return { path: `query ${params.missingProperty}`, message: 'is missing' };
  }
  const path = `query ${instancePath.slice(1)}`;
  if (keyword === 'enum') {
    return { path, message: `must be one of ${params.allowedValues.join(', ')}` };
  }
  return { path, message: keyword === 'pattern' ? 'must be of its format' : (message ?? keyword) };
}
