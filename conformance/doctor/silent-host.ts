import type { Target } from '../../target/target.ts';
import type { PlainRequest } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import { buildRequest } from '../http/request.ts';
import { NEVER_REACHED } from '../report/verdict.ts';
import type { CheckResult } from '../result.ts';
import { PROBES } from './addresses.ts';

/**
 * Asks each host of the target with which a connection failed once more: the host of the logins for
 * one (section 4.1), the others for something that needs no token to be refused. Bounded by the
 * target's timeout and the signal; asks nobody where all connections held, or the run was stopped.
 *
 * @returns the request that got no answer and what came of it, as a clause; undefined where every
 * host answers, whatever it answers
 */
export async function silentHost(
  target: Target,
  results: readonly CheckResult[],
  signal: AbortSignal,
  onExchange?: (exchange: Exchange) => void,
): Promise<string | undefined> {
  const lost = new Set(
    results.flatMap(({ exchanges }) =>
      exchanges.flatMap(({ request, error }) =>
        error && NEVER_REACHED.includes(error.kind) ? [new URL(request.url).origin] : [],
      ),
    ),
  );
  if (lost.size === 0 || signal.aborted) {
    return undefined;
  }
  // Of no use to a thread that sends nothing else: it takes 30 MB.
  const { createClient } = await import('../http/client.ts');
  const client = createClient({ ...target, signal, ...(onExchange && { onExchange }) });
  try {
    const requests = questions(target).filter(({ url }) => lost.has(new URL(url).origin));
    const exchanges = await Promise.all(requests.map((request) => client.send(request)));
    if (signal.aborted) {
      return undefined;
    }
    const silent = exchanges.find(({ error }) => error && NEVER_REACHED.includes(error.kind));
    if (!silent?.error) {
      return undefined;
    }
    const { method, url } = silent.request;
    return `${method} ${url}: ${silent.error.message} (${silent.error.kind})`;
  } finally {
    await client.close();
  }
}

/** One request for each host; the first that is listed speaks for its host. */
function questions(target: Target): PlainRequest[] {
  const logins = Object.values(target.users).map(({ email, password, baseUrl }) => {
    const body = { email, currentPassword: password };
    return buildRequest(target, 'login', { body, ...(baseUrl !== undefined && { baseUrl }) }).plain;
  });
  const others = PROBES.map(
    ({ endpoint, options }) => buildRequest(target, endpoint, { ...options, as: null }).plain,
  );
  const byHost = new Map<string, PlainRequest>();
  for (const request of [...logins, ...others]) {
    const { origin } = new URL(request.url);
    if (!byHost.has(origin)) {
      byHost.set(origin, request);
    }
  }
  return [...byHost.values()];
}
