import type { Role } from '../../contract/roles.ts';

/** Which part of the request is wrong, and how. */
export interface Complaint {
  /** Such as `header x-idempotency-key`, `query page` or `body /repaymentAmount`. */
  path: string;
  message: string;
}

/**
 * A request that is refused. Thrown anywhere in a route; the application answers with `status` and
 * `body`. The body always has `status: 'FAILED'` and `message` (sections 4.5 and 7).
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    details: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.body = { status: 'FAILED', message, ...details };
    this.headers = headers;
  }
}

/** Most complaints that an answer names: a long list of mistakes would be answered by a longer one. */
const MOST_COMPLAINTS = 20;

/** 400: the request itself is wrong; says where, for the first MOST_COMPLAINTS places. */
export function invalid(complaints: readonly Complaint[]): Refusal {
  const errors = complaints.slice(0, MOST_COMPLAINTS);
  const messages = errors.map((error) => `${error.path} ${error.message}`);
  const rest = complaints.length - errors.length;
  if (rest > 0) {
    messages.push(`and ${rest} more`);
  }
  return new Refusal(400, messages.join('; '), { errors });
}

/** 401: no token, or one that is not good (section 7); the client may refresh or log in again. */
export function unauthorized(message: string): Refusal {
  return new Refusal(401, message, { error: 'unauthorized' }, { 'WWW-Authenticate': 'Bearer' });
}

/** 403: the caller's role or identity does not allow it; the body of section 7. */
export function forbidden(role: Role, message: string): Refusal {
  return new Refusal(403, message, { error: 'forbidden', role });
}

/** 404: there is no such thing. */
export function notFound(message: string): Refusal {
  return new Refusal(404, message);
}

/** 405: the path is known, but not with this method (RFC 9110 15.5.6). */
export function methodNotAllowed(allowed: readonly string[]): Refusal {
  const allow = allowed.join(', ');
  return new Refusal(405, `this path is called with ${allow}`, {}, { Allow: allow });
}

/** 429: too many tries failed (RFC 6585 4); says neither whose nor from where. */
export function tooMany(seconds: number): Refusal {
  const message = 'too many logins failed; try again later';
  return new Refusal(429, message, {}, { 'Retry-After': String(seconds) });
}

/** 409: the thing is not in the state that the request needs. */
export function conflict(message: string): Refusal {
  return new Refusal(409, message);
}
