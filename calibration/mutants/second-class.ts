import { drawnBy } from '../drawn.ts';
import { CLASSES, type Classed } from './classes.ts';
import type { Mutant } from './mutant.ts';

/** How many are classed a second time. */
const SECOND = 50;

/** A mutant that waits for its second class, or has it. */
export type SecondClass = Pick<Mutant, 'key' | 'file' | 'line' | 'original' | 'replacement'> & {
  /** one of CLASSES; empty while it waits */
  class: string;
};

/** How far two people agree. */
export interface Agreement {
  compared: number;
  agreed: number;
  /** of each on which they do not: the first class and the second */
  disagreements: { one: Classed; second: string }[];
  /** what is wrong with the second file, each a sentence */
  problems: string[];
}

/**
 * The mutants to be classed again by somebody who has not seen how: drawn by seed, unclassed, each
 * with its line in the source as it is now.
 */
export function toClassAgain(
  classes: readonly Classed[],
  mutants: readonly Mutant[],
  seed: number,
): SecondClass[] {
  const byKey = new Map(mutants.map((mutant) => [mutant.key, mutant]));
  return asked(classes, seed).flatMap(({ key }) => {
    const mutant = byKey.get(key);
    if (!mutant) {
      return [];
    }
    const { file, line, original, replacement } = mutant;
    return [{ key, file, line, original, replacement, class: '' }];
  });
}

/** Holds second classes against the first ones; what was drawn and has no second class is a problem. */
export function compareClasses(
  classes: readonly Classed[],
  again: readonly SecondClass[],
  seed: number,
): Agreement {
  const second = new Map(again.map((one) => [one.key, one.class]));
  const problems: string[] = [];
  const disagreements: Agreement['disagreements'] = [];
  let compared = 0;
  for (const one of asked(classes, seed)) {
    const given = second.get(one.key) ?? '';
    if (!CLASSES.some((name) => name === given)) {
      problems.push(`${one.key} has the second class “${given}”; expected ${CLASSES.join(', ')}.`);
      continue;
    }
    compared += 1;
    if (given !== one.class) {
      disagreements.push({ one, second: given });
    }
  }
  return { compared, agreed: compared - disagreements.length, disagreements, problems };
}

/** Whether the states hook is spoilt is no question of the specification, so it is not asked. */
function asked(classes: readonly Classed[], seed: number): Classed[] {
  const inQuestion = classes.filter((one) => one.class !== 'hook');
  return drawnBy(inQuestion, seed, ({ key }) => key).slice(0, SECOND);
}
