import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, expectForbidden, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { headerValue } from '../../http/header-value.ts';
import { deviate } from '../../outcome.ts';
import { LATER_PAGE, readPortfolioQueries } from '../../situations/portfolio-pages.ts';
import {
  expectForbiddenOrUnknown,
  forbiddenBodyChecks,
  noteRoleRefusal,
} from '../forbidden-body.ts';
import { nearIds, nobodyNear } from '../near-ids.ts';
import {
  askPortfolios,
  OWN_PORTFOLIOS,
  PORTFOLIOS_TWIN,
  plainPortfolios,
  portfoliosIn,
} from './listing.ts';

interface Asking {
  user: UserName;
  /** whose portfolios are asked for; the customer's unless told otherwise */
  owner?: UserName;
}

function portfoliosFor(context: CheckContext, { user, owner }: Asking): Promise<Exchange> {
  return context.shared(`portfolios of ${owner ?? 'customer'} for ${user}`, async (own) =>
    askPortfolios(own, {
      as: user,
      ...(owner && { customerId: await customerIdOf(own, owner) }),
    }),
  );
}

/** The customer's portfolios for another customer, under the key that the customer listed them with. */
async function underOwnersKey(context: CheckContext): Promise<Exchange> {
  const { exchange } = await plainPortfolios(context);
  const key = headerValue(exchange.request.headers, 'x-idempotency-key') ?? '';
  return askPortfolios(context, { as: 'otherCustomer', headers: { 'x-idempotency-key': key } });
}

/** A later page of the customer's portfolios for another customer, right as the customer was shown it before. */
async function pageOfOwner(context: CheckContext): Promise<Exchange> {
  await readPortfolioQueries(context);
  return askPortfolios(context, { as: 'otherCustomer', query: LATER_PAGE });
}

/** The id of a user of the target file in the path of portfolios, by what a login tells. */
async function customerIdOf(context: CheckContext, user: UserName): Promise<string> {
  const { customerId } = await context.state('portfolios');
  const { userId: own } = await context.session('customer');
  const { userId } = await context.session(user);
  if (own?.toLowerCase() !== customerId.toLowerCase() || userId === undefined) {
    return context.inconclusive('user.id of a login is not the customer-id of portfolios.');
  }
  return userId;
}

/** Near misses of somebody else's id: however they are refused, they list nothing. */
async function expectNoneNearby(context: CheckContext, { user, owner }: Asking, what: string) {
  const { customerId } = await context.state('portfolios');
  const near = nearIds(owner ? await customerIdOf(context, owner) : customerId);
  // All of them are tried by the first customer; a part shows whether they mean more to the second.
  for (const id of owner ? near.slice(0, 2) : near) {
    const exchange = await askPortfolios(context, { as: user, customerId: id });
    const { length } = await portfoliosIn(context, exchange);
    if (length > 0) {
      deviate(`no portfolio for ${what} by the id ${JSON.stringify(id)}`, `${length}`);
    }
  }
}

/** One more customer, who may well have no portfolio: an empty list is access as well. */
async function expectNoneOfWhoHasNoLoan(context: CheckContext, what: string): Promise<void> {
  const another = await context.state('no-active-loan').catch(unlessNotSupplied);
  const { customerId } = await context.state('portfolios');
  if (another === undefined || another.customerId.toLowerCase() === customerId.toLowerCase()) {
    return;
  }
  const exchange = await askPortfolios(context, { customerId: another.customerId });
  if (isSuccess(exchange)) {
    deviate(
      `${what} to be refused, with the id of the customer without a loan`,
      answerOf(exchange),
    );
  }
}

interface Other extends Asking {
  who: string;
  requirement: string;
  /** of another tenant, whose tokens this host need not know */
  perhapsUnknown?: boolean;
}

const OTHERS: Other[] = [
  { user: 'otherCustomer', who: 'another customer', requirement: 'PTF-6' },
  { user: 'customer', owner: 'otherCustomer', who: 'the customer', requirement: 'PTF-6' },
  {
    user: 'otherManager',
    who: 'a manager of another tenant',
    requirement: 'PTF-22',
    perhapsUnknown: true,
  },
];

