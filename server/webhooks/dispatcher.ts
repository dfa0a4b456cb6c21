import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Together } from '../database/commits/together.ts';
import type { Clock } from '../dependencies.ts';
import { type Addresses, callableAddresses, type Resolve, resolveHost } from './addresses.ts';
import { callOnce, type Outcome } from './call.ts';
import { type FailedLoginEvents, tellerOf } from './failed-login-events.ts';
import { bodyOf, problemOf, retryAfterOf, secretsOf } from './message.ts';
import type { OneSender } from './one-sender.ts';
import type { Attempt, Delivery, Outbox, Verdict } from './outbox.ts';
import { pauseAfter, RETRIES, type RetryPlan } from './retry.ts';
import { signatureHeaders } from './signature.ts';

/** How deliveries go. Times are milliseconds. */
export interface WebhookOptions {
  /** Addresses beside the public ones that may be called, by plain HTTP too; none by default. */
  allow?: readonly string[];
  retries?: RetryPlan;
  /** For a receiver's whole answer; default 10 s. */
  timeLimit?: number;
  /** How often the outbox is looked at; default 100 ms. */
  interval?: number;
  /** How long a delivery is remembered after it was settled; default 30 days. */
  memory?: number;
  /** Default: DNS. */
  resolve?: Resolve;
  /** From 0 to 1; default `Math.random`. */
  random?: () => number;
}

/** Sends what the outbox holds. */
export interface Dispatcher {
  addresses: Addresses;
  resolve: Resolve;
  /** Looks at the outbox again and again until it is closed. */
  start(): void;
  /** Sends all that is due, and what becomes due by that; resolves when nothing is under way. */
  deliverDue(): Promise<void>;
  /** Resolves when nothing more goes to an endpoint that is no longer in the outbox. */
  removed(endpointId: string): Promise<void>;
  /** Starts nothing more; what is under way may end for a while, and is then cut. */
  close(): Promise<void>;
}

/** Deliveries under way to one endpoint: a slow one keeps neither others nor the server busy. */
const PER_ENDPOINT = 4;

/** How long what is under way may go on when its endpoint is removed or the server stops. */
const GRACE = 2000;

const DAY = 24 * 3600 * 1000;
const HOUR = 3600 * 1000;

/** Most deliveries that are forgotten in one transaction. */
const FORGOTTEN_AT_ONCE = 1000;

interface UnderWay {
  endpointId: string;
  cut: AbortController;
  ended: Promise<void>;
}

/**
 * Tells endpoints what the outbox has for them, at least once and in the order of each resource: an
 * attempt whose outcome is not written down, because the server was killed, is made again. An
 * attempt succeeds by a 2xx. What fails is tried again later, and is a dead letter in the end, which
 * holds nothing up.
 *
 * @param sender whether it is this server that sends what the database holds
 */
