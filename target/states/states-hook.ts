import { readBody } from '../bounded-body.ts';
import { connectionProblem } from '../connections/connection-problem.ts';
import { dispatchersOf } from '../connections/dispatcher.ts';
import type { Target } from '../target.ts';
import type { FetchHook } from './states.ts';

/** The values of any state fit many times over, in bytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** A hook may have to create a loan and move it on before it can answer, in milliseconds. */
const LEAST_TIMEOUT_MS = 10_000;

/**
 * Sends requests to the hook of a target: each on a connection of its own, so that none is lost on
 * one that the hook just closed; bounded in time (the target's timeout, at least 10 s) and size;
 * redirects are not followed, since they would carry the headers elsewhere. Reached as the target
 * is: with its certificates, by its proxies.
 */
export function statesHook(
  target: Pick<Target, 'timeoutMs' | 'tls' | 'proxies'>,
  signal?: AbortSignal,
  leastTimeoutMs = LEAST_TIMEOUT_MS,
): FetchHook {
  const timeoutMs = Math.max(leastTimeoutMs, target.timeoutMs);
  const dispatcherFor = dispatchersOf(target);
  return async ({ url, headers, body }) => {
    const dispatcher = dispatcherFor({ timeoutMs });
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const { origin, pathname, search } = new URL(url);
      const response = await dispatcher.request({
        ...{ origin, path: pathname + search },
        method: 'POST',
        headers,
        body,
        reset: true,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      });
      const bytes = await readBody(response.body, MAX_ANSWER_BYTES);
      return { status: response.statusCode, body: bytes.toString('utf8') };
    } catch (error) {
      if (signal?.aborted) {
        throw new Error('the run was stopped');
      }
      if (timeout.aborted) {
        throw new Error(`nothing complete came within ${timeoutMs} ms`);
      }
      const problem = connectionProblem(error, url, target);
      if (problem) {
        throw new Error(problem.message);
      }
      throw error instanceof AggregateError ? error.errors[0] : error;
    } finally {
      await dispatcher.destroy();
    }
  };
}
