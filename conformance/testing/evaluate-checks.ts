import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { States } from '../../target/states/states.ts';
import type { Target } from '../../target/target.ts';
import type { Check } from '../check.ts';
import { Evaluation } from '../engine/evaluation.ts';
import { Run } from '../engine/run.ts';
import type { Client } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CheckResult } from '../result.ts';

const TARGET: Target = {
  name: 'a target',
  baseUrl: 'http://target.invalid',
  lendingUrl: 'http://target.invalid',
  investmentUrl: 'http://target.invalid',
  headers: {},
  timeoutMs: 1_000,
  concurrency: 2,
  users: { customer: { email: 'c@target.invalid', password: 'customer-password' } },
  capabilities: [],
  states: { pools: {} },
  secrets: [],
};

type Answer = Partial<Pick<Exchange, 'response' | 'error'>>;

const LOGIN: Answer = {
  response: { status: 200, headers: {}, body: JSON.stringify({ access_token: 'the-token' }) },
};

/** An evaluation of checks against a target that answers every request alike. */
export function evaluate(
  checks: (Partial<Check> & { id: string })[],
  options: { target?: Partial<Target>; answer?: Answer; stop?: AbortController } = {},
) {
  const { answer = LOGIN, stop = new AbortController() } = options;
  const secrets: string[] = [];
  const sent: string[] = [];
  const reported: CheckResult[] = [];
  const client: Client = {
    async send(request) {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return { request, startedAt: '', durationMs: 0, retries: [], ...answer };
    },
    sent: () => 0,
    pausedMs: () => 0,
    close: async () => {},
  };
  const states = {
    async shared(name: string) {
      throw new NotSupplied(`state ${name}`, 'nothing supplies it');
    },
  } as unknown as States;
  const run = new Run({
    target: { ...TARGET, ...options.target },
    client,
    states,
    signal: stop.signal,
    seed: 1,
    onSecret: (value) => secrets.push(value),
  });
  const complete = checks.map(
    (check): Check => ({
      title: check.id,
      requirements: [],
      level: 'must',
      async run() {},
      ...check,
    }),
  );
  const breaches: CheckResult[] = [];
  const evaluation = new Evaluation(
    complete,
    run,
    (result) => reported.push(result),
    (result) => breaches.push(result),
  );
  return { evaluation, secrets, sent, reported, breaches };
}

/** Logs the customer in. */
export const LOGIN_CHECK = {
  id: 'login.customer',
  users: ['customer' as const],
  run: async (context: Parameters<Check['run']>[0]) => {
    await context.session('customer');
  },
};
