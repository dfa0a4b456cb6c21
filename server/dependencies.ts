import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { Written } from './http/answer.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Passwords } from './passwords.ts';
import type { Store } from './store/store.ts';
import type { Tokens } from './tokens.ts';
import type { Dispatcher } from './webhooks/dispatcher.ts';

/** The time, in milliseconds since 1970; injected, so that tests decide when an hour is over. */
export interface Clock {
  now(): number;
  /**
   * How many milliseconds it has jumped ahead of the time that passed. What is kept for a while is
   * kept so much longer: that a clock jumps makes nothing old.
   */
  ahead?(): number;
}

/** Everything a route works with. Replace a member to make a server that is wrong in one way. */
export interface Dependencies {
  store: Store;
  clock: Clock;
  tokens: Tokens;
  passwords: Passwords;
  logger: Logger;
  /** Sends webhooks, once it is started. */
  webhooks: Dispatcher;
  /** Whether the server is about to stop; set by what runs it. */
  condition: { stopping: boolean };
  /** Only where somebody may ask for them. */
  metrics?: Metrics;
}

/** What the caller of `app.fetch(request, bindings)` hands over beside the request. */
export type Bindings = {
  /** The body as it was received. A GET has its body only here. */
  body?: string | Buffer;
  /** The IP address of the client, or of the proxy before it. */
  address?: string | undefined;
  /** The headers as they were received, where nobody has changed the request since. */
  headers?: IncomingHttpHeaders | undefined;
  /** Whether the answer is to be written as it was made. */
  asMade?: boolean;
  /** That answer, in place of the Response, which is empty then. */
  written?: Written;
};

/** The environment of the Hono application. */
export type AppEnv = { Bindings: Bindings };

/** What a time server corrects bit by bit between two looks is less, in milliseconds. */
const JUMP = 5000;

/**
 * The clock of this machine.
 *
 * @param onJump told when the clock was set, or the machine slept: by how many milliseconds it is
 *   ahead of where it was, less than 0 where it is behind
 */
export function systemClock(
  onJump: (milliseconds: number) => void,
  wall = Date.now,
  steady = () => performance.now(),
): Clock {
  let difference = wall() - steady();
  let ahead = 0;
  return {
    now() {
      const now = wall();
      const jump = now - steady() - difference;
      difference += jump;
      if (Math.abs(jump) > JUMP) {
        ahead += Math.max(0, jump);
        onJump(jump);
      }
      return now;
    },
    ahead: () => ahead,
  };
}
