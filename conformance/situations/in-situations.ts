import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { coveringArray } from './covering-array.ts';
import { factorsFor, type Value } from './endpoint-factors.ts';
import { runIn, type Situation } from './situation.ts';

/** Endpoints whose requests leave their sessions as they are. */
const SITUATED: readonly EndpointName[] = [
  'fetch-organisation-preference',
  'awaiting-payments',
  'request-loan',
  'repay-loan',
  'update-application',
  'portfolios',
];

/** What a check's id says of a refusal: a rule that holds whatever else the request says. */
const REFUSAL = /(^authentication|\.(refuses|forbids|header|failure))\./;

/** Refusals whose situations would need data of their own, or say nothing new. */
const LEFT_OUT = /^authentication\.bearer\./;

/** Whether a check is tried in situations: a refusal that consumes nothing. */
export function isSituated({ id, level, phase, endpoint, takes }: Check): boolean {
  return (
    level !== 'open' &&
    phase === undefined &&
    takes === undefined &&
    endpoint !== undefined &&
    SITUATED.includes(endpoint) &&
    REFUSAL.test(id) &&
    !LEFT_OUT.test(id)
  );
}

/**
 * What is tried with every value of what may vary, and not with every pair: a token is looked at before
 * all else, and of a type there are as many wrong values as situations.
 */
const TRIED_ONCE = /^authentication\.|-not-a-(string|number)$/;

function situationOf(endpoint: EndpointName, values: readonly Value[]): Situation {
  const text = values
    .map((value) => value.text)
    .filter((each) => each !== '')
    .join(', ');
  const merged: Partial<Situation> = {};
  for (const { query, body, headers, change, ...rest } of values) {
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
  return { ...merged, text, endpoint };
}

/**
 * What the checks of one refusal have in common: that it is refused, how it is told, and each field of a
 * 403. They are tried in the same situations, so that one answer serves all of them.
 */
function refusalOf(check: string): string {
  return check.replace(/\.(refuses|forbids|failure)\./, '.').replace(/\.(error|message|role)$/, '');
}

/**
 * The situations that a check is tried in, beside the plainest: every pair of what may vary, or every
 * value once.
 */
export async function situationsOf(
  context: CheckContext,
  { id, endpoint }: Pick<Check, 'id' | 'endpoint'>,
): Promise<Situation[]> {
  if (endpoint === undefined) {
    return [];
  }
  const factors = await factorsFor(context, id, endpoint);
  const strength = TRIED_ONCE.test(id) ? 1 : 2;
  const rows = coveringArray(factors, { seed: `${context.seed} ${refusalOf(id)}`, strength });
  const situations = rows.map((row) => situationOf(endpoint, Object.values(row)));
  const seen = new Set(['']);
  return situations.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/**
 * The check as it is, then in situations, and so often that each value it tries was tried; a check that
 * is no refusal and tries one thing stays as it is.
 */
export function inSituations(check: Check): Check {
  const { endpoint, tries = 1 } = check;
  const isTried = isSituated(check);
  if (endpoint === undefined || (!isTried && tries === 1)) {
    return check;
  }
  return {
    ...check,
    ...(isTried && { drawn: true }),
    async run(context) {
      const situations = isTried ? await situationsOf(context, check) : [];
      await check.run(context);
      // A value more than there are situations is tried on the plainest request.
      for (let turn = 1; turn < Math.max(tries, situations.length + 1); turn += 1) {
        const situation = situations[turn - 1] ?? { text: '', endpoint };
        await runIn({ ...situation, turn }, context, (own) => check.run(own));
      }
    },
  };
}
