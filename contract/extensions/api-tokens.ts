import {
  asked,
  DONE,
  type Extension,
  exactly,
  listOf,
  MOMENT,
  MOMENT_OR_NULL,
  OURS,
  oneOf,
  success,
  TEXT,
  UUID,
} from './extension.ts';

const DAY = 24 * 3600 * 1000;

/** The choices of section 5.7 in milliseconds; a month has 30 days here, a year 365. */
export const API_TOKEN_LIFETIMES = {
  '24_HOURS': DAY,
  '1_MONTH': 30 * DAY,
  '3_MONTHS': 90 * DAY,
  '6_MONTHS': 180 * DAY,
  '1_YEAR': 365 * DAY,
} as const;

/** A choice of lifetime. */
export type ApiTokenExpiry = keyof typeof API_TOKEN_LIFETIMES;

/** Longest time that a rotated value goes on working, in seconds: 7 days, as Stripe has it. */
export const LONGEST_OVERLAP = 7 * 24 * 3600;

const expiry = oneOf(Object.keys(API_TOKEN_LIFETIMES));

const FIELDS = {
  id: UUID,
  name: TEXT,
  tokenStatus: oneOf(['ACTIVE', 'EXPIRED', 'INVALIDATED']),
  createdDate: MOMENT,
  expiryDate: MOMENT,
  rotatedDate: MOMENT_OR_NULL,
  lastUsedDate: MOMENT_OR_NULL,
};

/** With its value, which no later answer shows. */
const SHOWN_ONCE = success(exactly({ ...FIELDS, token: TEXT }));

const COMMON = { named: '5.7', tag: 'API tokens' } as const;

/** API tokens (section 5.7). */
export const API_TOKENS = {
  'list-api-tokens': {
    ...COMMON,
    summary: "List the caller's API tokens, without their values",
    method: 'GET',
    path: `${OURS}/api-tokens`,
    response: success(exactly({ apiTokens: listOf(exactly(FIELDS)) })),
    successStatus: 200,
  },
  'create-api-token': {
    ...COMMON,
    summary: 'Make an API token; its value is shown this once',
    method: 'POST',
    path: `${OURS}/api-tokens`,
    request: {
      schema: asked({ name: { ...TEXT, maxLength: 100 }, expiry }),
      example: { name: 'nightly report', expiry: '3_MONTHS' },
    },
    response: SHOWN_ONCE,
    successStatus: 201,
  },
  'rotate-api-token': {
    ...COMMON,
    summary: 'Give an API token a new value and lifetime, the old value some overlap or none',
    method: 'POST',
    path: `${OURS}/api-tokens/{id}/rotate`,
    request: {
      schema: asked(
        { expiry, overlapSeconds: { type: 'integer', minimum: 0, maximum: LONGEST_OVERLAP } },
        ['expiry', 'overlapSeconds'],
      ),
      example: { overlapSeconds: 300 },
      optional: true,
    },
    response: SHOWN_ONCE,
    successStatus: 200,
  },
  'invalidate-api-token': {
    ...COMMON,
    summary: 'End an API token for good; it stays in the list',
    method: 'POST',
    path: `${OURS}/api-tokens/{id}/invalidate`,
    response: success(exactly(FIELDS)),
    successStatus: 200,
  },
  'delete-api-token': {
    ...COMMON,
    summary: 'Delete an API token, which ends it, too',
    method: 'DELETE',
    path: `${OURS}/api-tokens/{id}`,
    response: DONE,
    successStatus: 200,
  },
} satisfies Record<string, Extension>;
