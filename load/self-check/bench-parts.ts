import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { writeEntry } from '../run/entry-script.ts';
import { plannedJourneys } from '../run/planned-journeys.ts';
import { SCRIPTS_DIR } from '../run/run-file.ts';

/** A part of what our listing script does beside the request itself, and how it is left out. */
interface Part {
  /** for a table of what each costs */
  says: string;
  /** texts of a script, each of which must be in it once, with what takes their place */
  changes: [script: string, from: string, to: string][];
}

const LISTING = 'payment-listing';

/** Each is left out alone; they are not all there is, and two of them may share a cost. */
export const PARTS = {
  read: {
    says: 'reading each answer: whether it is a listing',
    changes: [[LISTING, ' && lists(answer.body)', '']],
  },
  drawn: {
    says: 'drawing answers at random, and judging those drawn in full',
    changes: [[LISTING, 'if (good && !isDrawn())', 'if (good)']],
  },
  schema: {
    says: '… of which holding them against their schema',
    changes: [[LISTING, "schemaFault('awaiting-payments-response', body)", 'null']],
  },
  counters: {
    says: '… of which counting them',
    changes: [
      [LISTING, 'listedPayments.add(awaitingPayments.length);', ''],
      ['record/judge-answer', 'judgedAnswers.add(1, { endpoint });', ''],
    ],
  },
  mix: {
    says: 'asking for a mix of pages, and not for one again and again',
    changes: [[LISTING, 'sent++ % REQUESTS', 'sent++ % 1']],
  },
  name: {
    says: 'naming the endpoint by a tag, where k6 takes the address',
    changes: [[LISTING, 'tags: { name: LISTING },', '']],
  },
  timeout: {
    says: "the target's timeout",
    changes: [[LISTING, 'timeout: run.timeoutMs,', '']],
  },
  lenient: {
    says: 'expecting a 404 where nothing may match',
    changes: [[LISTING, '{ ...strict, responseCallback: MAY_BE_NOTHING }', 'strict']],
  },
  age: {
    says: 'looking whether the token is still alive',
    changes: [[LISTING, ' || prepared.renewAt < Date.now()', '']],
  },
} satisfies Record<string, Part>;
export type PartName = keyof typeof PARTS;

const EXTENSION = extname(import.meta.filename);

/**
 * Writes our listing script as a load runs it, without a part where one is named, into a new folder of its
 * own, and gives the script that k6 is to be given. k6 runs it again and again, as fast as it can.
 *
 * @throws Error where what is to be left out is not there, or more than once
 */
export async function writeListing(folder: string, without?: PartName): Promise<string> {
  await cp(SCRIPTS_DIR, folder, { recursive: true });
  const changes: Part['changes'] = without === undefined ? [] : PARTS[without].changes;
  for (const [script, from, to] of changes) {
    const file = join(folder, `${script}${EXTENSION}`);
    const pieces = (await readFile(file, 'utf8')).split(from);
    if (pieces.length !== 2) {
      throw new Error(
        `${script} has '${from}' ${pieces.length - 1} times; the bench has to know it`,
      );
    }
    await writeFile(file, pieces.join(to));
  }
  const entry = join(folder, 'entry.js');
  await writeEntry(entry, plannedJourneys(LISTING, 1, 1).journeys, folder);
  await appendFile(entry, 'export { journey0 as default };\n');
  return entry;
}
