import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from '../dependencies.ts';
import { answer } from './answer.ts';
import { Refusal } from './refusal.ts';

/**
 * Answers what was thrown: a Refusal as it says; a database that stayed locked with 503; anything
 * else is our defect: 500, its details in the log only.
 */
export function answerFailure(c: Context<AppEnv>, error: Error, logger: Logger): Response {
  if (error instanceof Refusal) return answer(c, error.body, error.status, error.headers);
  if ('code' in error && error.code === 'SQLITE_BUSY') {
    logger.error({ err: error }, 'the database is locked by another process');
    const body = { status: 'FAILED', message: 'the database is busy; try again' };
    return answer(c, body, 503, { 'Retry-After': '1' });
  }
  logger.error({ err: error, method: c.req.method, path: c.req.path }, 'unexpected error');
  return answer(c, { status: 'FAILED', message: 'internal error' }, 500);
}
