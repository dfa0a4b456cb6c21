import type { Logger } from 'pino';
import type { Metrics } from './observability/metrics.ts';
import type { Passwords } from './passwords.ts';
import type { Store } from './store/store.ts';
import type { Tokens } from './tokens.ts';

/** The time, in milliseconds since 1970; injected, so that tests decide when an hour is over. */
export interface Clock {
  now(): number;
}

/** Everything a route works with. Replace a member to make a server that is wrong in one way. */
export interface Dependencies {
  store: Store;
  clock: Clock;
  tokens: Tokens;
  passwords: Passwords;
  logger: Logger;
  /** Whether the server is about to stop; set by what runs it. */
  condition: { stopping: boolean };
  /** Only where somebody may ask for them. */
  metrics?: Metrics;
}

/** What the caller of `app.fetch(request, bindings)` hands over beside the request. */
export type Bindings = {
  /** The body as it was received. A GET has its body only here. */
  body?: string | Buffer;
};

/** The environment of the Hono application. */
export type AppEnv = { Bindings: Bindings };

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };
