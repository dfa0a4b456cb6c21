import { TooLargeError } from '../../target/bounded-body.ts';
import { connectionProblem } from '../../target/connections/connection-problem.ts';
import type { Ways } from '../../target/connections/ways.ts';
import { TimedOutError } from './ask.ts';
import type { Exchange, ExchangeErrorKind } from './exchange.ts';

const KIND_OF_CODE: Record<string, ExchangeErrorKind> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
};

/** Whether undici refused a request, of which nothing was sent: a header holds what none may. */
export const isUnsendable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'UND_ERR_INVALID_ARG' || error.code === 'UND_ERR_NOT_SUPPORTED');

/**
 * What an exchange without an answer says of why.
 *
 * @param error what was thrown
 */
export function exchangeError(
  error: unknown,
  url: string,
  options: Ways & { signal?: AbortSignal },
): NonNullable<Exchange['error']> {
  if (options.signal?.aborted) {
    return { kind: 'stopped', message: 'the run was stopped' };
  }
  if (error instanceof TimedOutError) {
    return { kind: 'timeout', message: error.message };
  }
  if (error instanceof TooLargeError) {
    return { kind: 'too-large', message: error.message };
  }
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const code = String((cause as { code?: unknown })?.code ?? '');
  const message = cause instanceof Error ? cause.message : String(cause);
  const problem = connectionProblem(error, url, options);
  if (problem && problem.kind !== 'other') {
    return { kind: problem.kind, message: problem.message };
  }
  const kind = KIND_OF_CODE[code] ?? 'protocol';
  return { kind, message: problem?.message ?? (message || code) };
}
