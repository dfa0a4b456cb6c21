import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { dispatchersOf } from '../../target/connections/dispatcher.ts';
import type { Ways } from '../../target/connections/ways.ts';
import { type Asked, ask, type Received } from './ask.ts';
import { decodeBody, MAX_BODY_BYTES } from './bodies/body.ts';
import { receiveBody } from './bodies/received-body.ts';
import { type Exchange, holdJson, type Retry } from './exchange.ts';
import { exchangeError, isUnsendable } from './exchange-error.ts';
import { headerValue } from './header-value.ts';
import { createPause } from './pause.ts';
import { isPutOff, retryFor } from './retry.ts';
import { createSlots } from './slots.ts';

/** A request, ready to be sent as it is. */
export interface PlainRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Settings of a client. */
export interface ClientOptions extends Ways {
  /** whole exchange, in milliseconds, from sending to the last byte */
  timeoutMs: number;
  /** requests at once, at most */
  concurrency: number;
  /** ends every exchange under way and to come */
  signal?: AbortSignal;
  /** whether so many more bytes of answers may be held; default: always */
  hasRoomFor?(bytes: number): boolean;
  /** when the run ends, in milliseconds since the epoch; nothing is waited for beyond it */
  deadlineAt?: number;
  /** told of every exchange, also of those that are sent again, and what it was sent for */
  onExchange?(exchange: Exchange, sentFor: string): void;
}

/** How one request is sent. */
interface SendOptions {
  /**
   * the longest wait that a 429 or 503 may ask for, in milliseconds, where requests to that URL for which
   * anything is waited for were not made to wait about as long; beyond it that is the answer
   */
  patienceMs?: number;
  /** how often it is sent again at the most, where whoever is put off may be so for good */
  mostRetries?: number;
  /** the check, or the shared value, that needs it */
  sentFor?: string;
}

/** How much longer a limit may make wait than it did before: what is left of its window differs. */
const OF_THE_SAME_LIMIT = 1.5;

/** Sends requests and records what came; never throws for what the target does. */
export interface Client {
  send(request: PlainRequest, options?: SendOptions): Promise<Exchange>;
  /** how many requests were sent so far, those sent again included */
  sent(): number;
  /** how long the target has asked the run to wait so far, in milliseconds of the clock */
  pausedMs(): number;
  close(): Promise<void>;
}

/** The longest wait for a run that has no deadline, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Makes a client for one run. It follows no redirects, bounds time and size, and tries again only
 * where a second attempt cannot hide a fault: after 429 (RFC 6585 section 4) and 503 with
 * Retry-After (RFC 9110 section 10.2.3), which a gateway may give to a request that was not
 * processed, and after a lost connection where the request may be repeated (RFC 9110 section
 * 9.2.2). A target that asks to wait is left alone by all requests until then, as far as the
 * deadline allows. Every retry is recorded in the exchange. A connection that carried a 5xx is not
 * used again, since a server in trouble may drop it, which would look like the next request's fault; once
 * one was lost, none is, since a target may close what it has kept alive without a word.
 */
