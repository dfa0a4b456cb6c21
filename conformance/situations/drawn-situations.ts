import { hash } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { wrongAlone } from './around-token.ts';
import { claimsOfOwner } from './claimed-identity.ts';
import { asksForMore, coveringArray, PAIRS } from './covering-array.ts';
import { factorsFor } from './endpoint-factors.ts';
import type { Refusal } from './refusal.ts';
import { IN_TURN, type Situation, type Value } from './situation.ts';

/** What a check's situations hang on. */
type Situated = Pick<Check, 'refusal' | 'endpoint' | 'level'>;

/** Where little else varies, the forms of headers do, which are drawn for each situation. */
const LEAST = 3;

/** Bad tokens come in many kinds, each of which meets other forms: all of them together meet all. */
const LEAST_OF_TOKENS = 2;

/** How many times as many, where more is to meet: two parts of three forms each meet in nine ways. */
const MORE_OF_TOKENS = 4;

/** What is no must is looked at less. */
const MOST_OF_SHOULD = 2;

/** How many situations a refusal is tried in at the least. */
function leastOf({ badToken, least }: Refusal, level: Check['level']): number {
  if (least !== undefined) {
    return least;
  }
  return level === 'should' ? MOST_OF_SHOULD : badToken === undefined ? LEAST : LEAST_OF_TOKENS;
}

/** One situation of the values that were chosen. */
export function situationOf(endpoint: EndpointName, values: readonly Value[]): Situation {
  const text = values
    .map((value) => value.text)
    .filter((each) => each !== '')
    .join(', ');
  const merged: Partial<Situation> = {};
  for (const {
    query,
    body,
    headers,
    change,
    hides: _,
    mayBeRefused: __,
    usesUp: ___,
    ofBody: ____,
    ...rest
  } of values) {
    Object.assign(merged, rest);
    if (change) {
      const before = merged.change;
      merged.change = (options) => change(before ? before(options) : options);
    }
    if (query) {
      merged.query = { ...merged.query, ...query };
    }
    if (body) {
      merged.body = { ...merged.body, ...body };
    }
    if (headers) {
      merged.headers = { ...merged.headers, ...headers };
    }
  }
  const others = values.filter(({ mayBeRefused }) => !mayBeRefused);
  const valid = values.filter(({ invalid }) => !invalid);
  return {
    ...merged,
    ...(others.length < values.length && { without: situationOf(endpoint, others) }),
    ...(valid.length < values.length && { valid: situationOf(endpoint, valid) }),
    ...{ text, endpoint },
  };
}

/** The ways of a value that may be beside what a check tries. */
const waysFor = ({ level }: Situated, { ways, ...value }: Value): Value =>
  ways ? { ...value, ways: ways.filter(({ usesUp }) => !usesUp || level === 'must') } : value;

/** Whether a value is that of the plainest request, which each check has sent first, or one of its ways is. */
const mayBeUsual = ({ text, ways }: Value): boolean => (ways ? ways.some(mayBeUsual) : text === '');

/**
 * The situations that a check is tried in, beside the plainest: every pair of what may vary, or every
 * value once.
 */
export async function situationsOf(context: CheckContext, check: Situated): Promise<Situation[]> {
  const { refusal, endpoint } = check;
  if (refusal === undefined || endpoint === undefined) {
    return [];
  }
  const { [IN_TURN]: all = [], ...factors } = await factorsFor(context, endpoint, refusal);
  const inTurn = all.map((value) => waysFor(check, value));
  const strength = (context.strength ?? PAIRS) - (refusal.once ? 1 : 0);
  const seed = `${context.seed} ${refusal.name}`;
  const oneWay = waysInTurn(seed);
  const [begin = 0] = hash('sha256', `in turn ${seed}`, 'buffer');
  const drawn = (by: string): Situation[] => {
    let shown = 0;
    return wrongAlone(coveringArray(factors, { seed: by, strength }), factors)
      .filter((row) => !Object.values(row).every(mayBeUsual))
      .map((row, index) => {
        const values = Object.values(row);
        const isHidden = values.some(({ hides }) => hides !== undefined);
        const some = isHidden ? [] : someOf(inTurn, { begin, index: shown++ });
        return {
          ...situationOf(
            endpoint,
            [...values, ...some].map((value) => oneWay(value, values)),
          ),
          // An object has no order (RFC 8259 section 4), so half of the bodies may be told backwards.
          reversed: index % 2 === 1,
        };
      });
  };
  const seen = new Set(['']);
  const unseen = ({ text }: Situation) => !seen.has(text) && seen.add(text);
  const times = !asksForMore(context) ? 1 : refusal.badToken === undefined ? 2 : MORE_OF_TOKENS;
  const most = check.level === 'should' ? times * MOST_OF_SHOULD : undefined;
  const situations = drawn(seed).filter(unseen).slice(0, most);
  const least = times * leastOf(refusal, check.level);
  for (let more = 1; situations.length < least && more <= LEAST; more += 1) {
    const others = drawn(`${seed} ${more}`).filter(unseen);
    situations.push(...others.slice(0, least - situations.length));
  }
  for (let more = 0; situations.length < least; more += 1) {
    situations.push(onceMore(situations[more] ?? { text: '', endpoint }, more));
  }
  const claims = await claimsOfOwner(context, refusal);
  // Beginning where the token comes as usual: what is claimed hides how other forms are refused.
  const usual = Math.max(0, situations.findIndex(hasUsualToken));
  return situations.map((situation, index) =>
    index < usual ? situation : claiming(situation, claims[(index - usual) % claims.length]),
  );
}

const hasUsualToken = ({ bearer, apiToken }: Situation) => !bearer && apiToken === undefined;

/** Fewer than these vary by one at a time: together they would never be apart. */
const FEW = 3;

/**
 * What varies without pairs of its own, in the situation at an index: one of few, two of many. The next situation
 * goes on where this one ends, so that few situations meet all.
 */
function someOf(inTurn: readonly Value[], { begin, index }: { begin: number; index: number }) {
  const count = inTurn.length < FEW ? 1 : 2;
  return Array.from({ length: Math.min(count, inTurn.length) }, (_, at) => {
    return inTurn[(begin + count * index + at) % inTurn.length] as Value;
  });
}

/** The situation with headers that name somebody else, in a request that is sent anyway. */
function claiming(situation: Situation, claim?: Value): Situation {
  if (!claim?.headers) {
    return situation;
  }
  const parts = [situation.text, claim.text].filter((part) => part !== '');
  const headers = { ...situation.headers, ...claim.headers };
  return { ...situation, headers, text: parts.join(', '), without: situation };
}

/**
 * Chooses of a value that has several ways one after the other: those that fit the rest, the first of them
 * first, since not all rests do; of others beginning anywhere.
 */
function waysInTurn(seed: string): (value: Value, rest: readonly Value[]) => Value {
  const [anywhere = 0] = hash('sha256', seed, 'buffer');
  const met = new Map<Value, number>();
  return (value, rest) => {
    const { ways = [] } = value;
    const fitting = ways.filter(({ fits }) => fits?.(rest) ?? true);
    const begin = value.inOrder || ways.some(({ fits }) => fits) ? 0 : anywhere;
    const count = met.get(value) ?? begin;
    if (fitting.length === ways.length) {
      met.set(value, count + 1);
    }
    return fitting[count % fitting.length] ?? value;
  };
}

/** The situation again, in which other forms are drawn. */
export function onceMore(situation: Situation, count: number): Situation {
  const parts = [situation.text, `once more (${count + 1})`].filter((part) => part !== '');
  return { ...situation, text: parts.join(', ') };
}
