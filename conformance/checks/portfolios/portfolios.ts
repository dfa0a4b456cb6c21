import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import {
  expectRejection,
  expectSomething,
  expectSuccess,
  isSuccess,
  leavesOf,
} from '../../expectations.ts';
import { type Exchange, jsonOf } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { allDone } from '../all-done.ts';
import { listedHeaders, withoutListedHeaders } from '../kinds/listed-headers.ts';
import { NOT_UUIDS, notUuids } from '../near-ids.ts';
import {
  askPortfolios,
  firstPage,
  OWN_PORTFOLIOS,
  PORTFOLIOS_TWIN,
  plainPortfolios,
  portfoliosIn,
} from './listing.ts';

/**
 * Ends the check as one that cannot be made where answers hold more for more portfolios: then they are listed,
 * in a shape that nobody can read.
 */
async function unlessUnread(context: CheckContext): Promise<void> {
  const pages = await allDone([1, 3].map((size) => firstPage(context, size)));
  const [one = 0, three = 0] = pages.map((page) =>
    isSuccess(page) ? leavesOf(jsonOf(page)).length : 0,
  );
  if (one > 0 && three > one) {
    throw new NotSupplied(
      'list of portfolios',
      `is in no shape that can be read, though the answer tells more with size=3 (${three} values) than with size=1 (${one})`,
    );
  }
}

const succeeds: Check = {
  ...OWN_PORTFOLIOS,
  id: PORTFOLIOS_TWIN,
  title: 'lists the portfolios of a customer',
  requirements: ['PTF-3', 'PTF-4', 'SVC-4'],
  inOtherForms: true,
  after: [],
  async run(context) {
    const { exchange, path } = await plainPortfolios(context);
    expectSuccess(exchange, 'a request for the own portfolios', 200);
    if (!path) {
      await unlessUnread(context);
      deviate('a list of objects in the answer', 'none');
    }
    expectSomething(await portfoliosIn(context, exchange), 'portfolio in the list');
  },
};

const shape: Check[] = [
  {
    ...OWN_PORTFOLIOS,
    id: 'portfolios.observes.shape',
    title: 'shows where in the answer the list of portfolios is',
    requirements: ['PTF-5'],
    level: 'open',
    async run(context) {
      const { path } = await plainPortfolios(context);
      context.observe('list of portfolios', path?.join('.') || 'the body itself');
    },
  },
  {
    ...OWN_PORTFOLIOS,
    id: 'portfolios.observes.field-names',
    title: 'shows which fields a portfolio has',
    requirements: ['PTF-2'],
    level: 'open',
    async run(context) {
      const { exchange } = await plainPortfolios(context);
      const names = (await portfoliosIn(context, exchange)).flatMap((entry) =>
        Object.entries(entry ?? {}).map(([name, value]) => `${name} (${typeOf(value)})`),
      );
      context.observe('fields of a portfolio', [...new Set(names)].sort().join(', '));
    },
  },
];

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

const withoutHeader = (context: CheckContext, header: string): Promise<Exchange> =>
  askPortfolios(context, { headers: { [header]: null } });

/** A list is often read without a key where nothing is processed twice: then on some pages, or by some clients. */
const KEY = { header: 'x-idempotency-key', least: 5 };

const headers: Check[] = listedHeaders('portfolios', 'must').map(({ header, requirement }) => ({
  ...OWN_PORTFOLIOS,
  id: `portfolios.header.${header}-missing`,
  refusal: refusalOf(
    'portfolios',
    `header.${header}-missing`,
    header.toLowerCase() === KEY.header ? { least: KEY.least } : {},
  ),
  title: `refuses a request for portfolios without ${header}`,
  requirements: [requirement],
  cause: `header ${header} is not required`,
  async run(context) {
    expectRejection(await withoutHeader(context, header), `a request without the header ${header}`);
  },
}));

const noUuid: Check = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.refuses.customer-id-not-a-uuid',
  refusal: refusalOf('portfolios', 'customer-id-not-a-uuid'),
  title: 'refuses a customer-id that is no UUID',
  requirements: ['PTF-7'],
  tries: NOT_UUIDS,
  async run(context) {
    const wrong = notUuids((await context.state('portfolios')).customerId);
    const customerId = wrong[(context.turn ?? 0) % wrong.length] ?? wrong[0];
    const exchange = await askPortfolios(context, { customerId });
    expectRejection(exchange, `a customer-id that is no UUID (${customerId})`);
  },
};

/** Section 4.9: the request, and what its answer shows. */
export const portfoliosChecks: Check[] = [
  succeeds,
  ...shape,
  ...headers,
  ...withoutListedHeaders({ ...OWN_PORTFOLIOS, send: withoutHeader }),
  noUuid,
];
