import type { Judged } from './judge-mutants.ts';
import type { Mutant } from './mutant.ts';

/**
 * What a mutant does to the specification, as somebody judged who read it and the server. `hook`: it
 * makes the states hook promise what is not so, so that a blame says nothing of the suite.
 */
export const CLASSES = ['breaks', 'open', 'equivalent', 'hook'] as const;

/** One of CLASSES. */
export type MutantClass = (typeof CLASSES)[number];

/** One mutant classed by hand; classes.json is the list of them. */
export interface Classed extends Pick<Mutant, 'key' | 'file' | 'original' | 'replacement'> {
  class: MutantClass;
  /** where `sentence` is, such as `4.5`; with `breaks` always */
  section?: string;
  /** quoted: what is broken, or what leaves it open */
  sentence?: string;
  /** first cell of a row of server/CHOICES.md, which says that it is open */
  choice?: string;
  /** in which situation it would show, or why it never does */
  why: string;
}

/** What there is to hold classes against. */
export interface Evidence {
  /** all that the machine makes of the source now */
  mutants: readonly Mutant[];
  /** those that were judged */
  judged: readonly Judged[];
  /** the text of server/CHOICES.md */
  choices: string;
}

/**
 * What is wrong with the classes, each a sentence: a survivor without one, a class of what is no
 * mutant any more, a citation that is missing, and a killed mutant that breaks nothing, which is a
 * false alarm of the suite.
 */
export function classProblems(classes: readonly Classed[], evidence: Evidence): string[] {
  const { mutants, judged, choices } = evidence;
  const byKey = new Map(classes.map((one) => [one.key, one]));
  const known = new Set(mutants.map(({ key }) => key));
  const repeated = classes.filter((one) => byKey.get(one.key) !== one);
  return [
    ...repeated.map((one) => `${named(one)} is classed twice.`),
    ...classes
      .filter(({ key }) => !known.has(key))
      .map((one) => `${named(one)} is a mutant no more: its class is stale.`),
    ...classes.flatMap((one) => citationProblems(one, choices)),
    ...judged
      .filter(({ verdict, key }) => verdict === 'survived' && !byKey.has(key))
      .map((one) => `${named(one)} survived and has no class.`),
    ...judged.flatMap((one) => (isFalseAlarm(one, byKey.get(one.key)) ? [falseAlarm(one)] : [])),
  ];
}

/** Whether the suite blames a mutant that breaks no sentence. */
export function isFalseAlarm(judged: Judged, classed: Classed | undefined): boolean {
  return (
    judged.verdict === 'killed' && (classed?.class === 'open' || classed?.class === 'equivalent')
  );
}

function falseAlarm(judged: Judged): string {
  const by = judged.verdict === 'killed' ? `${judged.by.check} (${judged.by.message})` : '';
  return `${named(judged)} breaks no sentence and is blamed by ${by}`;
}

function citationProblems(one: Classed, choices: string): string[] {
  const { sentence, section, choice } = one;
  const problems: string[] = [];
  if (one.why === '') {
    problems.push('says no reason');
  }
  if (one.class === 'breaks' && !(sentence && section)) {
    problems.push('breaks a sentence and quotes none with its section');
  }
  if (one.class === 'open' && !sentence && !choice) {
    problems.push('is open and cites neither sentence nor row of server/CHOICES.md');
  }
  if (choice !== undefined && !firstCells(choices).has(choice)) {
    problems.push(`cites the row “${choice}”, which server/CHOICES.md does not have`);
  }
  return problems.map((problem) => `${named(one)} ${problem}.`);
}

function firstCells(table: string): Set<string | undefined> {
  return new Set(table.split('\n').map((line) => line.split('|')[1]?.trim()));
}

/** A mutant as a line for people. */
export function named({
  key,
  file,
  original,
  replacement,
}: Omit<Classed, 'class' | 'why'>): string {
  return `${key} ${file} \`${short(original)}\` → \`${short(replacement)}\``;
}

const LONGEST = 90;

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', "'");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