export function createClient(options: ClientOptions): Client {
  const dispatcher = dispatchersOf(options);
  let keepsAlive = true;
  const freshAgent = () => dispatcher({ ...connectionsOf(options), pipelining: +keepsAlive });
  let agent = freshAgent();
  const retired = new Set<Dispatcher>();

  /** Later exchanges get connections of their own; those under way on this agent finish. */
  function retire(used: Dispatcher): void {
    if (used !== agent) {
      return;
    }
    agent = freshAgent();
    retired.add(used);
    used.close().then(
      () => retired.delete(used),
      () => retired.delete(used),
    );
  }
  const slots = createSlots(options.concurrency);
  const pause = createPause(options.signal);
  /** the longest that each URL has made wait, in milliseconds */
  const longest = new Map<string, number>();
  let sent = 0;

  const underWay = new Set<Asked['giveUp']>();
  const stopAll = () => {
    for (const giveUp of underWay) {
      giveUp(new Error('the run was stopped'));
    }
  };
  options.signal?.addEventListener('abort', stopAll);

  async function respond(used: Dispatcher, request: PlainRequest) {
    const { received, giveUp } = ask(used, dispatched(request), {
      timeoutMs: options.timeoutMs,
      limit: MAX_BODY_BYTES,
      onHead: (status) => {
        if (status >= 500) {
          retire(used);
        }
      },
    });
    underWay.add(giveUp);
    if (options.signal?.aborted) {
      stopAll();
    }
    try {
      return answerOf(await received, options.hasRoomFor);
    } finally {
      underWay.delete(giveUp);
    }
  }

  async function attempt(request: PlainRequest): Promise<Exchange> {
    sent += 1;
    const startedAt = new Date();
    const start = performance.now();
    const exchange: Exchange = {
      request: { ...request, headers: { ...request.headers } },
      startedAt: startedAt.toISOString(),
      durationMs: 0,
      retries: [],
    };
    const used = agent;
    try {
      exchange.response = await respond(used, request);
    } catch (error) {
      if (isUnsendable(error)) {
        // The connection that was to take it is never free again for undici.
        retire(used);
      }
      exchange.error = exchangeError(error, request.url, options);
      if (exchange.error.kind === 'reset') {
        keepsAlive = false;
        retire(used);
      }
    }
    exchange.durationMs = performance.now() - start;
    return exchange;
  }

  async function send(
    request: PlainRequest,
    { patienceMs = Infinity, mostRetries = Infinity, sentFor = '' }: SendOptions = {},
  ): Promise<Exchange> {
    const retries: Retry[] = [];
    for (;;) {
      const exchange = await attemptInTurn(request);
      exchange.retries = retries;
      options.onExchange?.(exchange, sentFor);
      const known = OF_THE_SAME_LIMIT * (longest.get(request.url) ?? 0);
      const end = Math.min(latestEnd(options), Date.now() + Math.max(patienceMs, known));
      const isLast = retries.length >= mostRetries;
      const retry = isLast ? undefined : retryFor(exchange, retries.length, end);
      if (!retry || options.signal?.aborted) {
        return exchange;
      }
      retries.push(retry);
      if (isPutOff(exchange)) {
        if (patienceMs === Infinity) {
          longest.set(request.url, Math.max(retry.waitedMs, longest.get(request.url) ?? 0));
        }
        pause.begin(retry.waitedMs);
      } else {
        await wait(retry.waitedMs, undefined, { signal: options.signal }).catch(() => {});
      }
    }
  }

  /** Sends once, when there is a place and nobody has asked to wait. */
  async function attemptInTurn(request: PlainRequest): Promise<Exchange> {
    const release = await slots.take();
    let wasPutOff = false;
    try {
      await pause.over();
      const exchange = await attempt(request);
      wasPutOff = isPutOff(exchange);
      return exchange;
    } finally {
      release(wasPutOff);
    }
  }

  return {
    send,
    sent: () => sent,
    pausedMs: pause.totalMs,
    async close() {
      options.signal?.removeEventListener('abort', stopAll);
      await Promise.all([agent, ...retired].map((each) => each.destroy()));
    },
  };
}

const latestEnd = ({ deadlineAt }: ClientOptions) => deadlineAt ?? Date.now() + LONGEST_WAIT_MS;

function connectionsOf({ concurrency, timeoutMs }: ClientOptions) {
  return {
    connections: concurrency,
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    timeoutMs,
  };
}

const CODING = 'transfer-encoding';

/**
 * What is sent of a request: a body whose header says `transfer-encoding: chunked` in two pieces, without its
 * length (RFC 9112 section 7.1); undici writes that header itself.
 */
function sentOf({ headers, body }: PlainRequest) {
  if (headerValue(headers, CODING) !== 'chunked' || body === undefined) {
    return { headers, body: body ?? null };
  }
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== CODING);
  const bytes = Buffer.from(body);
  const half = Math.floor(bytes.length / 2);
  const pieces = [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0);
  return { headers: Object.fromEntries(others), body: Readable.from(pieces) };
}

/** Firewalls turn away who does not say what it is (RFC 9110 section 10.1.5). */
const USUAL = { 'accept-encoding': 'identity', 'user-agent': 'assay' };

/** The headers with those of USUAL that they have not, in whatever letters. */
function withUsual(sent: Readonly<Record<string, string>>): Record<string, string> {
  const missing = Object.entries(USUAL).filter(([name]) => headerValue(sent, name) === undefined);
  return { ...Object.fromEntries(missing), ...sent };
}

function dispatched(request: PlainRequest): Dispatcher.DispatchOptions {
  const url = new URL(request.url);
  const { headers, body } = sentOf(request);
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method as Dispatcher.HttpMethod,
    headers: withUsual(headers),
    body,
    // Undici would end the connection of a GET with a body; where it ends does not depend on the method (RFC 9112 section 6).
    reset: false,
  };
}

function answerOf(received: Received, hasRoomFor: ClientOptions['hasRoomFor']) {
  const headers = flatten(received.headers);
  const decoded = decodeBody(received.bytes, headers['content-encoding']);
  const { text: body, parsed } = receiveBody(decoded, hasRoomFor);
  const answer = { status: received.status, headers, body };
  holdJson(answer, parsed);
  return answer;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
    }
  }
  return flat;
}
