import type { StateName, UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import {
  answerOf,
  expectForbidden,
  expectNoServerError,
  expectRefusedAnswer,
  expectSuccess,
  isAnsweredOffer,
} from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import {
  expectForbiddenOrUnknown,
  forbiddenBodyChecks,
  noteRoleRefusal,
} from '../forbidden-body.ts';
import {
  acceptAfterRefusals,
  answeredApplications,
  answerOffer,
  type ForeignAnswer,
  foreignAnswer,
  laterAnswer,
  ownerAccepts,
  refusedAnswer,
  staffAnswers,
} from './update-application-offers.ts';

const endpoint = 'update-application' as const;
const base = { level: 'must', endpoint, users: ['customer'] } satisfies Partial<Check>;

/** How the answer is called that the first one was, and the check that the first one succeeds. */
const FIRST_ANSWERS = [
  { accept: true, first: 'accepted', requirement: 'APP-19', twin: 'update-application.data' },
  {
    accept: false,
    first: 'withdrawn',
    requirement: 'APP-20',
    twin: 'update-application.withdraw.succeeds',
  },
];

const secondAnswers: Check[] = FIRST_ANSWERS.flatMap(({ accept, first, requirement, twin }) =>
  [accept, !accept].map((status) => ({
    ...base,
    id: `update-application.refuses.${first}-then-${status}`,
    title: `refuses status=${status} for an application already ${first}`,
    requirements: [requirement],
    after: [twin, 'update-application.data'],
    async run(context) {
      const step = status === accept ? 'same answer, new key' : 'other answer, new key';
      const exchange = await laterAnswer(context, accept, step);
      expectRefusedAnswer(exchange, `status=${status} for an application already ${first}`);
    },
  })),
);

/** Both answers to one application, one after the other: at once, one could bring the other about. */
const requestedAnswers = (context: CheckContext): Promise<[Exchange, Exchange]> =>
  context.shared('requested application answered', async (own) => {
    const { applicationId } = await own.state('loan-requested');
    return [
      await answerOffer(own, 'customer', applicationId, true),
      await answerOffer(own, 'customer', applicationId, false),
    ];
  });

const requested: Check[] = [true, false].map((status) => ({
  ...base,
  id: `update-application.refuses.requested-then-${status}`,
  title: `refuses status=${status} for an application still REQUESTED`,
  requirements: ['APP-18'],
  states: ['loan-requested'] satisfies StateName[],
  after: ['update-application.data', ...(status ? [] : ['update-application.withdraw.succeeds'])],
  async run(context) {
    const exchange = (await requestedAnswers(context))[status ? 0 : 1];
    expectRefusedAnswer(exchange, `status=${status} for an application still REQUESTED`);
  },
}));

const oneKey: Check[] = FIRST_ANSWERS.map(({ accept, first, twin }) => ({
  ...base,
  id: `update-application.one-key.${first}`,
  title: `keeps an application ${first} when its key brings the other answer`,
  requirements: ['APP-37'],
  after: [twin, `update-application.${first}`],
  async run(context) {
    const exchange = await laterAnswer(context, accept, 'other answer, same key');
    const loanStatus = valueAt(jsonOf(exchange), 'data', 'loanStatus');
    const other = accept ? 'WITHDRAWN' : 'ACCEPTED';
    expectNoServerError(exchange, 'the other answer under the same key');
    if (isAnsweredOffer(exchange) && loanStatus === other) {
      deviate(`one effect of one x-idempotency-key: ${first}`, `${first}, then ${other}`);
    }
  },
}));

/** How many answers are sent at once, half of them each way. */
const AT_ONCE = 8;

const race: Check = {
  ...base,
  id: 'update-application.answers-at-once',
  title: 'lets exactly one of several answers sent at once succeed',
  requirements: ['APP-21'],
  takes: { 'offer-sent': 1 },
  after: secondAnswers.map(({ id }) => id),
  async run(context) {
    const { applicationId } = await context.take('offer-sent');
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        answerOffer(context, 'customer', applicationId, index % 2 === 0),
      ),
    );
    for (const answer of answers) {
      expectNoServerError(answer, 'any answer of several at once');
    }
    const successes = answers.filter(isAnsweredOffer).length;
    if (successes !== 1) {
      deviate(`exactly one of ${AT_ONCE} answers sent at once to succeed`, `${successes}`);
    }
  },
};

