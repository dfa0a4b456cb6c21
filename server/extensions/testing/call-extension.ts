import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  EXTENSIONS,
  type ExtensionName,
  extensionPath,
} from '../../../contract/extensions/index.ts';
import { schemas } from '../../../contract/schemas.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../../../fixtures/standard-users.ts';
import type { TestServer } from '../../test-client.ts';

const ajv = new Ajv2020({ schemas: Object.values(schemas), allErrors: true });
addFormats.default(ajv);

/** What comes back of an extension. */
export interface Told {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of JSON and fail where one is missing
  body: any;
}

/** Calls an extension as a standard user or with a token. */
export type CallExtension = (
  name: ExtensionName,
  as: StandardUserName | string,
  call?: { id?: string | undefined; query?: string; body?: unknown },
) => Promise<Told>;

/**
 * Calls extensions of a server, and holds each good answer against its schema in the contract: what
 * a page or a document shows of them is what they answer.
 *
 * @throws Error when a good answer is not as the contract has it
 */
export function extensionsOf(server: () => TestServer): CallExtension {
  const validators = new Map<ExtensionName, ValidateFunction>();
  return async (name, as, { id, query, body } = {}) => {
    const { method, response: schema, successStatus } = EXTENSIONS[name];
    const token = as in STANDARD_LOGINS ? await server().tokenOf(as as StandardUserName) : as;
    const url = `http://server.test${extensionPath(name, id)}${query ? `?${query}` : ''}`;
    const answer = await server().fetch(
      new Request(url, {
        method,
        headers: { 'X-Auth-Token': token },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const told: Told = { status: answer.status, body: await answer.json() };
    if (told.status >= 300) {
      return told;
    }
    const validate = validators.get(name) ?? ajv.compile(schema);
    validators.set(name, validate);
    if (told.status !== successStatus || !validate(told.body)) {
      const found = `${JSON.stringify(validate.errors)} in ${JSON.stringify(told)}`;
      throw new Error(`${name} does not answer as the contract says: ${found}`);
    }
    return told;
  };
}
