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

/** More than these would bury the others. */
const MOST_LISTED = 100;

/** One slip in what generates entries is in all of them: so many of a kind are shown. */
const MOST_OF_A_KIND = 3;

/**
 * The error for a file with mistakes: one line for one, else a summary and a numbered line each,
 * which stay readable when they are joined to one line. Of a kind, the same in several entries, the
 * first few are listed, with how many more there are.
 */
export function mistakesError(
  subject: string,
  mistakes: readonly Mistake[],
  lineOf: (path: JsonPath) => number | undefined = () => undefined,
): UsageError {
  const located = mistakes.map((mistake) => ({ ...mistake, line: lineOf(mistake.path) }));
  located.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const [first] = located;
  if (first && located.length === 1) {
    return new UsageError(`${subject}: ${lineFor(first)}`);
  }
  const kinds = Map.groupBy(located, kindOf);
  const shown = located.filter((mistake) => placeInKind(mistake, kinds) < MOST_OF_A_KIND);
  const numbered = shown.slice(0, MOST_LISTED).map((mistake, index) => {
    const like = kinds.get(kindOf(mistake)) ?? [];
    const more = like.length - MOST_OF_A_KIND;
    const last = like.at(-1);
    return `  ${index + 1}) ${lineFor(mistake)}${
      more > 0 && last && placeInKind(mistake, kinds) === MOST_OF_A_KIND - 1
        ? ` (${more} more like it, the last one ${placeText(last)})`
        : ''
    }`;
  });
  if (shown.length > MOST_LISTED) {
    numbered.push(`  and ${shown.length - MOST_LISTED} more`);
  }
  return new UsageError([`${subject} has ${located.length} mistakes:`, ...numbered].join('\n'));
}

type Located = Mistake & { line: number | undefined };

const placeText = ({ path, line }: Located) =>
  `${pathText(path)}${line === undefined ? '' : ` (line ${line})`}`;

const lineFor = (mistake: Located) =>
  mistake.path.length === 0 ? mistake.text : `${placeText(mistake)} ${mistake.text}`;

/** Two are of a kind where they differ in which entry of a list they are in, and in numbers. */
const kindOf = ({ path, text }: Mistake) =>
  JSON.stringify([
    path.map((step) => (typeof step === 'number' ? 0 : step)),
    text.replaceAll(/\d+/g, '0'),
  ]);

const placeInKind = (mistake: Located, kinds: ReadonlyMap<string, readonly Located[]>) =>
  kinds.get(kindOf(mistake))?.indexOf(mistake) ?? 0;