interface Foreign {
  variant: string;
  user: UserName;
  /** what the offer is of, beside the logins */
  states: StateName[];
  tries?: number;
  answer(context: CheckContext): Promise<Exchange>;
  requirement: string;
  what: string;
  /** of another tenant, whose tokens this host need not know */
  perhapsUnknown?: boolean;
}

/** Answers to the offer of `otherCustomer`, each in its turn. */
const toOther = (...steps: [ForeignAnswer, ...ForeignAnswer[]]) => ({
  states: ['offer-sent-other'] satisfies StateName[],
  answer: (context: CheckContext) =>
    foreignAnswer(context, steps[(context.turn ?? 0) % steps.length] ?? steps[0]),
});

const FOREIGN: Foreign[] = [
  {
    variant: 'customer-by-other-customer',
    user: 'otherCustomer',
    states: [],
    tries: 2,
    requirement: 'APP-36',
    what: "another customer's answer to the customer's offer",
    async answer(context) {
      // The offer of the refusals, since somebody who is let in leaves none behind.
      const as = await context.session('otherCustomer');
      return refusedAnswer(context, { as, query: { status: (context.turn ?? 0) % 2 === 0 } });
    },
  },
  {
    variant: 'other-customer-accepting',
    user: 'customer',
    ...toOther('customer accepts'),
    requirement: 'APP-36',
    what: 'accepting the offer of another customer',
  },
  {
    variant: 'other-customer-withdrawing',
    user: 'customer',
    ...toOther('customer withdraws'),
    requirement: 'APP-36',
    what: 'withdrawing from the offer of another customer',
  },
  {
    variant: 'other-tenant',
    user: 'otherManager',
    tries: 2,
    ...toOther('otherManager withdraws', 'otherManager accepts'),
    requirement: 'APP-40',
    what: 'answering an offer of another tenant',
    perhapsUnknown: true,
  },
];

const forbidden: Check[] = FOREIGN.map(
  ({ variant, user, states, tries = 1, answer, requirement, what, perhapsUnknown }) => ({
    ...base,
    id: `update-application.forbids.${variant}`,
    title: `answers ${what} with 403${perhapsUnknown ? ' or 401' : ''}`,
    requirements: [requirement],
    users: [...new Set<UserName>(['customer', user])],
    states,
    tries,
    after: ['update-application.data'],
    async run(context) {
      const expect = perhapsUnknown ? expectForbiddenOrUnknown : expectForbidden;
      expect(await answer(context), what);
    },
  }),
);

const forbiddenBodies: Check[] = FOREIGN.flatMap(
  ({ variant, user, states, answer, what, perhapsUnknown = false }) =>
    forbiddenBodyChecks(`update-application.forbids.${variant}`, {
      endpoint,
      user,
      what,
      users: [...new Set<UserName>(['customer', user])],
      states,
      after: `update-application.forbids.${variant}`,
      perhapsUnknown,
      answer,
    }),
);

const inCapitals: Check = {
  ...base,
  id: 'update-application.refuses.other-customer-in-capitals',
  title: 'refuses an answer to the offer of another customer by its id in capitals',
  requirements: ['APP-53'],
  users: ['customer', 'otherCustomer'],
  states: ['offer-sent-other'],
  after: ['update-application.data'],
  async run(context) {
    const { applicationId } = await context.state('offer-sent-other');
    const near = applicationId.toUpperCase();
    if (near === applicationId) {
      context.inconclusive('The id of the offer has no small letters.');
    }
    const exchange = await answerOffer(context, 'customer', near, true);
    expectRefusedAnswer(exchange, "another customer's offer by its id in capitals");
  },
};

