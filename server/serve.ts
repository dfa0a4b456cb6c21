import type { Logger } from 'pino';
import { UnavailableError, UsageError } from '../contract/errors.ts';
import { createApp } from './app.ts';
import { createControlApp } from './control.ts';
import { seedIfEmpty } from './database/load-standard.ts';
import { closeDatabase, type Db, openDatabase, tokenSecretOf } from './database/open.ts';
import { standardSnapshot } from './database/snapshot.ts';
import { type Clock, type Dependencies, systemClock } from './dependencies.ts';
import { type Fetch, type Listening, type ListenOptions, listen } from './listen.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './observability/metrics.ts';
import { argon2Passwords, type Passwords } from './passwords.ts';
import { createStore } from './store/store.ts';
import { ACCESS_TOKEN_SECONDS, createTokens } from './tokens.ts';
import { createDispatcher, type WebhookOptions } from './webhooks/dispatcher.ts';
import { oneSenderOf } from './webhooks/one-sender.ts';

/** How to run the reference server. */
export interface ServeOptions extends ListenOptions {
  /** A database file, made when it does not exist, or `:memory:`. */
  db: string;
  /** Put the standard data into a database that has no users; default true. */
  seed?: boolean;
  /**
   * The states hook (design, "States") and the metrics: off unless given. Loopback only; port 0 is a
   * free one.
   */
  control?: { port?: number; secret: string };
  /** Default: JSON lines on standard error, level info. */
  logger?: Logger;
  /** Lifetime of an access token in seconds; default 3600, as the specification demands. */
  accessTokenSeconds?: number;
  /** Default: this machine's. */
  clock?: Clock;
  /** Default: argon2id. */
  passwords?: Passwords;
  /** Where webhooks may go, and how often they are tried. */
  webhooks?: WebhookOptions;
  /** Puts something between the clients and the application, as calibration does. */
  wrap?: (fetch: Fetch, right: Parts) => Fetch;
  /** Replaces parts that the application works with; the control port keeps the right ones. */
  replace?: (right: Dependencies) => Dependencies;
}

/** What a server works with. */
export interface Parts {
  dependencies: Dependencies;
  db: Db;
}

/** A server that runs. */
export interface Running {
  /** Such as `http://127.0.0.1:40123`; all three hosts of the specification. */
  url: string;
  /** Where the states hook is, if it was asked for. */
  controlUrl?: string;
  /** The secret of the states hook, if it was asked for. */
  controlSecret?: string;
  dependencies: Dependencies;
  /** Ends requests in flight (5 s at most), writes the log back into the database and closes it. */
  close(): Promise<void>;
}

/** A secret shorter than this is guessed. */
const SHORTEST_SECRET = 16;

/**
 * Starts the reference server.
 *
 * @throws UsageError or UnavailableError with everything that is wrong at once: options, database,
 *   ports
 */
