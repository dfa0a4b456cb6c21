import { isObject, leavesOf } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';

/** What says whose a preference is, by the names that such a field is given; section 4.4 shows none. */
const ORGANISATION = /(^|\/)(tenant|organi[sz]ation)(_?(id|code|uuid)|\/(id|code|uuid))?$/i;

/** How deep in an answer it stands: in the answer, in its data, in the organisation there. */
const DEEPEST = 3;

/** What an answer says of whose preference it is, by the place where it says so; lists are not looked at. */
export function organisationsIn(exchange: Exchange): [place: string, organisation: string][] {
  const found: [string, string][] = [];
  const look = (value: unknown, place: string, depth: number) => {
    if (isObject(value) && depth <= DEEPEST) {
      for (const [name, child] of Object.entries(value)) {
        look(child, `${place}/${name}`, depth + 1);
      }
    } else if ((typeof value === 'string' || typeof value === 'number') && value !== '') {
      if (ORGANISATION.test(place)) {
        found.push([place, String(value)]);
      }
    }
  };
  look(jsonOf(exchange), '', 0);
  return found;
}

/**
 * What tells the preferences of two tenants apart, as a text of an answer: what it says of whose it is, else
 * all of it; `undefined` where both are answered the same.
 */
export function tellingApart(
  one: Exchange,
  other: Exchange,
): ((exchange: Exchange) => string) | undefined {
  const named = (exchange: Exchange) => JSON.stringify(organisationsIn(exchange).sort());
  const whole = ({ response }: Exchange) => response?.body ?? '';
  return [named, whole].find((text) => text(one) !== text(other));
}

/** What any answer may say, whatever it is about. */
const OF_ANY_ANSWER =
  /\/(status|success|code|responseCode|message|error|path|timestamp|version|(request|trace|correlation)_?id)$/i;

/**
 * What an answer tells, each with its place, without what any answer may say: where it has `data`, what
 * stands beside it (links, a vendor's own fields) may stand in every answer.
 */
export function tellingLeaves(exchange: Exchange): string[] {
  const body = jsonOf(exchange);
  const data = valueAt(body, 'data');
  return leavesOf(isObject(data) ? { data } : body)
    .filter(
      ({ path, value }) => ['string', 'number'].includes(typeof value) && !OF_ANY_ANSWER.test(path),
    )
    .map(({ path, value }) => `${path} ${value}`);
}

/** How much of what an answer tells another one has to tell to be the same thing: a little may be chance. */
const LEAST_IN_COMMON = 3;

/** The part of what a good answer tells that is most of it: what every answer of a vendor has may be some. */
const MOST = 0.75;

const namesOrganisation = (leaf: string): boolean => ORGANISATION.test(leaf.split(' ')[0] ?? '');

/** Whether an answer tells most of what a good one tells, and whose it is where that one does. */
export function tellsMostOf(good: ReadonlySet<string>, exchange: Exchange): boolean {
  const common = tellingLeaves(exchange).filter((leaf) => good.has(leaf));
  const isNamed = ![...good].some(namesOrganisation) || common.some(namesOrganisation);
  return isNamed && common.length >= Math.max(LEAST_IN_COMMON, good.size * MOST);
}
