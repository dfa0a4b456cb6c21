import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { AppEnv } from './dependencies.ts';
import { isUuid } from './http/identifier.ts';

/** How much the server says; `silent` says nothing. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A logger of JSON lines on `destination`; default standard error, so standard output stays free. */
export function createLogger(
  level: LogLevel = 'info',
  destination: DestinationStream = pino.destination(2),
): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: null, timestamp, serializers: { err: named } }, destination);
}

/** What is known of an error by name: whatever else hangs on it may hold a request. */
function named({ name, message, stack, ...rest }: Error) {
  const code = 'code' in rest ? { code: String(rest.code) } : {};
  return { type: name, message, stack, ...code };
}

/**
 * One line for each request. It names what is written instead of hiding what is not: headers,
 * bodies, queries and what stands in a path are never logged, since tokens, passwords and people's
 * data are in them.
 */
export function logRequests(logger: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const interaction = c.req.header('x-fapi-interaction-id');
    logger.info(
      {
        method: c.req.method,
        path: patternOf(c),
        status: c.res.status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        ...(interaction !== undefined && isUuid(interaction) && { interactionId: interaction }),
      },
      'request',
    );
  };
}

/** The path of the route that a request belongs to, such as `/repay-loan/:user-id`. */
export function patternOf(c: Context<AppEnv>): string {
  // The middleware that logs is itself a route, of all paths.
  return matchedRoutes(c).find(({ path }) => path !== '/*')?.path ?? 'unknown';
}
