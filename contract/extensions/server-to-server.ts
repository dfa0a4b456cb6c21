import {
  asked,
  DONE,
  type Extension,
  exactly,
  listOf,
  MOMENT,
  OURS,
  success,
  TEXT,
  UUID,
} from './extension.ts';

const COMMON = { named: '5.8', tag: 'Server to server' } as const;

/** A public key of a client, to verify its assertions with (RFC 7517). */
const PUBLIC_KEY = {
  type: 'object',
  properties: {
    kid: { ...TEXT, maxLength: 255 },
    kty: { type: 'string', enum: ['EC', 'OKP', 'RSA'] },
    ...Object.fromEntries(
      ['alg', 'use', 'crv', 'x', 'y', 'n', 'e'].map((part) => [part, { type: 'string' }]),
    ),
  },
  required: ['kid', 'kty'],
};

const KEYS = {
  type: 'object',
  properties: { keys: { ...listOf(PUBLIC_KEY), minItems: 1, maxItems: 10 } },
  required: ['keys'],
};

const URI = { ...TEXT, maxLength: 2048 };

const EXAMPLE_KEYS = {
  keys: [
    {
      ...{ kid: '2026-11', kty: 'EC', crv: 'P-256', alg: 'ES256' },
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    },
  ],
};

const CLIENT = exactly({
  id: UUID,
  name: TEXT,
  /** What `sub` must be. */
  userId: UUID,
  audience: TEXT,
  createdDate: MOMENT,
  jwks: { type: ['object', 'null'] },
  jwksUri: { type: ['string', 'null'] },
});

/** A key to encrypt for (RFC 7517); the first of a list is the one to use. */
const PAYLOAD_KEY = exactly({
  kid: UUID,
  kty: { const: 'EC' },
  crv: { const: 'P-256' },
  x: TEXT,
  y: TEXT,
  use: { const: 'enc' },
  alg: { const: 'ECDH-ES+A256KW' },
});

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The media type of a JWE in its compact form (RFC 7515 9.2.1). */
export const JOSE = 'application/jose';

/** The header that names the public key which an answer is to be encrypted for: a JWK in base64url. */
export const ANSWER_KEY_HEADER = 'x-answer-key';

/**
 * Where assertions become access tokens (RFC 7523 2.1): a form as in RFC 6749, not JSON, for which no
 * token is needed; so it is told as OpenAPI has it, apart from the other extensions.
 */
export const TOKEN_ENDPOINT = {
  method: 'POST',
  path: `${OURS}/token`,
  operation: {
    operationId: 'exchange-assertion',
    summary: 'Exchange the assertion of a server for an access token',
    description:
      'An extension of the reference server, for what section 5.8 names without showing it.',
    tags: [COMMON.tag],
    'x-assay-extension': true,
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: asked({ grant_type: { type: 'string', enum: [GRANT] }, assertion: TEXT }),
          example: { grant_type: GRANT, assertion: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl' },
        },
      },
    },
    responses: {
      200: {
        description: 'done',
        content: {
          'application/json': {
            schema: exactly({
              access_token: TEXT,
              token_type: { type: 'string', enum: ['Bearer'] },
              expires_in: { type: 'integer', minimum: 1 },
            }),
          },
        },
      },
      '4XX': {
        description: 'refused, with an error of RFC 6749 5.2',
        content: {
          'application/json': {
            schema: asked({ error: TEXT, error_description: TEXT, message: TEXT }),
          },
        },
      },
    },
  },
} as const;

/** Server-to-server tokens and payload encryption (section 5.8). */
export const SERVER_TO_SERVER = {
  'list-service-clients': {
    ...COMMON,
    summary: 'List the servers that act for the caller',
    method: 'GET',
    path: `${OURS}/service-clients`,
    response: success(exactly({ serviceClients: listOf(CLIENT) })),
    successStatus: 200,
  },
  'create-service-client': {
    ...COMMON,
    summary: 'Register a server that acts for the caller, by its public keys or where they are',
    method: 'POST',
    path: `${OURS}/service-clients`,
    request: {
      schema: asked({ name: { ...TEXT, maxLength: 100 }, jwks: KEYS, jwksUri: URI }, [
        'jwks',
        'jwksUri',
      ]),
      example: { name: 'ledger', jwks: EXAMPLE_KEYS },
    },
    response: success(CLIENT),
    successStatus: 201,
  },
  'change-service-client-keys': {
    ...COMMON,
    summary: 'Put other keys in place of those of a server; what is gone is refused at once',
    method: 'PUT',
    path: `${OURS}/service-clients/{id}/keys`,
    request: {
      schema: asked({ jwks: KEYS, jwksUri: URI }, ['jwks', 'jwksUri']),
      example: { jwks: EXAMPLE_KEYS },
    },
    response: success(CLIENT),
    successStatus: 200,
  },
  'remove-service-client': {
    ...COMMON,
    summary: 'Remove a server, which ends all its tokens',
    method: 'DELETE',
    path: `${OURS}/service-clients/{id}`,
    response: DONE,
    successStatus: 200,
  },
  'list-payload-keys': {
    ...COMMON,
    summary: 'List the keys that bodies may be encrypted for, the current one first',
    method: 'GET',
    path: `${OURS}/payload-keys`,
    response: success(exactly({ keys: listOf(PAYLOAD_KEY) })),
    successStatus: 200,
  },
  'rotate-payload-key': {
    ...COMMON,
    summary: 'Make a new current key; earlier ones open for 24 hours more',
    method: 'POST',
    path: `${OURS}/payload-keys`,
    response: success(PAYLOAD_KEY),
    successStatus: 201,
  },
  'retire-payload-key': {
    ...COMMON,
    summary: 'Retire a key; what is encrypted for it is refused at once',
    method: 'DELETE',
    path: `${OURS}/payload-keys/{id}`,
    response: DONE,
    successStatus: 200,
  },
} satisfies Record<string, Extension>;
