import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { pino } from 'pino';
import { Pool } from 'undici';
import { STANDARD_LOGINS } from '../../../fixtures/standard-users.ts';
import { closeDatabase, type Db, openDatabase } from '../../database/open.ts';
import { dependenciesOf } from '../../serve.ts';
import type { WebhookOptions } from '../../webhooks/dispatcher.ts';
import { newSecret } from '../../webhooks/signature.ts';
import { effectsOn, KINDS } from '../effects.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { startProcess } from '../server-process.ts';
import { failingLogins } from './failing-logins.ts';
import { type Judged, judgeDeliveries } from './judge-deliveries.ts';
import {
  MANNERS,
  startUnreliableReceivers,
  type UnreliableReceivers,
} from './unreliable-receivers.ts';

/** How a crash trial of webhooks goes. */
export interface WebhookCrashOptions {
  /** How often the server is killed. */
  kills: number;
  /** Decides what is asked, how receivers behave and when the server is killed. */
  seed: number;
  /** A folder to work in; what is made there is left to whoever gave it. */
  folder: string;
  onKill?: (kills: number, received: number) => void;
}

/** What a crash trial of webhooks found. */
export interface WebhookCrashResult extends Judged {
  kills: number;
  received: number;
  /** Failed logins that were answered, each of which has its event. */
  failedLogins: number;
  /** Endpoints that were removed while they were told of events. */
  removed: number;
  /** Dead letters that were replayed, and came. */
  replayed: number;
}

/** Clients that write at the same time. */
const WRITERS = 4;

const OFFERS = 4;

/** Short, so that a trial sees all of them; a dead letter takes half a second. */
const WEBHOOKS: WebhookOptions = {
  allow: ['127.0.0.1'],
  retries: { attempts: 4, firstPause: 15 },
  timeLimit: 300,
  interval: 10,
};

/** How long all may take to be settled after the last kill, in milliseconds. */
const PATIENCE = 300_000;

/** When a server is killed: so many milliseconds after so many answers. */
const lives = fc.record({
  answers: fc.integer({ min: 0, max: 16 }),
  milliseconds: fc.double({ min: 0, max: 80, noNaN: true }),
  starting: fc.integer({ min: 0, max: 11 }).map((one) => one === 0),
  isDown: fc.boolean(),
  removes: fc.boolean(),
});

/**
 * Kills a server with SIGKILL again and again while clients write and it tells receivers that fail
 * in every way, then lets it settle all, and holds what came against what happened.
 */
export async function crashWebhooks(options: WebhookCrashOptions): Promise<WebhookCrashResult> {
  const { kills, seed, folder, onKill } = options;
  const file = join(folder, 'webhooks.db');
  const cache = mkdtempSync(join(folder, 'compiled-'));
  const prepared = prepareDatabase(file, OFFERS * kills);
  const receivers = await startUnreliableReceivers(seed);
  const { token, before, add } = register(file, receivers);
  const make = effectsOn(prepared);
  const failing = failingLogins();
  const kinds = fc.sample(fc.constantFrom(...KINDS), { seed, numRuns: 10_000 });
  const plan = fc.sample(lives, { seed, numRuns: kills });
  let asked = 0;
  let removed = 0;
  let removable: { id: string; name: string } | undefined;

  const write = async (pool: Pool, onAnswer: () => void): Promise<void> => {
    for (;;) {
      const told = await make(kinds[asked++ % kinds.length] ?? 'login').send(pool);
      if (told === null) {
        return;
      }
      onAnswer();
    }
  };
  /** Where no answer comes, it is asked again in the next life. */
  const remove = async (pool: Pool): Promise<void> => {
    const status =
      removable && (await send(pool, token, 'DELETE', `webhook-endpoints/${removable.id}`))?.status;
    if (removable && (status === 200 || status === 404)) {
      await receivers.remove(removable.name);
      removed += 1;
      removable = undefined;
    }
  };

  const start = () => startProcess(cache, { webhooks: WEBHOOKS });
  let next = start();
  try {
    for (const [at, life] of plan.entries()) {
      const server = next;
      next = start();
      await receivers.setDown(life.isDown);
      removable ??= add(`removable-${at}`);
      const serving = server.serve(file);
      if (life.starting) {
        await setTimeout(life.milliseconds);
      } else {
        const pool = new Pool((await serving) ?? '', { connections: WRITERS + 2 });
        const enough = Promise.withResolvers<void>();
        let answered = 0;
        const onAnswer = () => {
          answered += 1;
          if (answered > life.answers) {
            enough.resolve();
          }
        };
        const refused = failing.send(pool);
        const writers = Array.from({ length: WRITERS }, () => write(pool, onAnswer));
        const removing = life.removes ? remove(pool) : Promise.resolve();
        await Promise.race([enough.promise, Promise.all(writers)]);
        await setTimeout(life.milliseconds);
        await server.kill();
        await Promise.all([...writers, removing, refused]);
        await pool.destroy();
      }
      await server.kill();
      await serving;
      onKill?.(at + 1, receivers.receipts.length);
    }

    const url = await next.serve(file);
    const pool = new Pool(url ?? '', { connections: 2 });
    await failing.send(pool);
    await settled(file, "p.description <> 'dead'");
    await receivers.heal();
    await settled(file);
    const replayed = await replayDeadLetters(pool, token, file);
    await settled(file);
    await pool.destroy();
    await next.kill();
    const db = openDatabase(file);
    const judged = judgeDeliveries(db, receivers.receipts, before, WEBHOOKS.retries?.attempts ?? 0);
    const untold = failing.judge(db);
    closeDatabase(db);
    const late = new Set(
      receivers.receipts.filter((each) => each.late && each.taken).map(({ id }) => id),
    );
    const lost = replayed.filter((id) => !late.has(id)).map((id) => `${id} was not replayed`);
    return {
      ...judged,
      ...{ kills, removed, replayed: replayed.length, received: receivers.receipts.length },
      failedLogins: failing.answered,
      wrong: [...new Set([...receivers.wrong, ...judged.wrong, ...untold, ...lost])],
    };
  } finally {
    await next.kill();
    await receivers.close();
  }
}

