import { randomBytes } from 'node:crypto';
import { otherwise } from '../../calibration/on-purpose.ts';
import { createLogger } from '../../server/logger.ts';
import { rememberingPasswords } from '../../server/passwords.ts';
import { startServer } from '../../server/serve.ts';
import { targetFor } from '../../server/target.ts';

/** How to run the reference server in process. */
export interface ServeOptions {
  /** default 0, a free one */
  port?: number;
  /** default 127.0.0.1 */
  host?: string;
  /** a database file, made when it does not exist; default `:memory:` */
  db?: string;
  /** ids of faults that it has on purpose; `assay serve --list` prints them */
  faults?: readonly string[];
  /** ids of variants that conform and answer otherwise what is open */
  variants?: readonly string[];
  /** every answer is late by so many milliseconds, between both */
  latency?: { least: number; most: number };
  /** part of requests that get a 500 or a cut connection, from 0 to 1 */
  errorRate?: number;
  /** requests per second beyond which it answers 429 */
  rateLimit?: number;
  /** addresses that webhooks may go to, such as 127.0.0.1, beside the public ones */
  webhooksAllow?: readonly string[];
  /** of what is left to chance; default 1 */
  seed?: number;
}

/** The reference server while it runs. */
export interface ReferenceServer {
  /** all three hosts of the specification, without a slash at the end */
  url: string;
  /** where states are had: `POST` with `{"state": "offer-sent"}` and these headers */
  states: { url: string; headers: Record<string, string> };
  /** people to log in as, each with email and password */
  users: Record<
    'manager' | 'agent' | 'cashier' | 'customer' | 'otherCustomer' | 'otherManager',
    { email: string; password: string }
  >;
  /** the content of its target file, for `parseTarget` or to be written */
  targetFile: Record<string, unknown>;
  /** ends requests in flight (5 s at most) and closes the database */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts the reference server with the standard data and its states hook, both on the loopback, for
 * tests of clients: the same people, loans and payments each time.
 *
 * @throws UsageError or UnavailableError with everything that is wrong at once
 */
export async function serve(options: ServeOptions = {}): Promise<ReferenceServer> {
  const { faults = [], variants = [], seed = 1, latency, errorRate, rateLimit } = options;
  const chaos = {
    seed,
    ...(latency && { latency }),
    ...(errorRate !== undefined && { errorRate }),
    ...(rateLimit !== undefined && { rateLimit }),
  };
  const purpose = otherwise({ faults, variants, chaos });
  const running = await startServer({
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    db: options.db ?? ':memory:',
    control: { secret: randomBytes(24).toString('base64url') },
    logger: createLogger('silent'),
    webhooks: { allow: options.webhooksAllow ?? [] },
    // on the loopback, where nobody guesses, a password is judged once
    ...(options.host === undefined && { passwords: rememberingPasswords() }),
    ...purpose?.options,
  });
  const usual = targetFor(running);
  return {
    url: running.url,
    states: {
      url: `${running.controlUrl}/states`,
      headers: { Authorization: `Bearer ${running.controlSecret}` },
    },
    users: usual.users,
    targetFile: { ...(purpose ? await purpose.targetFor(running) : usual) },
    close: running.close,
    [Symbol.asyncDispose]: running.close,
  };
}