export async function startServer(options: ServeOptions): Promise<Running> {
  const { control } = options;
  const problems: Error[] = wrongOptions(options).map((message) => new UsageError(message));
  const db = attempt(problems, () => openWithData(options));
  const dependencies =
    db &&
    attempt(problems, () => ({
      ...dependenciesOf(db, options),
      ...(control && { metrics: createMetrics() }),
    }));
  const started: Listening[] = [];
  const start = async (fetch: Fetch, where: ListenOptions): Promise<string | undefined> => {
    try {
      const listening = await listen(fetch, where);
      started.push(listening);
      return listening.url;
    } catch (error) {
      problems.push(asError(error));
      return undefined;
    }
  };

  const close = async () => {
    if (dependencies) {
      dependencies.condition.stopping = true;
    }
    await Promise.all(started.map((listening) => listening.close()));
    await dependencies?.webhooks.close();
    if (db) {
      closeDatabase(db);
    }
  };

  // Ports are tried even when the database is wrong, so that all mistakes show at once.
  const validPorts = problems.every((problem) => !problem.message.startsWith('the port'));
  const app = dependencies && createApp(options.replace?.(dependencies) ?? dependencies);
  const plain: Fetch = (request, bindings) =>
    app?.fetch(request, bindings) ?? new Response(null, { status: 503 });
  const wrapped = dependencies && options.wrap?.(plain, { dependencies, db });
  const where = { ...options, asMade: wrapped === undefined };
  const url = validPorts ? await start(wrapped ?? plain, where) : undefined;
  let controlUrl: string | undefined;
  if (control !== undefined && validPorts) {
    const controlApp = dependencies && createControlApp(dependencies, control.secret);
    const fetch: Fetch = (request, bindings) =>
      controlApp?.fetch(request, bindings) ?? new Response(null, { status: 503 });
    controlUrl = await start(fetch, { port: control.port ?? 0, host: '127.0.0.1' });
  }
  if (problems.length > 0 || dependencies === undefined || url === undefined) {
    await close();
    throw joined(problems);
  }
  dependencies.webhooks.start();
  return {
    url,
    ...(controlUrl && control && { controlUrl, controlSecret: control.secret }),
    dependencies,
    close,
  };
}

/** What the routes need, over an open database. */
export function dependenciesOf(
  db: Db,
  options: Pick<
    ServeOptions,
    'clock' | 'passwords' | 'logger' | 'accessTokenSeconds' | 'webhooks'
  > = {},
): Dependencies {
  const logger = options.logger ?? createLogger();
  const clock =
    options.clock ??
    systemClock((milliseconds) =>
      logger.warn({ milliseconds }, 'the clock of this machine jumped'),
    );
  const store = createStore(db);
  const { webhooks: outbox, failedLoginEvents: failedLogins, together } = store;
  return {
    store,
    clock,
    tokens: createTokens(tokenSecretOf(db), clock, options.accessTokenSeconds),
    passwords: options.passwords ?? argon2Passwords,
    logger,
    webhooks: createDispatcher(
      { outbox, failedLogins, together, clock, logger, sender: oneSenderOf(db) },
      options.webhooks,
    ),
    condition: { stopping: false },
  };
}

function openWithData({ db: file, seed = true }: ServeOptions): Db {
  if (file === ':memory:') {
    return openDatabase(seed ? standardSnapshot() : file);
  }
  const db = openDatabase(file);
  try {
    if (seed) {
      seedIfEmpty(db);
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function wrongOptions(options: ServeOptions): string[] {
  const problems: string[] = [];
  const { port, control, accessTokenSeconds = ACCESS_TOKEN_SECONDS } = options;
  for (const [name, value] of [
    ['port', port],
    ['port of the states hook', control?.port],
  ] as const) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 0 && value <= 65_535)) {
      problems.push(`the ${name} is ${value}; expected a whole number from 0 to 65535`);
    }
  }
  if (control !== undefined && control.secret.length < SHORTEST_SECRET) {
    problems.push(`the control secret must have ${SHORTEST_SECRET} characters or more`);
  }
  if (!(Number.isInteger(accessTokenSeconds) && accessTokenSeconds > 0)) {
    problems.push(`accessTokenSeconds is ${accessTokenSeconds}; expected a whole number above 0`);
  }
  return problems;
}

function attempt<T>(problems: Error[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    problems.push(asError(error));
    return undefined;
  }
}

/** One error for all; a defect of ours (neither of the two kinds) goes through as it is. */
function joined(problems: readonly Error[]): Error {
  const known = (error: Error) => error instanceof UsageError || error instanceof UnavailableError;
  const unknown = problems.find((problem) => !known(problem));
  if (unknown !== undefined) {
    return unknown;
  }
  const message = problems.map((problem) => problem.message).join('; ');
  return problems.some((problem) => problem instanceof UsageError)
    ? new UsageError(message)
    : new UnavailableError(message);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