const forbidden: Check[] = OTHERS.flatMap((other) => {
  const { user, owner, who, requirement, perhapsUnknown = false } = other;
  const id = `portfolios.forbids.${user}`;
  const whose = owner === undefined ? '' : ' of another customer';
  const what = `portfolios${whose} asked for by ${who}`;
  const base = {
    endpoint: 'portfolios' as const,
    users: [...new Set<UserName>(['customer', user, ...(owner ? [owner] : [])])],
    states: ['portfolios' as const],
    refusal: { name: `portfolios.${user}`, reachesFor: owner ?? 'customer' },
  };
  return [
    {
      ...base,
      id,
      title: `answers ${who} who asks for portfolios${whose} with 403${perhapsUnknown ? ' or 401' : ''}`,
      requirements: [requirement],
      level: 'must' as const,
      after: [PORTFOLIOS_TWIN],
      cause: "access to another user's data is not answered with 403",
      async run(context: CheckContext) {
        const expect = perhapsUnknown ? expectForbiddenOrUnknown : expectForbidden;
        expect(await portfoliosFor(context, other), what);
        if (!perhapsUnknown && !context.plain) {
          await expectNoneNearby(context, other, what);
        }
        if (owner !== undefined && !context.plain) {
          await expectNoneOfWhoHasNoLoan(context, what);
        }
        if (user === 'otherCustomer' && !context.plain) {
          // A key that comes again or a size may be refused as that; what neither may do is show the list.
          const exchange = await underOwnersKey(context);
          if (isSuccess(exchange)) {
            deviate(`${what} under the key of the owner to be refused`, answerOf(exchange));
          }
          const page = await pageOfOwner(context);
          if (isSuccess(page)) {
            deviate(`a page of ${what} to be refused, which the owner was shown`, answerOf(page));
          }
        }
      },
    },
    ...forbiddenBodyChecks(id, {
      ...base,
      user,
      what: `portfolios${whose} to ${who}`,
      perhapsUnknown,
      answer: (context) => portfoliosFor(context, other),
    }),
  ];
});

/** The staff of the customer's tenant, whom the specification neither lets in nor keeps out. */
const STAFF = ['manager', 'agent', 'cashier'] as const;

/**
 * Pages that are not the one that is asked for without a word of pages: that which the owner was shown before,
 * as it was asked for then, and another.
 */
const OTHER_PAGES = [LATER_PAGE, { page: 2, size: 5 }];

/** Whom the target itself tells that this is another's data is shown none of it on another page. */
const refusedStaff: Check = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.relation.refused-staff',
  title: 'lists no page of portfolios to staff whom it refuses the first with 403',
  requirements: ['PTF-6'],
  async run(context) {
    const isBearerTaken = await context.passed('authentication.bearer.portfolios');
    await readPortfolioQueries(context);
    for (const [index, user] of STAFF.entries()) {
      const isKnown = context.target.users[user] !== undefined;
      if (!isKnown || statusOf(await portfoliosFor(context, { user })) !== 403) {
        continue;
      }
      const query = OTHER_PAGES[index % OTHER_PAGES.length] ?? LATER_PAGE;
      // Of most staff one form is enough.
      const forms = user === 'manager' ? [false, true] : [isBearerTaken];
      for (const bearer of forms.filter((each) => isBearerTaken || !each)) {
        const exchange = await askPortfolios(context, { as: user, query, bearer });
        if (isSuccess(exchange)) {
          deviate(
            `${user}, who is refused portfolios of a customer, to be refused page 2 of them`,
            answerOf(exchange),
          );
        }
      }
    }
  },
};

const otherRoles: Check[] = STAFF.map((user) => ({
  ...OWN_PORTFOLIOS,
  id: `portfolios.observes.role.${user}`,
  title: `shows whether ${user} may list the portfolios of a customer`,
  requirements: ['PTF-21'],
  level: 'open',
  users: ['customer', user],
  async run(context) {
    const exchange = await portfoliosFor(context, { user });
    await noteRoleRefusal(context, { user, what: 'portfolios of a customer', exchange });
    context.observe(`portfolios of a customer for ${user}`, answerOf(exchange));
  },
}));

/** Who has no portfolios under the own id, or is nobody; how they are answered is open. */
const OWNERS_OF_NONE = [undefined, 'manager', 'agent', 'cashier'] as const;

const ofNobody: Check = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.lists-none-of-nobody',
  title: 'lists no portfolio under the id of nobody or of somebody who is no customer',
  requirements: ['PTF-30'],
  async run(context) {
    const owners = OWNERS_OF_NONE.filter((owner) => !owner || context.target.users[owner]);
    for (const owner of owners) {
      const { customerId: own } = await context.state('portfolios');
      const { userId } = owner ? await context.session(owner) : {};
      const exchange = await askPortfolios(context, {
        customerId: userId ?? nobodyNear(own, 'digit'),
      });
      const { length } = await portfoliosIn(context, exchange);
      if (length > 0) {
        deviate(`no portfolio under the id of ${owner ?? 'nobody'}`, `${length}`);
      }
    }
  },
};

/** Sections 4.9, 5.10 and 7: whose portfolios a user may list. */
export const portfoliosCallerChecks: Check[] = [
  ...forbidden,
  refusedStaff,
  ofNobody,
  ...otherRoles,
];
