import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { UnavailableError } from '../../contract/errors.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';
import type { Judged } from './judge-mutants.ts';
import type { Mutant } from './mutant.ts';

/**
 * What came of mutants in an earlier run, kept line by line so that a stop costs nothing; those that
 * the source makes no more are left out. A file that is not there holds none.
 *
 * @throws UnavailableError where it cannot be read
 */
export async function readJudged(file: string, mutants: readonly Mutant[]): Promise<Judged[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return '';
    }
    throw new UnavailableError(`cannot read ${file}: ${whyNoFile(error)}`);
  });
  const now = new Map(mutants.map((mutant) => [mutant.key, mutant]));
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Judged)
    .flatMap((judged) => {
      const mutant = now.get(judged.key);
      // Its number and its line may be others by now.
      return mutant ? [{ ...judged, id: mutant.id, line: mutant.line }] : [];
    });
}

/** Adds what came of one mutant to the file. */
export function appendJudged(file: string, judged: Judged): void {
  appendFileSync(file, `${JSON.stringify(judged)}\n`);
}
