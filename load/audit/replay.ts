import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { pathOf } from '../../contract/endpoints.ts';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { connectionProblem } from '../../target/connections/connection-problem.ts';
import { dispatchersOf } from '../../target/connections/dispatcher.ts';
import type { LoadTarget, LoadUser } from '../load-target.ts';
import type { RepaymentEvent } from '../scripts/record/events.ts';

/**
 * Logs a user in (section 4.1) and gives the access token.
 *
 * @throws UnavailableError when the target does not answer or fails
 * @throws UsageError when it refuses the user
 */
export async function loginTo(
  target: LoadTarget,
  { email, password }: LoadUser,
  signal?: AbortSignal,
): Promise<string> {
  const { status, body } = await send(target, signal, 'PUT', target.baseUrl + pathOf('login'), {
    body: JSON.stringify({ email, currentPassword: password }),
    headers: { platform: 'WEB', uuid: randomUUID() },
  });
  const token = (body as { access_token?: unknown } | null)?.access_token;
  if (typeof token === 'string') {
    return token;
  }
  if (status >= 500) {
    throw new UnavailableError(`${target.baseUrl} answers the login of ${email} with ${status}`);
  }
  throw new UsageError(
    `${target.baseUrl} refuses the login of ${email} (${status}); look at its password in the target file`,
  );
}

/** What came of a repayment that was sent once more; status 0 is no answer. */
export interface Replayed {
  status: number;
  data: unknown;
  /** the body's `status` is FAILED, whatever the HTTP status */
  failed: boolean;
}

/** Sends repayments once more, each with its old key, as the customer of the target file. */
export async function replayer(
  target: LoadTarget,
  signal?: AbortSignal,
): Promise<(repayment: RepaymentEvent) => Promise<Replayed>> {
  const { customer } = target.users;
  if (customer === undefined) {
    throw new UsageError('users.customer is missing in the target file');
  }
  const token = await loginTo(target, customer, signal);
  return async ({ path, body, key }) => {
    const headers = {
      'X-Auth-Token': token,
      'x-idempotency-key': key,
      'x-fapi-auth-date': new Date().toISOString(),
      'x-fapi-interaction-id': randomUUID(),
    };
    try {
      const answer = await send(target, signal, 'POST', target.lendingUrl + path, {
        body,
        headers,
      });
      const told = answer.body as { status?: unknown; data?: unknown } | null;
      const data = answer.status < 300 ? (told?.data ?? null) : null;
      return { status: answer.status, data, failed: told?.status === 'FAILED' };
    } catch (error) {
      if (error instanceof UnavailableError) {
        return { status: 0, data: null, failed: false };
      }
      throw error;
    }
  };
}

/** What the target file adds; names of headers ignore case, so that its address takes the place of ours. */
function headersOf(target: LoadTarget): Record<string, string> {
  const own = Object.entries(target.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  return { 'x-fapi-customer-ip-address': '102.88.34.1', ...Object.fromEntries(own) };
}

async function send(
  target: LoadTarget,
  stop: AbortSignal | undefined,
  method: 'PUT' | 'POST',
  url: string,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<{ status: number; body: unknown }> {
  const timeout = AbortSignal.timeout(target.timeoutMs);
  const dispatcher = dispatchersOf(target)({ timeoutMs: target.timeoutMs });
  const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
  try {
    const answer = await request(url, {
      method,
      headers: { ...headersOf(target), 'Content-Type': 'application/json', ...headers },
      body,
      signal,
      dispatcher,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, body: json(text) };
  } catch (error) {
    stop?.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    const why = connectionProblem(error, url, target)?.message ?? (message || code);
    throw new UnavailableError(`${url} does not answer: ${why}`);
  } finally {
    await dispatcher.destroy();
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
