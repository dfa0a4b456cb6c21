import { UsageError } from '../contract/errors.ts';

/** Where in a JSON value something is: names and indexes from the root. */
export type JsonPath = readonly (string | number)[];

/**
 * One thing wrong with a target file. The text goes on after the path: what is there and what was
 * expected. It never quotes a text of the file, since any may be a secret.
 */
export interface Mistake {
  path: JsonPath;
  text: string;
}

/** A path as a reader writes it: `states.offer-sent[0].applicationId`. */
export function pathText(path: JsonPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') {
        return `[${step}]`;
      }
      if (!/^[\w$-]+$/.test(step)) {
        return `[${JSON.stringify(step)}]`;
      }
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** The mistakes without those whose place an earlier one already speaks of: the first says it all. */
export function firstPerPlace(mistakes: readonly Mistake[]): Mistake[] {
  const seen = new Set<string>();
  return mistakes.filter(({ path }) => {
    const place = JSON.stringify(path);
    return !seen.has(place) && seen.add(place);
  });
}

/** More come from one slip in generated entries, and bury the others. */
const MOST_LISTED = 100;

/**
 * The error for a file with mistakes: one line for one, else a summary and a numbered line each,
 * which stay readable when they are joined to one line.
 */
export function mistakesError(
  subject: string,
  mistakes: readonly Mistake[],
  lineOf: (path: JsonPath) => number | undefined = () => undefined,
): UsageError {
  const located = mistakes.map((mistake) => ({ ...mistake, line: lineOf(mistake.path) }));
  located.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const lines = located.map(({ path, text, line }) => {
    const place = line === undefined ? '' : ` (line ${line})`;
    return path.length === 0 ? text : `${pathText(path)}${place} ${text}`;
  });
  if (lines.length === 1) {
    return new UsageError(`${subject}: ${lines[0]}`);
  }
  const numbered = lines.slice(0, MOST_LISTED).map((line, index) => `  ${index + 1}) ${line}`);
  if (lines.length > MOST_LISTED) {
    numbered.push(`  and ${lines.length - MOST_LISTED} more`);
  }
  return new UsageError([`${subject} has ${lines.length} mistakes:`, ...numbered].join('\n'));
}
