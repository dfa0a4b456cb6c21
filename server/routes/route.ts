import type { Context } from 'hono';
import type { AppEnv } from '../dependencies.ts';
import type { Caller } from '../http/authenticate.ts';

/** Answers a request that the guard has let through; throws a Refusal to refuse it. */
export type GuardedRoute = (c: Context<AppEnv>, caller: Caller) => Response | Promise<Response>;

/** Answers a request of anybody: login, and refresh, which looks at its token by itself. */
export type OpenRoute = (c: Context<AppEnv>) => Response | Promise<Response>;
