import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { StateName, UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import { expectForbidden, expectRefusedAnswer, isAnsweredOffer } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { expectForbiddenOrUnknown, forbiddenBodyChecks } from '../forbidden-body.ts';
import { listedHeaders } from '../kinds/listed-headers.ts';
import { ownerOf } from '../state-owner.ts';
import { servedApiToken } from '../tokens/api-tokens.ts';
import { baseOf, offeredSince } from '../valid-call.ts';
import { expectOwnerAccepts, staffAnswers, toOther } from './foreign-answers.ts';
import {
  acceptAfterRefusals,
  answeredOffer,
  answerOffer,
  answerOwn,
  expectOfferAnswered,
  type OwnOffer,
  refusedAnswer,
} from './update-application-offers.ts';

const endpoint = 'update-application' as const;
const base = baseOf(endpoint);

interface Foreign {
  variant: string;
  user: UserName;
  /** what the offer is of, beside the logins */
  states: StateName[];
  tries?: number;
  answer(context: CheckContext): Promise<Exchange>;
  requirement: string;
  what: string;
  /** whose offer it is */
  owner: UserName;
  /** of another tenant, whose tokens this host need not know */
  perhapsUnknown?: boolean;
}

const FOREIGN: Foreign[] = [
  {
    variant: 'customer-by-other-customer',
    user: 'otherCustomer',
    owner: 'customer',
    states: [],
    tries: 2,
    requirement: 'APP-36',
    what: "another customer's answer to the customer's offer",
    answer(context) {
      const status = (context.turn ?? 0) % 2 === 0;
      // The offer of the refusals, since somebody who is let in leaves none behind.
      return context.shared(
        `status=${status} by otherCustomer to the offer of refusals`,
        async (own) =>
          refusedAnswer(own, { as: await own.session('otherCustomer'), query: { status } }),
      );
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
  ({ variant, user, owner, states, tries = 1, answer, requirement, what, perhapsUnknown }) => ({
    ...base,
    id: `update-application.forbids.${variant}`,
    refusal: { name: `update-application.${variant}`, reachesFor: owner },
    title: `answers ${what} with 403${perhapsUnknown ? ' or 401' : ''}`,
    requirements: [requirement],
    users: [...new Set<UserName>(['customer', user])],
    states,
    tries,
    async run(context) {
      const expect = perhapsUnknown ? expectForbiddenOrUnknown : expectForbidden;
      expect(await answer(context), what);
    },
  }),
);

const forbiddenBodies: Check[] = FOREIGN.flatMap(
  ({ variant, user, owner, states, answer, what, perhapsUnknown = false }) =>
    forbiddenBodyChecks(`update-application.forbids.${variant}`, {
      endpoint,
      user,
      what,
      users: [...new Set<UserName>(['customer', user])],
      states,
      refusal: { name: `update-application.${variant}`, reachesFor: owner },
      perhapsUnknown,
      answer,
    }),
);

const inCapitals: Check = {
  ...base,
  id: 'update-application.refuses.other-customer-in-capitals',
  refusal: { name: 'update-application.other-customer-in-capitals' },
  title: 'refuses an answer to the offer of another customer by its id in capitals',
  requirements: ['APP-53'],
  users: ['customer', 'otherCustomer'],
  states: ['offer-sent-other'],
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
    requirements: ['APP-22', 'APP-19'],
    takes: { 'offer-sent': 1 },
    phase: 'endings',
    after: [
      ...listedHeaders(endpoint, 'must').map(({ header }) => `no-${header}`),
      ...['no-status', 'status-not-boolean', 'status-empty'],
    ].map((what) => `update-application.refuses.${what}`),
    async run(context) {
      // They try the same offer, where the target has another customer.
      if (context.target.users.otherCustomer) {
        for (const field of ['', '.error', '.message', '.role']) {
          await context.passed(`update-application.forbids.customer-by-other-customer${field}`);
        }
      }
      const { offer, exchange } = await acceptAfterRefusals(context);
      const what = 'accepting an offer whose faulty answers were refused';
      const { since } = offer;
      await expectOfferAnswered(context, exchange, { offer, accept: true, what, since });
      // What was answered is as final as an offer that was answered at the first try.
      if (await context.passed('update-application.refuses.accepted-then-false')) {
        const again = await answerOwn(context, offer, false);
        expectRefusedAnswer(again, `status=false after ${what}`);
      }
    },
  },
  {
    ...base,
    id: 'update-application.refusal-changes-nothing.owner',
    title: 'lets the owner alone answer an offer, after answers of others were refused',
    requirements: ['APP-22', 'APP-36'],
    users: ['customer', 'otherCustomer'],
    states: ['offer-sent-other'],
    phase: 'endings',
    after: [
      'update-application.forbids.other-customer-accepting',
      'update-application.forbids.other-customer-withdrawing',
      inCapitals.id,
    ],
    async run(context) {
      await expectOwnerAccepts(context);
      // What it is by now tells nobody else more, nor lets them answer it.
      const { applicationId } = await context.state('offer-sent-other');
      const after = await answerOffer(context, 'customer', applicationId, false);
      expectRefusedAnswer(after, "withdrawing from another customer's offer that was accepted");
      // The rules judge how it ends; a target that gives one such offer is asked no more.
      const next = await context.take('offer-sent-other').catch(unlessNotSupplied);
      if (next) {
        // What was refused to somebody else is done to the offer no more than the owner's other answer.
        await answerOffer(context, 'customer', next.applicationId, true);
        await answerOffer(context, 'otherCustomer', next.applicationId, false);
      }
    },
  },
  {
    ...base,
    id: 'update-application.refusal-changes-nothing.token',
    title: 'lets an offer be accepted after answers to it with bad tokens were refused',
    requirements: ['APP-22'],
    states: ['offer-sent'],
    // After all that is refused for its token, the tokens of sessions that were logged out among it.
    phase: 'logins',
    after: ['authentication.missing.update-application'],
    async run(context) {
      const offer = await context.state('offer-sent');
      const exchange = await acceptedByToken(context, offer);
      const what = 'accepting an offer that was answered with bad tokens before';
      const since = await offeredSince(context);
      await expectOfferAnswered(context, exchange, { offer, accept: true, what, since });
    },
  },
];

/** Accepts an offer with the customer's API token, where one was served that; else in a new session. */
async function acceptedByToken(context: CheckContext, offer: OwnOffer): Promise<Exchange> {
  const isCustomers = offer.email === undefined;
  const token = isCustomers ? await servedApiToken(context, endpoint) : undefined;
  const answer = (as: Pick<Session, 'accessToken'>) =>
    answerOffer(context, as, offer.applicationId, true);
  const byToken = token === undefined ? undefined : await answer({ accessToken: token });
  if (byToken && isAnsweredOffer(byToken)) {
    return byToken;
  }
  // Logins of other checks may have ended the sessions from before.
  return answer(
    isCustomers ? await context.freshSession('customer') : await ownerOf(context, offer),
  );
}

const STAFF = ['manager', 'cashier'] as const;

const byStaff: Check[] = STAFF.map((user) => ({
  ...base,
  id: `update-application.refuses.${user}`,
  ...(user === 'cashier' && { refusal: { name: `update-application.${user}` } }),
  title: `refuses a ${user} who answers the offer of a customer`,
  requirements: ['APP-52'],
  level: 'should',
  users: ['customer', user],
  ...(user === 'manager' && { takes: { 'offer-sent': 1 } }),
  async run(context) {
    for (const { user: by, status, exchange } of await staffAnswers(context)) {
      if (by === user) {
        expectRefusedAnswer(exchange, `status=${status} by a ${user} for the offer of a customer`);
      }
    }
  },
}));

/** Whether an agent may answer for a customer is open, but not that one may in one way and not in the other. */
const byAgent: Check = {
  ...base,
  id: 'update-application.refuses.agent-withdrawing',
  title: 'refuses an agent who withdraws from an offer that agents may not accept',
  requirements: ['APP-56'],
  level: 'should',
  users: ['customer', 'agent'],
  async run(context) {
    const answers = await staffAnswers(context);
    const withdrawal =
      answers.find(({ user, status }) => user === 'agent' && !status) ??
      context.inconclusive('Agents are not forbidden to accept the offer of a customer.');
    const what = 'status=false by an agent, whose status=true got HTTP 403';
    expectRefusedAnswer(withdrawal.exchange, what);
  },
};

/** What was kept for a key is its caller's: it gives nobody else the application. */
const repeatByAnother: Check = {
  ...base,
  id: 'update-application.refuses.repeat-by-another',
  refusal: { name: 'update-application.repeat-by-another' },
  title: "refuses another customer who repeats the customer's answer, key and all",
  requirements: ['APP-36'],
  users: ['customer', 'otherCustomer'],
  async run(context) {
    const { applicationId, headers } = await answeredOffer(context.plain ?? context, true);
    const exchange = await answerOffer(context, 'otherCustomer', applicationId, true, headers);
    expectRefusedAnswer(exchange, "another customer's repeat of the customer's answer");
  },
};

/** Ownership: an offer is answered by its owner alone, and what is refused leaves it as it is. */
export const answersByOthersChecks: Check[] = [
  repeatByAnother,
  ...forbidden,
  ...forbiddenBodies,
  inCapitals,
  ...withoutEffect,
  ...byStaff,
  byAgent,
];