const withoutEffect: Check[] = [
  {
    ...base,
    id: 'update-application.refusal-changes-nothing.call',
    title: 'lets an offer be accepted after faulty answers to it were refused',
    requirements: ['APP-22'],
    takes: { 'offer-sent': 1 },
    phase: 'endings',
    after: [
      'update-application.refuses.no-x-idempotency-key',
      'update-application.refuses.no-x-fapi-auth-date',
      'update-application.refuses.no-x-fapi-customer-ip-address',
      'update-application.refuses.no-x-fapi-interaction-id',
      'update-application.refuses.no-status',
      'update-application.refuses.status-not-boolean',
      'update-application.refuses.status-empty',
    ],
    async run(context) {
      // They try the same offer, where the target has another customer.
      if (context.target.users.otherCustomer) {
        for (const field of ['', '.error', '.message', '.role']) {
          await context.passed(`update-application.forbids.customer-by-other-customer${field}`);
        }
      }
      const exchange = await acceptAfterRefusals(context);
      expectSuccess(exchange, 'accepting an offer whose faulty answers were refused');
    },
  },
  {
    ...base,
    id: 'update-application.refusal-changes-nothing.owner',
    title: 'lets the owner accept an offer after answers of others were refused',
    requirements: ['APP-22'],
    users: ['customer', 'otherCustomer'],
    states: ['offer-sent-other'],
    phase: 'endings',
    after: [
      'update-application.forbids.other-customer-accepting',
      'update-application.forbids.other-customer-withdrawing',
      inCapitals.id,
    ],
    async run(context) {
      const exchange = await ownerAccepts(context);
      expectSuccess(exchange, 'accepting the own offer after others were refused');
    },
  },
];

const STAFF = ['manager', 'cashier'] as const;

const byStaff: Check[] = STAFF.map((user) => ({
  ...base,
  id: `update-application.refuses.${user}`,
  title: `refuses a ${user} who answers the offer of a customer`,
  requirements: ['APP-52'],
  level: 'should',
  users: ['customer', user],
  ...(user === 'manager' && { takes: { 'offer-sent': 1 } }),
  after: ['update-application.data'],
  async run(context) {
    for (const { user: by, status, exchange } of await staffAnswers(context)) {
      if (by === user) {
        expectRefusedAnswer(exchange, `status=${status} by a ${user} for the offer of a customer`);
      }
    }
  },
}));

const observations: Check[] = [
  {
    ...base,
    id: 'update-application.observes.second-answer',
    title: 'shows how a second answer to an offer is refused',
    requirements: ['APP-39'],
    level: 'open',
    after: ['update-application.data'],
    async run(context) {
      const exchange = await laterAnswer(context, true, 'other answer, new key');
      context.observe('answer to a second answer of an offer', answerOf(exchange));
    },
  },
  {
    ...base,
    id: 'update-application.observes.repeated-key',
    title: 'shows how the same answer under the same key is answered',
    requirements: ['APP-38'],
    level: 'open',
    after: ['update-application.data'],
    async run(context) {
      const exchange = await laterAnswer(context, true, 'same answer, same key');
      context.observe('same answer to an offer under the same key', answerOf(exchange));
    },
  },
  {
    ...base,
    id: 'update-application.observes.loanStatus',
    title: 'shows the values of loanStatus after an answer',
    requirements: ['APP-42'],
    level: 'open',
    after: ['update-application.data'],
    async run(context) {
      const seen = (await answeredApplications(context)).map(({ data }) =>
        String(valueAt(data, 'loanStatus')),
      );
      context.observe('loanStatus after an answer', [...new Set(seen)].sort().join(' '));
    },
  },
  {
    ...base,
    id: 'update-application.observes.staff',
    title: 'shows whether an agent may answer the offer of a customer',
    requirements: ['APP-41'],
    level: 'open',
    users: ['customer', 'agent'],
    after: ['update-application.data'],
    async run(context) {
      for (const { user, exchange } of await staffAnswers(context)) {
        await noteRoleRefusal(context, { user, what: 'the offer of a customer', exchange });
        context.observe(`answer to ${user} answering the offer of a customer`, answerOf(exchange));
      }
    },
  },
];

/** Section 3.1 and ownership: from which state, by whom, and how often an offer can be answered. */
export const updateApplicationStateChecks: Check[] = [
  ...secondAnswers,
  ...requested,
  ...oneKey,
  race,
  ...forbidden,
  ...forbiddenBodies,
  inCapitals,
  ...withoutEffect,
  ...byStaff,
  ...observations,
];
