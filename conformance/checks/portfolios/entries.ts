import type { StateValues } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectSomething, isSuccess, leavesOf } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { textOf } from '../entry-text.ts';
import { holdsAmount } from '../repayments/repayment-texts.ts';
import {
  allEntries,
  askPortfolios,
  entriesBeyond,
  MOST_READ,
  OWN_PORTFOLIOS,
  plainPortfolios,
  portfoliosIn,
} from './listing.ts';

/** What the state tells of one portfolio, as far as it does. */
type Known = Pick<StateValues['portfolios'], 'amountInvested' | 'totalPayable' | 'productName'>;

/** Whether an entry tells all that is known of one portfolio, under whatever names. */
function tells(entry: unknown, { amountInvested, totalPayable, productName }: Known): boolean {
  const amounts = [amountInvested, totalPayable].filter((amount) => amount !== undefined);
  const name = productName?.toLowerCase();
  return (
    amounts.every((amount) => holdsAmount(entry, amount)) &&
    (name === undefined || textOf(entry).toLowerCase().includes(name))
  );
}

/**
 * What an entry lacks that two amounts and a product would bring, whatever they are called and in
 * whatever type: two values with a digit, and a third value.
 */
function lackOf(entry: unknown): string | undefined {
  const values = leavesOf(entry).map(({ value }) => value);
  const told = values.filter((value) => value !== null && value !== '');
  const figures = told.filter(
    (value) => typeof value !== 'boolean' && /\p{Nd}/u.test(String(value)),
  );
  if (figures.length < 2) {
    return `${figures.length} figures`;
  }
  return told.length < 3 ? 'nothing but two figures' : undefined;
}

/** The names of every field in an entry, wherever it stands; places in lists count alike. */
const namesIn = (entry: unknown): Set<string> =>
  new Set(leavesOf(entry).map(({ path }) => path.replaceAll(/\/\d+(?=\/|$)/g, '/*')));

/**
 * What portfolios listed with an API token lack of those that a session is listed, in the same order;
 * `undefined` where nothing. Values may change from one answer to the next: they count only where a
 * second listing of the session has them as the first.
 */
export function lackBeside(
  withToken: readonly unknown[],
  [session, again]: readonly [readonly unknown[], readonly unknown[]],
): string | undefined {
  const [texts, isSteady] = [session.map(textOf), textOf(session) === textOf(again)];
  const tokens = new Set(withToken.map(textOf));
  const missing = texts.filter((text) => !tokens.has(text)).length;
  if (isSteady && missing > 0) {
    return `${missing} of ${texts.length} otherwise or not at all`;
  }
  const names = new Set(withToken.flatMap((entry) => [...namesIn(entry)]));
  const gone = session.flatMap((entry) => [...namesIn(entry)].filter((name) => !names.has(name)));
  return gone.length > 0 ? `none with ${gone[0]?.slice(1)}` : undefined;
}

/** Whether a page is as long as the session's, and all that it lists stands on one of the session's pages. */
async function areAmongAll(
  context: CheckContext,
  listed: readonly unknown[],
  length: number,
): Promise<boolean> {
  const all = new Set((await allEntries(context)).map(textOf));
  return listed.length >= length && listed.every((entry) => all.has(textOf(entry)));
}

const sameWithApiToken: Check = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.api-token-entries',
  title: 'tells of each portfolio with an API token what it tells in a session',
  requirements: ['PTF-32'],
  level: 'should',
  states: [...OWN_PORTFOLIOS.states, 'api-token'],
  capability: 'apiTokens',
  after: [...OWN_PORTFOLIOS.after, 'api-tokens.accepted.portfolios'],
  async run(context) {
    const { token } = await context.state('api-token');
    const exchange = await askPortfolios(context, { apiToken: token });
    if (!isSuccess(exchange)) {
      context.inconclusive(
        'The API token lists no portfolios of the customer: it may be of another.',
      );
    }
    const listed = await portfoliosIn(context, exchange);
    const session = await portfoliosIn(context, (await plainPortfolios(context)).exchange);
    if (textOf(listed) === textOf(session)) {
      return;
    }
    const again = await portfoliosIn(context, await askPortfolios(context));
    const lack = lackBeside(listed, [session, again]);
    // No order is promised, so that another session may be listed others first.
    if (lack !== undefined && !(await areAmongAll(context, listed, session.length))) {
      deviate('the portfolios with an API token that a session is listed', lack);
    }
  },
};

/** Section 2.6: what a portfolio tells, by its values, since the names of the fields are open. */
export const portfoliosEntryChecks: Check[] = [
  {
    ...OWN_PORTFOLIOS,
    id: 'portfolios.entry-details',
    title: 'tells of each portfolio the amount invested, total payable and product',
    requirements: ['PTF-1'],
    level: 'should',
    inOtherForms: true,
    async run(context: CheckContext) {
      const { count, ...rest } = await context.state('portfolios');
      const { amountInvested, totalPayable, productName } = rest;
      const known: Known = { amountInvested, totalPayable, productName };
      const wanted = Object.entries(known).filter(([, value]) => value !== undefined);
      if (wanted.length > 0) {
        const entries = await allEntries(context);
        const isKnown = (entry: unknown) => tells(entry, known);
        let toTheEnd = count <= MOST_READ;
        if (!entries.some(isKnown) && entries.length > count) {
          const beyond = await entriesBeyond(context);
          entries.push(...beyond.entries);
          toTheEnd = beyond.toTheEnd;
        }
        if (!toTheEnd && !entries.some(isKnown)) {
          context.inconclusive(`It is none of the first ${entries.length} portfolios.`);
        }
        if (!entries.some(isKnown)) {
          deviate(
            `a portfolio with ${wanted.map(([name, value]) => `${name} ${value}`).join(', ')}`,
            `none of ${entries.length} with all of that`,
          );
        }
        return;
      }
      const entries = await portfoliosIn(context, (await plainPortfolios(context)).exchange);
      expectSomething(entries, 'portfolio');
      for (const entry of entries) {
        const lack = lackOf(entry);
        if (lack !== undefined) {
          deviate('two amounts and a product in every portfolio', `${lack} in ${textOf(entry)}`);
        }
      }
    },
  },
  sameWithApiToken,
];
