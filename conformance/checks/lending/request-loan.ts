import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import {
  answerOf,
  expectForbidden,
  expectRejection,
  isSuccess,
  statusOf,
  successOf,
} from '../../expectations.ts';
import { bodyKind, type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { forbiddenBodyChecks } from '../forbidden-body.ts';
import { first, likeFirst, requestOfAgent } from '../idempotency/experiments.ts';
import { expectAccepted, expectFirstAccepted } from '../own-entry.ts';
import { baseOf, VALID_CALLS } from '../valid-call.ts';
import { afterRefusals } from './after-refusals.ts';
import { headerRefusals } from './lending-headers.ts';
import { NAMES_IN_OTHER_LETTERS } from './loan-request-values.ts';
import { requestOnLendingHost } from './new-application.ts';
import { takenValues, withoutGiven } from './optional-fields.ts';
import { requestsOfAgents } from './request-loan-of-agents.ts';
import { expectServedTogether } from './served-together.ts';

const endpoint = 'request-loan' as const;
const base = baseOf(endpoint);

/** The valid request sent by a user, once per run. */
export function requestBy(context: CheckContext, user: UserName): Promise<Exchange> {
  return context.shared(`loan request by ${user}`, async (own) => {
    const { body } = await VALID_CALLS[endpoint].options(own);
    return own.call(endpoint, { as: await own.session(user), body });
  });
}

const successes: Check[] = [
  {
    ...base,
    id: 'request-loan.succeeds',
    title: 'lets the customer request a loan with every required field',
    requirements: ['LOAN-27', 'LOAN-17', 'SVC-4'],
    after: [],
    takes: { 'loan-product': 1 },
    async run(context) {
      const sent = await first(context, endpoint);
      expectFirstAccepted(sent, 'a request of a customer with every required field');
    },
    again: (context) => expectServedTogether(context, endpoint),
  },
  ...requestsOfAgents,
  {
    ...base,
    id: 'request-loan.lending-host',
    title: 'lets the customer request a loan on the lending host',
    requirements: ['LOAN-42'],
    capability: 'requestLoanOnLendingHost',
    takes: { 'loan-product': 1 },
    async run(context) {
      const sent = await requestOnLendingHost(context);
      await expectAccepted(context, sent, 'a valid request on the lending host');
    },
  },
  {
    ...base,
    id: 'request-loan.lending-host.agent',
    title: 'lets an agent request a loan on the lending host',
    requirements: ['LOAN-42'],
    users: ['agent', 'customer'],
    capability: 'requestLoanOnLendingHost',
    after: ['request-loan.agent', 'request-loan.lending-host'],
    async run(context) {
      await context.passed('request-loan.eligibility-answers');
      const { options } = await requestOfAgent(context);
      const { headers: _, ...rest } = options;
      const valid = { ...rest, body: await withoutGiven(context, endpoint, rest.body) };
      const exchange = await context.call(endpoint, { ...valid, host: 'lending' });
      // A rule about the second request of one agent would hold on either host.
      if (!isSuccess(exchange) && isSuccess(await context.call(endpoint, valid))) {
        deviate(
          'a request of an agent to be served on the lending host, as on the other',
          answerOf(exchange),
          successOf(exchange),
        );
      }
    },
  },
];

const REFUSED_ROLES = [
  { user: 'manager', requirement: 'LOAN-40' },
  { user: 'cashier', requirement: 'LOAN-41' },
] as const;

const roles: Check[] = REFUSED_ROLES.flatMap(({ user, requirement }): Check[] => {
  const id = `request-loan.forbids.${user}`;
  const what = `a request for a loan by a ${user}`;
  const refusal = { name: `request-loan.${user}` };
  const ofRole = { ...base, refusal, users: [user, 'customer'] satisfies UserName[] };
  return [
    {
      ...ofRole,
      id,
      title: `answers ${what} with 403`,
      requirements: [requirement],
      async run(context) {
        expectForbidden(await requestBy(context, user), what);
      },
    },
    ...forbiddenBodyChecks(id, {
      ...ofRole,
      user,
      what,
      after: [id],
      answer: (context) => requestBy(context, user),
    }),
  ];
});

/** The same role in another tenant, where its token may be nobody's, and the product is unknown. */
const managerElsewhere: Check = {
  ...base,
  id: 'request-loan.forbids.other-manager',
  refusal: { name: 'request-loan.other-manager' },
  title: 'refuses a request for a loan by a manager of another tenant',
  requirements: ['LOAN-40'],
  users: ['otherManager', 'customer'],
  after: ['request-loan.forbids.manager'],
  cause: 'a manager of another tenant may request a loan',
  async run(context) {
    const exchange = await requestBy(context, 'otherManager');
    expectRejection(exchange, 'a request for a loan by a manager of another tenant');
  },
};

const shown = { ...base, level: 'open' } satisfies Partial<Check>;

const observations: Check[] = [
  {
    ...shown,
    id: 'request-loan.observes.names',
    title: 'shows whether names in letters beside ASCII are taken',
    requirements: ['LOAN-44'],
    async run(context) {
      const options = await likeFirst(context, endpoint);
      const body = { ...(options.body as object), ...NAMES_IN_OTHER_LETTERS };
      const exchange = await context.call(endpoint, { ...options, body });
      if (isSuccess(exchange)) {
        (await takenValues(context, endpoint)).add('names in other letters');
      }
      context.observe('answer to names in letters beside ASCII', answerOf(exchange));
    },
  },
  {
    ...shown,
    id: 'request-loan.observes.header-forms',
    title: 'shows whether x-fapi headers of an odd form are refused',
    requirements: ['LOAN-37'],
    async run(context) {
      const options = await likeFirst(context, endpoint);
      const odd = {
        'x-fapi-auth-date': 'yesterday',
        'x-fapi-customer-ip-address': 'somewhere',
      };
      for (const [header, value] of Object.entries(odd)) {
        const exchange = await context.call(endpoint, { ...options, headers: { [header]: value } });
        context.observe(`status of request-loan with an odd ${header}`, statusOf(exchange));
      }
    },
  },
  {
    ...shown,
    id: 'request-loan.observes.body',
    title: 'shows what a request for a loan is answered with',
    requirements: ['LOAN-43'],
    async run(context) {
      const { exchange } = await first(context, endpoint);
      context.observe('body of request-loan', bodyKind(exchange));
      const data = valueAt(jsonOf(exchange), 'data');
      if (typeof data === 'object' && data !== null) {
        context.observe('fields of data of request-loan', Object.keys(data).sort().join(' '));
      }
    },
  },
  {
    ...shown,
    id: 'request-loan.observes.validation-error',
    title: 'shows how a request for a loan without a field is refused',
    requirements: ['LOAN-44'],
    async run(context) {
      const { as, body } = await VALID_CALLS[endpoint].options(context);
      const { bvn: _, ...without } = body as Record<string, unknown>;
      const exchange = await context.call(endpoint, { as, body: without });
      context.observe('answer to a request for a loan without bvn', answerOf(exchange));
    },
  },
];

/** Section 4.6: who may request a loan, where, and with which headers. */
export const requestLoanChecks: Check[] = [
  ...successes,
  ...roles,
  managerElsewhere,
  ...headerRefusals(endpoint),
  afterRefusals,
  ...observations,
];
