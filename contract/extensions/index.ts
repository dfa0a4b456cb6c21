import { API_TOKENS } from './api-tokens.ts';
import { AUTHORIZATION } from './authorization.ts';
import type { Extension } from './extension.ts';
import { LENDING } from './lending.ts';
import { PAYMENTS } from './payments.ts';
import { SERVER_TO_SERVER } from './server-to-server.ts';
import { TRANSACTIONS } from './transactions.ts';
import { USERS } from './users.ts';
import { WEBHOOKS } from './webhooks.ts';

const ALL = {
  ...LENDING,
  ...PAYMENTS,
  ...TRANSACTIONS,
  ...USERS,
  ...API_TOKENS,
  ...AUTHORIZATION,
  ...SERVER_TO_SERVER,
  ...WEBHOOKS,
} satisfies Record<string, Extension>;

/** The name of an extension of the reference server, such as `send-offer`. */
export type ExtensionName = keyof typeof ALL;

/** All that the reference server adds of its own. */
export const EXTENSIONS: Readonly<Record<ExtensionName, Extension>> = ALL;

/** All their names, as they stand in documents. */
export const EXTENSION_NAMES = Object.keys(EXTENSIONS) as readonly ExtensionName[];

/** The path of an extension with its `{id}` filled in. */
export function extensionPath(name: ExtensionName, id = ''): string {
  return EXTENSIONS[name].path.replace('{id}', encodeURIComponent(id));
}