/** Registers each receiver, and one that may not be called, and gives a manager's token. */
function register(file: string, receivers: UnreliableReceivers) {
  const db = openDatabase(file);
  const logger = pino({ level: 'silent' });
  const { store, tokens } = dependenciesOf(db, { logger, accessTokenSeconds: 24 * 3600 });
  const manager = store.users.byEmail(STANDARD_LOGINS.manager.email);
  if (manager === undefined) {
    throw new Error('there is no manager');
  }
  const { tenantId } = manager;
  const token = tokens.issue(manager.id, store.sessions.start(manager.id, Date.now()).id);
  const before = new Set(
    ['sessions', 'loan_applications', 'repayments'].flatMap(
      (table) => db.prepare(`SELECT id FROM ${table}`).pluck().all() as string[],
    ),
  );
  // The offers are there before anybody is told of them, and are accepted after it.
  const offered = "SELECT id FROM loan_applications WHERE loan_status = 'OFFER_SENT'";
  for (const id of db.prepare(offered).pluck().all() as string[]) {
    before.delete(id);
  }
  const insert = (into: Db, name: string, url: string) => {
    const [id, secret] = [randomUUID(), newSecret()];
    receivers.secrets.set(name, secret);
    const types = name === 'dead' ? ['loan_application'] : [];
    into
      .prepare('INSERT INTO webhook_endpoints VALUES (?, ?, ?, ?, ?, ?, NULL, NULL, 0)')
      .run(id, tenantId, url, name, JSON.stringify(types), secret);
    return { id, name };
  };
  for (const name of Object.keys(MANNERS)) {
    insert(db, name, receivers.urlOf(name));
  }
  insert(db, 'forbidden', receivers.forbidden);
  closeDatabase(db);
  return {
    token,
    before,
    /** One more, to be removed; while no server runs. */
    add(name: string) {
      const open = openDatabase(file);
      const added = insert(open, name, receivers.urlOf(name));
      open.close();
      return added;
    },
  };
}

async function send(pool: Pool, token: string, method: 'POST' | 'DELETE', path: string) {
  try {
    const headers = { 'X-Auth-Token': token };
    const answer = await pool.request({ method, path: `/extensions/v1/${path}`, headers });
    await answer.body.dump();
    return { status: answer.statusCode };
  } catch {
    return null;
  }
}

/** Waits until nothing is on its way; what runs out of patience is found by the judge. */
async function settled(file: string, which = 'TRUE'): Promise<void> {
  const db = openDatabase(file);
  const open = db
    .prepare(
      `SELECT (SELECT count(*) FROM failed_logins) + count(*)
       FROM webhook_deliveries d JOIN webhook_endpoints p ON p.id = d.endpoint_id
       WHERE d.status IN ('WAITING', 'PENDING') AND ${which}`,
    )
    .pluck();
  const until = performance.now() + PATIENCE;
  while (open.get() !== 0 && performance.now() < until) {
    await setTimeout(50);
  }
  db.close();
}

/** Replays one dead letter of each receiver that has any; their events. */
async function replayDeadLetters(pool: Pool, token: string, file: string): Promise<string[]> {
  const db = openDatabase(file);
  const found = db
    .prepare<[], { id: string; event: string }>(
      `SELECT min(d.id) AS id, e.id AS event FROM webhook_deliveries d
         JOIN webhook_events e ON e.seq = d.event JOIN webhook_endpoints p ON p.id = d.endpoint_id
       WHERE d.status = 'DEAD' AND p.description <> 'forbidden' GROUP BY d.endpoint_id`,
    )
    .all();
  db.close();
  for (const { id } of found) {
    const told = await send(pool, token, 'POST', `webhook-deliveries/${id}/replay`);
    if (told?.status !== 201) {
      throw new Error(`a replay was answered with ${told?.status}`);
    }
  }
  return found.map(({ event }) => event);
}
