import http from 'k6/http';
import { deviceHeaders, lendingHeaders } from './headers.ts';
import { run } from './plan/run.ts';
import { hostOf } from './plan/users.ts';
import {
  type Answer,
  type Check,
  type Judging,
  measure,
  REFUSABLE,
} from './record/judge-answer.ts';
import type { Shared } from './set-up.ts';
import { dropSession, sessionFor } from './tokens.ts';

// What a journey of one's own imports: load/OWN-JOURNEY.md.
export { randomOf } from './plan/random.ts';
export { run } from './plan/run.ts';
export { takeState } from './plan/states.ts';
export { hostOf, ownUsers } from './plan/users.ts';
export type { Answer, Check, Fault } from './record/judge-answer.ts';
export { parsed } from './record/parsed.ts';
export type { Shared } from './set-up.ts';

/** One request of a journey. */
export interface Call extends Omit<Judging, 'needsToken'> {
  /** under this name it is measured and gated */
  endpoint: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** a path, at the host of the user, or a whole URL */
  url: string;
  body?: object | null;
  /** further headers, or others than the kit's */
  headers?: Record<string, string>;
  /** adds a new idempotency key and the x-fapi headers, as sections 4.6 to 4.9 demand */
  keyed?: boolean;
  /** the index of the user who asks; default 0, the `customer` of the target file */
  user?: number;
  /** what is wrong with an answer of a good status; default: nothing */
  check?: Check;
}

/**
 * Sends a request with a live token of the user and measures its answer. Null where no token could be had,
 * or the target refused it: that is counted apart, and the iteration is best given up.
 */
export function call({ sessions }: Shared, request: Call): Answer | null {
  const { endpoint, method, url, body, headers, keyed = false, ...rest } = request;
  const { user = 0, check = () => null, ...judging } = rest;
  const session = sessionFor(user, sessions);
  if (session === null) {
    return null;
  }
  const where = /^https?:/.test(url) ? url : hostOf(user) + url;
  const sent = body === undefined || body === null ? null : JSON.stringify(body);
  const answer = http.request(method, where, sent, {
    headers: {
      ...deviceHeaders(session.access),
      ...(keyed && lendingHeaders(session.access, crypto.randomUUID(), sent !== null)),
      ...headers,
    },
    timeout: run.timeoutMs,
    tags: { name: endpoint },
    ...(judging.refusable && { responseCallback: REFUSABLE }),
  }) as Answer;
  if (measure(endpoint, answer, check, judging) === 'token') {
    dropSession(user);
    return null;
  }
  return answer;
}
