import { isObject } from '../../expectations.ts';
import { EACH, entriesAt, type ListPath, REST, rankOf } from './list.ts';

/** An answer with how many portfolios it has to hold, by what was asked. */
export interface Sample {
  answer: unknown;
  wanted: number;
}

/** Names from the root of an answer to a list, at most. */
const DEEPEST = 6;

/** Lists beside each other that are looked at together, at most. */
const MOST_BESIDE = 8;

/** No field is known yet. */
const NONE: ReadonlySet<string> = new Set();

/** Where something in an answer is that may be a list. */
interface Place {
  path: ListPath;
  /** a list as it is, and no object of entries under their ids */
  isList: boolean;
}

/** A list that may hold portfolios, with how many entries it has in each of the samples. */
interface Candidate extends Place {
  lengths: readonly number[];
}

/** In how many lists a path leads: what stands in each portfolio is as long as the list of them. */
const depthOf = (path: ListPath) => path.filter((name) => name === EACH).length;

const nameRankOf = ({ path }: Place) => rankOf(path.at(-1) ?? '');

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/**
 * The lists of an answer whose shape is open (section 4.9) that together hold in every sample as many
 * entries as were asked for: one by its name if possible, else several beside each other, with those
 * that are empty in all samples. `undefined` where none fit, so that what else is known has to tell.
 */
export function fittingLists(samples: readonly Sample[]): readonly ListPath[] | undefined {
  const candidates = placesIn(samples[0]?.answer)
    .sort((a, b) => depthOf(a.path) - depthOf(b.path) || nameRankOf(b) - nameRankOf(a))
    .map(
      (place): Candidate => ({
        ...place,
        lengths: samples.map(({ answer }) => entriesAt(answer, place.path, NONE).length),
      }),
    );
  const holdAll = (some: readonly Candidate[]) =>
    samples.every(({ wanted }, at) => sum(some.map(({ lengths }) => lengths[at] ?? 0)) === wanted);
  const one = candidates.find((candidate) => holdAll([candidate]));
  if (one) {
    return [one.path];
  }
  const beside = Map.groupBy(
    candidates.filter(({ path }) => path.length > 0),
    ({ path }) => path.slice(0, -1).join('\n'),
  );
  for (const group of beside.values()) {
    const filled = group.filter(({ lengths }) => sum(lengths) > 0).slice(0, MOST_BESIDE);
    const found = subsets(filled).find(holdAll);
    if (found) {
      const empty = group.filter(({ isList, lengths }) => isList && sum(lengths) === 0);
      return [...found, ...empty].map(({ path }) => path);
    }
  }
  return undefined;
}

/** All choices of two and more of some. */
function subsets<T>(all: readonly T[]): T[][] {
  return Array.from({ length: 2 ** all.length }, (_, bits) =>
    all.filter((_each, at) => (bits >> at) % 2 === 1),
  ).filter(({ length }) => length > 1);
}

/** The places of everything in an answer that may be a list, the outermost first. */
function placesIn(answer: unknown): Place[] {
  const places: Place[] = [];
  const open: { path: ListPath; value: unknown }[] = [{ path: [], value: answer }];
  for (const { path, value } of open) {
    if (path.length > DEEPEST || typeof value !== 'object' || value === null) {
      continue;
    }
    places.push({ path, isList: Array.isArray(value) });
    if (isHeaded(value)) {
      places.push({ path: [...path, REST], isList: true });
    }
    // Pages in a page, or sections by currency: what stands in each under one name is one list.
    const within = Object.values(value).filter(isObject).flatMap(Object.entries);
    for (const [name, child] of new Map<string, unknown>(within)) {
      open.push({ path: [...path, EACH, name], value: child });
    }
    if (!Array.isArray(value)) {
      for (const [name, child] of Object.entries(value)) {
        open.push({ path: [...path, name], value: child });
      }
    }
  }
  return places;
}

/** Whether a list is a table of rows whose first one names the columns. */
function isHeaded(value: object): boolean {
  const [head, ...rows] = Array.isArray(value) ? value : [];
  return (
    Array.isArray(head) &&
    head.every((name) => typeof name === 'string') &&
    rows.every((row) => Array.isArray(row) && row.length === head.length)
  );
}

/**
 * Whether each entry of the list of an answer has a list of its own, so that these together are as long: then
 * either may be the portfolios, as in sections that hold one each.
 */
export function hasListsAsLong(answer: unknown, path: ListPath): boolean {
  const { length } = entriesAt(answer, path, NONE);
  return placesIn(answer).some(
    ({ path: inner, isList }) =>
      isList &&
      inner.length > path.length + 1 &&
      [...path, EACH].every((name, at) => inner[at] === name) &&
      entriesAt(answer, inner, NONE).length === length,
  );
}
