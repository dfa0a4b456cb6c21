import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from '../dependencies.ts';
import { patternOf } from '../logger.ts';
import { answer } from './answer.ts';
import { isLocked } from './patience.ts';
import { Refusal } from './refusal.ts';

/**
 * Answers what was thrown: a Refusal as it says; a database that stayed locked, or whose file
 * cannot be read or written, with 503; a full disk with 507 (RFC 4918 11.5); anything else is our
 * defect: 500, its details in the log only. What was begun is undone in each case.
 */
export function answerFailure(c: Context<AppEnv>, error: Error, logger: Logger): Response {
  if (error instanceof Refusal) {
    return answer(c, error.body, error.status, error.headers);
  }
  const code = 'code' in error ? String(error.code) : '';
  if (isLocked(error)) {
    logger.error({ err: error }, 'the database is locked by another process');
    const body = { status: 'FAILED', message: 'the database is busy; try again' };
    return answer(c, body, 503, { 'Retry-After': '1' });
  }
  if (code === 'SQLITE_FULL') {
    logger.error({ err: error }, 'the disk is full');
    return answer(c, { status: 'FAILED', message: 'the disk is full; nothing was changed' }, 507);
  }
  if (/^SQLITE_(IOERR|READONLY|CANTOPEN)/.test(code)) {
    logger.error({ err: error }, 'the database file cannot be read or written');
    const message = 'the database cannot be written; nothing was changed';
    return answer(c, { status: 'FAILED', message }, 503);
  }
  logger.error({ err: error, method: c.req.method, path: patternOf(c) }, 'unexpected error');
  return answer(c, { status: 'FAILED', message: 'internal error' }, 500);
}
