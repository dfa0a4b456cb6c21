import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { UsageError } from '../../contract/errors.ts';
import { isBuiltIn, JOURNEYS, type Journey, type PlannedJourney } from '../scripts/plan/journey.ts';

/** A journey of a run, with its share of the rate, 0 to 1, and its script where it is one's own. */
export interface JourneyOfRun extends PlannedJourney {
  share: number;
  /** an absolute path; null for one of the kit's */
  script: string | null;
}

/** A journey with its rate. */
const RATED = /^(.+):(\d+(?:\.\d+)?)$/;

/** k6 takes these for names of scenarios. */
const NAME = /^[a-z][a-z0-9-]*$/;

/**
 * What a run does, from words such as `lending`, `./portfolios.ts` or `payment-listing:50+lending:5`. Of
 * several, each has its rate, in iterations per second, and `rate` is their sum.
 *
 * @throws UsageError for an unknown journey, a script that is not there, or rates that contradict `rate`
 */
export function plannedJourneys(
  journey: Journey,
  rate: number | undefined,
  usual: number,
): { journeys: JourneyOfRun[]; rate: number } {
  const given = journey.split('+').map((text) => {
    const [, what = text, number] = RATED.exec(text) ?? [];
    return { ...named(what), rate: number === undefined ? undefined : Number(number) };
  });
  const rates = given.flatMap((each) => each.rate ?? []);
  if (given.length > 1 && rates.length < given.length) {
    throw new UsageError(
      `of several journeys each needs its rate, as in ${given.map(({ name }) => `${name}:5`).join('+')}`,
    );
  }
  if (rates.length > 0 && rate !== undefined) {
    throw new UsageError('give the rate with the journeys or as an option, not both');
  }
  const twice = given.find(({ name }, place) => given.findIndex((it) => it.name === name) < place);
  if (twice) {
    throw new UsageError(`the journey ${twice.name} is named twice`);
  }
  const sum = rates.length > 0 ? rates.reduce((total, each) => total + each, 0) : (rate ?? usual);
  return {
    rate: sum,
    journeys: given.map(({ name, script, rate: own = sum }) => ({
      ...{ name, script, rate: own, share: sum > 0 ? own / sum : 1 },
    })),
  };
}

/** Whether the journeys are named with their rates. */
export function hasRates(journey: Journey): boolean {
  return journey.split('+').some((text) => RATED.test(text));
}

/** The journeys at another rate in all, each with its share of it. */
export function atRate(journeys: readonly JourneyOfRun[], rate: number): JourneyOfRun[] {
  return journeys.map((each) => ({ ...each, rate: rate * each.share }));
}

/** The name of a run's journeys in reports: `lending`, `payment-listing+lending`. */
export function nameOf(journeys: readonly PlannedJourney[]): string {
  return journeys.map(({ name }) => name).join('+');
}

function named(what: string): { name: string; script: string | null } {
  if (isBuiltIn(what)) {
    return { name: what, script: null };
  }
  const extension = extname(what);
  if (!['.ts', '.js'].includes(extension)) {
    throw new UsageError(
      `unknown journey '${what}'; expected ${JOURNEYS.join(' or ')}, or the file of your own, such as ./portfolios.ts`,
    );
  }
  const script = resolve(what);
  const name = basename(what, extension);
  if (!existsSync(script)) {
    throw new UsageError(`there is no journey ${script}`);
  }
  if (!NAME.test(name) || isBuiltIn(name)) {
    throw new UsageError(
      `the journey ${script} is named by its file; expected lower-case letters, digits and -, and none of ${JOURNEYS.join(', ')}`,
    );
  }
  return { name, script };
}
