import type { UserName } from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { answerOf, expectForbidden } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import {
  expectForbiddenOrUnknown,
  forbiddenBodyChecks,
  noteRoleRefusal,
} from './forbidden-body.ts';
import { askPortfolios, OWN_PORTFOLIOS, PORTFOLIOS_TWIN } from './portfolios-listing.ts';

function portfoliosFor(context: CheckContext, user: UserName): Promise<Exchange> {
  return context.shared(`portfolios of the customer for ${user}`, (own) =>
    askPortfolios(own, { as: user }),
  );
}

interface Other {
  user: UserName;
  who: string;
  requirement: string;
  /** of another tenant, whose tokens this host need not know */
  perhapsUnknown?: boolean;
}

const OTHERS: Other[] = [
  { user: 'otherCustomer', who: 'another customer', requirement: 'PTF-6' },
  {
    user: 'otherManager',
    who: 'a manager of another tenant',
    requirement: 'PTF-22',
    perhapsUnknown: true,
  },
];

const forbidden: Check[] = OTHERS.flatMap(({ user, who, requirement, perhapsUnknown = false }) => {
  const id = `portfolios.forbids.${user}`;
  const what = `the customer's portfolios asked for by ${who}`;
  const base = {
    endpoint: 'portfolios' as const,
    users: ['customer' as const, user],
    states: ['portfolios' as const],
  };
  return [
    {
      ...base,
      id,
      title: `answers ${who} who asks for portfolios with 403${perhapsUnknown ? ' or 401' : ''}`,
      requirements: [requirement],
      level: 'must' as const,
      after: [PORTFOLIOS_TWIN],
      cause: "access to another user's data is not answered with 403",
      async run(context: CheckContext) {
        const expect = perhapsUnknown ? expectForbiddenOrUnknown : expectForbidden;
        expect(await portfoliosFor(context, user), what);
      },
    },
    ...forbiddenBodyChecks(id, {
      ...base,
      user,
      what: `portfolios to ${who}`,
      perhapsUnknown,
      after: id,
      answer: (context) => portfoliosFor(context, user),
    }),
  ];
});

const otherRoles: Check[] = (['manager', 'agent', 'cashier'] as const).map((user) => ({
  ...OWN_PORTFOLIOS,
  id: `portfolios.observes.role.${user}`,
  title: `shows whether ${user} may list the portfolios of a customer`,
  requirements: ['PTF-21'],
  level: 'open',
  users: ['customer', user],
  async run(context) {
    const exchange = await portfoliosFor(context, user);
    await noteRoleRefusal(context, { user, what: 'portfolios of a customer', exchange });
    context.observe(`portfolios of a customer for ${user}`, answerOf(exchange));
  },
}));

/** Sections 4.9, 5.10 and 7: whose portfolios a user may list. */
export const portfoliosCallerChecks: Check[] = [...forbidden, ...otherRoles];
