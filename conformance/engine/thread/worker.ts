import { parentPort } from 'node:worker_threads';
import { UsageError } from '../../../contract/errors.ts';
import { createStates } from '../../../target/states/states.ts';
import { statesHook } from '../../../target/states/states-hook.ts';
import type { Target } from '../../../target/target.ts';
import { CHECKS } from '../../checks/index.ts';
import { expectLogin, type FirstSession } from '../../doctor/refused-logins.ts';
import { createClient } from '../../http/client.ts';
import type { Exchange } from '../../http/exchange.ts';
import { givenTokens } from '../../http/token-of.ts';
import { recordTraffic } from '../../http/traffic.ts';
import type { CheckResult } from '../../result.ts';
import { Evaluation } from '../evaluation.ts';
import { NOTHING_SHOWN } from '../further-pass.ts';
import { Run } from '../run.ts';
import { runChecks } from '../run-checks.ts';
import { batchedPost } from './batched-post.ts';
import { createHeapGauge } from './heap-gauge.ts';
import type { Plan, ToWorker } from './messages.ts';

/** The worker in which the checks run: it takes plans, one after the other, and tells results. */

const port = parentPort;
if (!port) {
  throw new Error('this file runs in a worker thread only');
}
const post = batchedPost((messages) => port.postMessage(messages));
const { hasRoomFor } = createHeapGauge();

post({
  type: 'checks',
  checks: CHECKS.map(
    ({ run: _, again: _again, refusal: _refusal, inOtherForms: _forms, ...data }) => data,
  ),
});

let stop = new AbortController();

port.on('message', (message: ToWorker) => {
  if (message.type === 'stop') {
    stop.abort(message.reason);
    return;
  }
  stop = new AbortController();
  void run(message.plan, stop.signal)
    .catch((error: unknown) => {
      tell(error);
      return NOTHING_RUN;
    })
    .then((run) => post({ type: 'done', ...run }));
});

// What a check left behind must not take the results of all others with it.
process.on('unhandledRejection', tell);
process.on('uncaughtException', tell);

const NOTHING_RUN = { requests: 0, shown: NOTHING_SHOWN };

/** Runs a plan; gives how many requests were sent, and what it has shown of the target. */
async function run(
  { target, firstLogin, select, seed, pass = 0, before, deadlineAt, traffic }: Plan,
  signal: AbortSignal,
): Promise<typeof NOTHING_RUN> {
  const told = new Set<string>();
  const onSecret = (value: string) => {
    if (!told.has(value)) {
      told.add(value);
      post({ type: 'secret', value });
    }
  };
  const record = traffic && recordTraffic(traffic);
  const first = firstLogin ? await firstSession(target, signal, onSecret, record) : [];
  if (first === 'refused') {
    return NOTHING_RUN;
  }
  const client = createClient({
    ...target,
    signal,
    hasRoomFor,
    ...(deadlineAt !== undefined && { deadlineAt }),
    ...(record && { onExchange: record }),
  });
  const states = createStates(target, statesHook(target, signal), onSecret);
  const numberOf = numbering();
  const judged = new Run({ target, client, states, signal, seed, pass, before, onSecret });
  for (const { email, session } of first) {
    judged.leftSessions.leave(email, session);
  }
  const teller =
    (type: 'result' | 'breach') =>
    ({ exchanges, ...result }: CheckResult) =>
      post({ type, result, exchanges: exchanges.map(numberOf) });
  const evaluation = new Evaluation(CHECKS, judged, teller('result'), teller('breach'));
  const selected = CHECKS.filter(({ id }) => select.includes(id));
  try {
    await runChecks(selected, evaluation, target.concurrency, {
      between: () => judged.vary(),
      ...{ anyway: pass > 0, among: CHECKS },
      sessionsLiveOn: () => judged.sessionsLiveOn,
    });
    await judged.leftSessions.endAll();
    return { requests: client.sent(), shown: judged.shown() };
  } finally {
    await client.close();
  }
}

/** What the login is for that is tried before a run. */
const FIRST_LOGIN = 'whether anybody may log in';

/** The session of who may log in, if one began; tells why where nobody may. */
async function firstSession(
  target: Target,
  signal: AbortSignal,
  onSecret: (value: string) => void,
  record: ReturnType<typeof recordTraffic> | undefined,
): Promise<FirstSession[] | 'refused'> {
  try {
    return await expectLogin(target, signal, (exchange) => {
      givenTokens(exchange).forEach(onSecret);
      record?.(exchange, FIRST_LOGIN);
    });
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    post({ type: 'refused', message: error.message });
    return 'refused';
  }
}

/** Tells each exchange once and gives the number by which results name it. */
function numbering(): (exchange: Exchange) => number {
  const numbers = new WeakMap<Exchange, number>();
  let last = 0;
  return (exchange) => {
    let number = numbers.get(exchange);
    if (number === undefined) {
      last += 1;
      number = last;
      numbers.set(exchange, number);
      post({ type: 'exchange', number, exchange });
    }
    return number;
  };
}

function tell(error: unknown): void {
  post({ type: 'problem', message: error instanceof Error ? error.message : String(error) });
}