export function createDispatcher(
  {
    outbox,
    failedLogins,
    together,
    clock,
    logger,
    sender,
  }: {
    outbox: Outbox;
    failedLogins: FailedLoginEvents;
    together: Together;
    clock: Clock;
    logger: Logger;
    sender: OneSender;
  },
  options: WebhookOptions = {},
): Dispatcher {
  const {
    retries = RETRIES,
    timeLimit = 10_000,
    interval = 100,
    memory = 30 * DAY,
    resolve = resolveHost,
    random = Math.random,
  } = options;
  const addresses = callableAddresses(options.allow);
  const underWay = new Map<number, UnderWay>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let lastForgotten = clock.now();
  const failedLoginTeller = tellerOf(failedLogins, logger);

  const look = (): void => {
    if (closed) {
      return;
    }
    try {
      const endpoints = outbox.endpointIds();
      if (endpoints.length === 0 || !sender.isHere()) {
        return;
      }
      for (const id of endpoints) {
        const busy = [...underWay.values()].filter(({ endpointId }) => endpointId === id).length;
        const free = PER_ENDPOINT - busy;
        // Those under way are still PENDING, and are found again.
        const found = free > 0 ? outbox.due(id, clock.now(), PER_ENDPOINT) : [];
        const fresh = found.filter(({ seq }) => !underWay.has(seq));
        for (const delivery of fresh.slice(0, free)) {
          begin(delivery);
        }
      }
    } catch (error) {
      logger.error({ err: error }, 'the outbox of webhooks could not be read');
    }
  };

  const begin = (delivery: Delivery): void => {
    const cut = new AbortController();
    const ended = attempt(delivery, cut.signal)
      .catch((error: unknown) => logger.error({ err: error }, 'a webhook could not be sent'))
      .finally(() => {
        underWay.delete(delivery.seq);
        look();
      });
    underWay.set(delivery.seq, { endpointId: delivery.endpointId, cut, ended });
  };

  const attempt = async (delivery: Delivery, signal: AbortSignal): Promise<void> => {
    const startedAt = clock.now();
    const start = performance.now();
    const outcome = await send(delivery, startedAt, signal);
    if (outcome === null || signal.aborted) {
      return;
    }
    const milliseconds = Math.round(performance.now() - start);
    const isTold = 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
    const made: Attempt = {
      startedAt,
      milliseconds,
      statusCode: 'status' in outcome ? outcome.status : null,
      problem: isTold ? null : problemOf(outcome),
    };
    const verdict = verdictOn(delivery, outcome, isTold);
    if (verdict.status === 'DEAD') {
      const { id, endpointId, type } = delivery;
      logger.warn({ delivery: id, endpoint: endpointId, type }, 'a webhook became a dead letter');
    }
    await written(() => outbox.record(delivery, made, verdict));
  };

  /** Null where it is not wanted any more. */
  const send = async (
    delivery: Delivery,
    now: number,
    signal: AbortSignal,
  ): Promise<Outcome | null> => {
    const endpoint = outbox.endpoint(delivery.endpointId);
    if (endpoint === undefined) {
      return null;
    }
    const body = bodyOf(delivery);
    const timestamp = Math.floor(now / 1000);
    const message = { id: delivery.eventId, timestamp, body };
    let isWanted = true;
    const outcome = await callOnce(
      {
        method: 'POST',
        url: endpoint.url,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Assay-Webhooks/1',
          ...signatureHeaders(message, secretsOf(endpoint, now)),
        },
        body,
      },
      {
        ...{ addresses, resolve, timeLimit, signal },
        isWanted: () => {
          isWanted = outbox.endpoint(endpoint.id) !== undefined;
          return isWanted;
        },
      },
    );
    return isWanted ? outcome : null;
  };

  const verdictOn = ({ attempts }: Delivery, outcome: Outcome, isTold: boolean): Verdict => {
    const number = attempts + 1;
    const now = clock.now();
    if (isTold) {
      return { status: 'DELIVERED', settledAt: now };
    }
    if (number >= retries.attempts) {
      return { status: 'DEAD', settledAt: now };
    }
    return {
      status: 'PENDING',
      dueAt: now + pauseAfter(retries, number, retryAfterOf(outcome), random()),
    };
  };

  /** Until it is: what is sent and not written down would be sent again at once, for ever. */
  const written = async (work: () => void): Promise<void> => {
    for (let problems = 0; !closed || problems === 0; problems++) {
      try {
        await together(work);
        return;
      } catch (error) {
        if (problems === 0) {
          logger.error({ err: error }, 'what became of a webhook could not be written yet');
        }
        await pause(interval);
      }
    }
  };

  const ended = (which: UnderWay[]): Promise<unknown> =>
    Promise.all(which.map((each) => each.ended));

  const endOrCut = async (which: UnderWay[]): Promise<void> => {
    const cut = setTimeout(() => {
      for (const each of which) {
        each.cut.abort();
      }
    }, GRACE);
    await ended(which);
    clearTimeout(cut);
  };

  const forget = (): void => {
    const now = clock.now();
    if (now - lastForgotten < HOUR) {
      return;
    }
    const before = lastForgotten;
    lastForgotten = now;
    void together(() => outbox.forget(now - memory, FORGOTTEN_AT_ONCE)).then(
      (forgotten) => {
        // The rest at the next look.
        lastForgotten = forgotten < FORGOTTEN_AT_ONCE ? now : before;
      },
      (error: unknown) => logger.error({ err: error }, 'old webhooks could not be forgotten'),
    );
  };

  return {
    addresses,
    resolve,
    start() {
      timer = setInterval(() => {
        void failedLoginTeller.tell();
        look();
        forget();
      }, interval);
      timer.unref();
    },
    async deliverDue() {
      await failedLoginTeller.tell();
      look();
      while (underWay.size > 0) {
        await ended([...underWay.values()]);
      }
    },
    removed: (endpointId) =>
      endOrCut([...underWay.values()].filter((each) => each.endpointId === endpointId)),
    async close() {
      closed = true;
      clearInterval(timer);
      await failedLoginTeller.idle();
      await endOrCut([...underWay.values()]);
      sender.close();
    },
  };
}
