import type { StateName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import {
  answerOf,
  expectNoServerError,
  expectRefusedAnswer,
  isAnsweredOffer,
} from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { allDone } from '../all-done.ts';
import { noteRoleRefusal } from '../forbidden-body.ts';
import { baseOf } from '../valid-call.ts';
import { staffAnswers } from './foreign-answers.ts';
import {
  answeredApplications,
  answerOffer,
  answerOwn,
  expectOfferAnswered,
  laterAnswer,
} from './update-application-offers.ts';

const endpoint = 'update-application' as const;
const base = baseOf(endpoint);

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
    // An answer to an offer that was answered is like the next.
    refusal: { name: `update-application.${first}-then-${status}`, least: 1 },
    title: `refuses status=${status} for an application already ${first}`,
    requirements: [requirement],
    after: [twin, 'update-application.data'],
    async run(context) {
      const what = `status=${status} for an application already ${first}`;
      const step = status === accept ? 'same answer, new key' : 'other answer, new key';
      expectRefusedAnswer(await laterAnswer(context, accept, step), what);
    },
  })),
);

/** The answer to an application still REQUESTED that is sent first. */
export const REQUESTED_FIRST = true;

/** Both answers to one application, one after the other: at once, one could bring the other about. */
export const requestedAnswers = (context: CheckContext): Promise<[Exchange, Exchange]> =>
  context.shared('requested application answered', async (own) => {
    const { applicationId } = await own.state('loan-requested');
    return [
      await answerOffer(own, 'customer', applicationId, REQUESTED_FIRST),
      await answerOffer(own, 'customer', applicationId, !REQUESTED_FIRST),
    ];
  });

const requested: Check[] = [REQUESTED_FIRST, !REQUESTED_FIRST].map((status) => ({
  ...base,
  id: `update-application.refuses.requested-then-${status}`,
  refusal: { name: 'update-application.requested-then' },
  title: `refuses status=${status} for an application still REQUESTED`,
  requirements: ['APP-18'],
  states: ['loan-requested'] satisfies StateName[],
  after: ['update-application.data', ...(status ? [] : ['update-application.withdraw.succeeds'])],
  async run(context) {
    const exchange = (await requestedAnswers(context))[status === REQUESTED_FIRST ? 0 : 1];
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
    const offer = await context.take('offer-sent');
    const answers = await allDone(
      Array.from({ length: AT_ONCE }, (_, index) => answerOwn(context, offer, index % 2 === 0)),
    );
    for (const answer of answers) {
      expectNoServerError(answer, 'any answer of several at once');
    }
    const successes = answers.filter(isAnsweredOffer).length;
    const [first] = answers;
    if (successes === 0 && first) {
      const what = 'one of several answers to an offer';
      await expectOfferAnswered(context, first, { offer, accept: true, what });
    }
    if (successes !== 1) {
      deviate(`exactly one of ${AT_ONCE} answers sent at once to succeed`, `${successes}`);
    }
  },
};

const shown = { ...base, level: 'open' } satisfies Partial<Check>;

const observations: Check[] = [
  {
    ...shown,
    id: 'update-application.observes.second-answer',
    title: 'shows how a second answer to an offer is refused',
    requirements: ['APP-39'],
    async run(context) {
      const exchange = await laterAnswer(context, true, 'other answer, new key');
      context.observe('answer to a second answer of an offer', answerOf(exchange));
    },
  },
  {
    ...shown,
    id: 'update-application.observes.repeated-key',
    title: 'shows how the same answer under the same key is answered',
    requirements: ['APP-38'],
    async run(context) {
      const exchange = await laterAnswer(context, true, 'same answer, same key');
      context.observe('same answer to an offer under the same key', answerOf(exchange));
    },
  },
  {
    ...shown,
    id: 'update-application.observes.loanStatus',
    title: 'shows the values of loanStatus after an answer',
    requirements: ['APP-42'],
    async run(context) {
      const seen = (await answeredApplications(context)).map(({ data }) =>
        String(valueAt(data, 'loanStatus')),
      );
      context.observe('loanStatus after an answer', [...new Set(seen)].sort().join(' '));
    },
  },
  {
    ...shown,
    id: 'update-application.observes.staff',
    title: 'shows whether an agent may answer the offer of a customer',
    requirements: ['APP-41'],
    users: ['customer', 'agent'],
    async run(context) {
      for (const { user, exchange } of await staffAnswers(context)) {
        await noteRoleRefusal(context, { user, what: 'the offer of a customer', exchange });
        context.observe(`answer to ${user} answering the offer of a customer`, answerOf(exchange));
      }
    },
  },
];

/** Section 3.1: from which state and how often an offer can be answered. */
export const updateApplicationStateChecks: Check[] = [
  ...secondAnswers,
  ...requested,
  ...oneKey,
  race,
  ...observations,
];
