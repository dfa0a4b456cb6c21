import type { EndpointName } from '../../../../contract/endpoint-names.ts';
import { PROTECTED, PROTECTED_BY_LIVE_TOKEN } from '../../../../contract/register/protected.ts';
import type { Client, LoggedIn } from '../../../strangers/proofs/client.ts';
import type { Rule } from '../../rule.ts';

/** What may be wrong with a token. */
export type Kind =
  | 'missing'
  | 'no-jwt'
  | 'two-parts'
  | 'payload-changed'
  | 'signature-changed'
  | 'unsigned'
  | 'expired'
  | 'logged-out'
  | 'revoked-api'
  | 'expired-api';

const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** The JSON of a part of a token; undefined where there is none. */
export const parsed = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
};

const of =
  (change: (parts: [string, string, string]) => string) =>
  (_client: Client, { token }: LoggedIn): string =>
    change(token.split('.') as [string, string, string]);

/** The other half of a signature, so that no part of it is what it was. */
const turned = (signature: string): string => signature.split('').reverse().join('');

interface BadToken {
  breaks: readonly string[];
  endpoints: readonly EndpointName[];
  how: string;
  token: NonNullable<Parameters<NonNullable<Rule['request']>>[0]['token']>;
  without: readonly string[];
}

/** A token of the states hook is the customer's, and of no login. */
export const GIVEN = ['caller', 'token', 'device', 'often', 'order', 'at-once=same-user', 'amount'];

/** Of a token that names nobody nothing more is known. */
const NOBODY = ['caller', 'token', 'device', 'often', 'order', 'at-once=same-user', 'amount'];

/** A token that is changed is another in every list of tokens. */
const CHANGED = ['token', 'device', 'often=second', 'order'];

/** How each kind of bad token is made, and what is said of it. */
export const BAD: Readonly<Record<Kind, BadToken>> = {
  missing: {
    breaks: ['ERR-1'],
    endpoints: PROTECTED,
    how: 'no token is needed',
    token: () => null,
    without: [...NOBODY, 'header'],
  },
  'no-jwt': {
    breaks: ['ERR-3'],
    endpoints: PROTECTED,
    how: 'a token that is no JWT is accepted',
    token: () => 'not-a-token',
    without: NOBODY,
  },
  'two-parts': {
    breaks: ['ERR-4'],
    endpoints: PROTECTED,
    how: 'a token without its signature is accepted',
    token: of(([header, payload]) => `${header}.${payload}`),
    without: CHANGED,
  },
  'payload-changed': {
    breaks: ['ERR-5'],
    endpoints: PROTECTED,
    how: 'a token with a changed payload is accepted',
    token: of(([header, payload, signature]) => {
      const claims = Object(parsed(payload)) as object;
      return `${header}.${encoded({ ...claims, exp: 4_000_000_000 })}.${signature}`;
    }),
    without: CHANGED,
  },
  'signature-changed': {
    breaks: ['ERR-6'],
    endpoints: PROTECTED,
    how: 'a token with another signature is accepted',
    token: of(([header, payload, signature]) => `${header}.${payload}.${turned(signature)}`),
    without: CHANGED,
  },
  unsigned: {
    breaks: ['ERR-7'],
    endpoints: PROTECTED,
    how: 'an unsigned token (alg none) is accepted',
    token: of(([, payload]) => `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`),
    without: CHANGED,
  },
  expired: {
    breaks: ['ERR-8'],
    endpoints: PROTECTED_BY_LIVE_TOKEN,
    how: 'a token past its hour is accepted',
    token: (client) => String(client.state('expired-token').token),
    without: GIVEN,
  },
  'logged-out': {
    breaks: ['AUT-12', 'LGO-5'],
    endpoints: PROTECTED_BY_LIVE_TOKEN,
    how: 'a token that was logged out is accepted',
    async token(client, { token }) {
      await client.call('logout', { token, body: {} });
      return token;
    },
    without: ['order', 'often', 'at-once=same-user'],
  },
  'revoked-api': {
    breaks: ['AUT-17'],
    endpoints: PROTECTED_BY_LIVE_TOKEN,
    how: 'an API token that was invalidated is accepted',
    token: (client) => String(client.state('revoked-api-token').token),
    without: GIVEN,
  },
  'expired-api': {
    breaks: ['AUT-16'],
    endpoints: PROTECTED_BY_LIVE_TOKEN,
    how: 'an API token past its expiry is accepted',
    token: (client) => String(client.state('expired-api-token').token),
    without: GIVEN,
  },
};
