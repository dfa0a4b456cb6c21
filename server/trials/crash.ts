import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { Pool } from 'undici';
import { closeDatabase, type Db, openDatabase } from '../database/open.ts';
import { type Effect, effectsOn, KINDS, type Told } from './effects.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startProcess } from './server-process.ts';

/** How a crash trial goes. */
export interface CrashOptions {
  /** How often the server is killed. */
  kills: number;
  /** Decides what is asked and when the server is killed. */
  seed: number;
  /** A folder to work in; what is made there is left to whoever gave it. */
  folder: string;
  /** Called after each kill. */
  onKill?: (kills: number, answered: number) => void;
}

/** What a crash trial found. */
export interface CrashResult {
  kills: number;
  /** Effects that were acknowledged. */
  acknowledged: number;
  /** Effects that no answer came to before the kill, and that were sent again after it. */
  repeated: number;
  /** Answers that were asked for again after a kill, and were the same. */
  same: number;
  /** What went wrong, each in one line; none is right. */
  wrong: string[];
}

/** Clients that write at the same time. */
const WRITERS = 16;

/** Offers to be accepted, for each kill. */
const OFFERS = 6;

/**
 * When a server is killed: so many milliseconds after so many answers, or after it was told to open
 * the database.
 */
const lives = fc.record({
  answers: fc.integer({ min: 0, max: 60 }),
  milliseconds: fc.double({ min: 0, max: 6, noNaN: true }),
  starting: fc.integer({ min: 0, max: 11 }).map((one) => one === 0),
});

/** An effect that was acknowledged, and how. */
interface Acknowledged {
  effect: Effect;
  told: Told;
}

/**
 * Kills a server with SIGKILL again and again while 16 clients write to it, and looks each time
 * whether what it acknowledged is there, once, and nothing twice; whether a repeat of what was not
 * answered has one effect, and a repeat of what was answered the same answer; and whether SQLite
 * finds the file whole.
 */
export async function crash({ kills, seed, folder, onKill }: CrashOptions): Promise<CrashResult> {
  const file = join(folder, 'assay.db');
  const cache = mkdtempSync(join(folder, 'compiled-'));
  const prepared = prepareDatabase(file, OFFERS * kills);
  const make = effectsOn(prepared);
  const plan = fc.sample(lives, { seed, numRuns: kills });
  const kinds = fc.sample(fc.constantFrom(...KINDS), { seed, numRuns: 10_000 });

  const wrong: string[] = [];
  const all: Acknowledged[] = [];
  const waiting = Array<Effect | undefined>(WRITERS).fill(undefined);
  const last = Array<Acknowledged | undefined>(WRITERS).fill(undefined);
  let asked = 0;
  let repeated = 0;
  let same = 0;

  /** One client, until the server is gone. */
  const write = async (writer: number, pool: Pool, onAnswer: () => void): Promise<void> => {
    const earlier = last[writer];
    if (earlier?.effect.repeatable) {
      const told = await earlier.effect.send(pool);
      if (told !== null && JSON.stringify(told) !== JSON.stringify(earlier.told)) {
        const [first, second] = [JSON.stringify(earlier.told), JSON.stringify(told)];
        wrong.push(`a repeat of ${earlier.effect.kind} was answered with ${second}, not ${first}`);
      }
      same += told === null ? 0 : 1;
    }
    for (;;) {
      const effect = waiting[writer] ?? make(kinds[asked++ % kinds.length] ?? 'repay-loan');
      const told = await effect.send(pool);
      repeated += waiting[writer] === undefined ? 0 : 1;
      waiting[writer] = told === null && effect.repeatable ? effect : undefined;
      if (told === null) {
        return;
      }
      if (told.status !== 200) {
        wrong.push(`${effect.kind} was answered with ${told.status} ${JSON.stringify(told.body)}`);
      } else {
        last[writer] = { effect, told };
        all.push({ effect, told });
      }
      onAnswer();
    }
  };

  let next = startProcess(cache);
  for (const [at, { answers, milliseconds, starting }] of plan.entries()) {
    const server = next;
    // The next one loads its code meanwhile.
    next = startProcess(cache);
    const before = all.length;
    if (starting) {
      const serving = server.serve(file);
      await setTimeout(4 * milliseconds);
      await server.kill();
      await serving;
    } else {
      const url = await server.serve(file);
      const pool = new Pool(url ?? '', { connections: WRITERS });
      const enough = Promise.withResolvers<void>();
      let answered = 0;
      const onAnswer = () => {
        answered += 1;
        if (answered > answers) {
          enough.resolve();
        }
      };
      const writers = waiting.map((_, writer) => write(writer, pool, onAnswer));
      await Promise.race([enough.promise, Promise.all(writers)]);
      await setTimeout(milliseconds);
      await server.kill();
      await Promise.all(writers);
      await pool.destroy();
    }
    lookInto(copyOf(file), (db) => {
      wrong.push(...missing(db, all.slice(before)));
      wrong.push(...doubled(db, waiting));
    });
    onKill?.(at + 1, all.length);
  }
  await next.kill();

  lookInto(file, (db) => {
    wrong.push(...missing(db, all));
    const paid = db.prepare('SELECT sum(amount_minor) FROM repayments').pluck().get() ?? 0;
    const sum = `SELECT sum(total_payable_minor) FROM loans
      WHERE id IN (${prepared.loans.map(() => '?')})`;
    const left = db.prepare(sum).pluck().get(prepared.loans);
    if (Number(left) + Number(paid) !== prepared.owed * prepared.loans.length) {
      wrong.push(
        `${paid} was repaid and ${left} is owed, of ${prepared.loans.length} loans of ${prepared.owed}`,
      );
    }
  });
  return { kills, acknowledged: all.length, repeated, same, wrong: [...new Set(wrong)] };

  function lookInto(database: string, look: (db: Db) => void): void {
    const db = openDatabase(database);
    const state = db.pragma('integrity_check(1)', { simple: true });
    if (state !== 'ok') {
      wrong.push(`the database is corrupt: ${state}`);
    }
    look(db);
    closeDatabase(db);
  }
}

/** A copy of what a killed server left, so that looking does not do what its successor has to do. */
function copyOf(file: string): string {
  const copy = `${file}.looked-into`;
  // SQLite makes the index of a log anew; that of a crash is not to be believed anyway.
  for (const suffix of ['', '-wal']) {
    rmSync(`${copy}${suffix}`, { force: true });
    if (existsSync(`${file}${suffix}`)) {
      copyFileSync(`${file}${suffix}`, `${copy}${suffix}`);
    }
  }
  return copy;
}

function missing(db: Db, acknowledged: readonly Acknowledged[]): string[] {
  return acknowledged.flatMap(({ effect, told }) => {
    const times = effect.times(db, told);
    return times === 1 ? [] : [`an acknowledged ${effect.kind} is there ${times} times`];
  });
}

function doubled(db: Db, unanswered: readonly (Effect | undefined)[]): string[] {
  return unanswered.flatMap((effect) => {
    const times = effect?.times(db, null) ?? 0;
    return times <= 1 ? [] : [`an unanswered ${effect?.kind} is there ${times} times`];
  });
}
