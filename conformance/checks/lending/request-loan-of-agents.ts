import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isRejection, isSuccess, statusOf, successOf } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { likeFirst, requestOfAgent } from '../idempotency/experiments.ts';
import { expectFirstAccepted, type Sent } from '../own-entry.ts';
import { baseOf } from '../valid-call.ts';
import { answersFor } from './eligibility-answers.ts';
import { areDemanded } from './optional-fields.ts';

const endpoint = 'request-loan' as const;
const base = { ...baseOf(endpoint), users: ['agent', 'customer'] } satisfies Partial<Check>;

/** What an agent is refused may be for values that do not suit; where optional answers mend it they were demanded. */
async function expectNoAnswersDemanded(context: CheckContext, sent: Sent<'request-loan'>) {
  const { options, exchange } = sent;
  const { headers: _, ...plain } = options;
  const body = plain.body as Record<string, unknown>;
  const isBare = body.eligibilityAnswers === undefined;
  if (!isBare || !(await context.passed('request-loan.eligibility-answers'))) {
    return;
  }
  const answers = { eligibilityAnswers: await answersFor(context, sent.values, 'agent') };
  const send = (which: 'with' | 'without') =>
    context.call(endpoint, { ...plain, body: { ...body, ...(which === 'with' && answers) } });
  if (await areDemanded(send)) {
    deviate(
      'a request of an agent without eligibilityAnswers to be served',
      answerOf(exchange),
      successOf(exchange),
    );
  }
}

/**
 * What an agent is refused by 403 may be for values that do not suit. Where it is the same for a request without
 * any, which of a customer is refused otherwise, no value was looked at: agents are kept out.
 */
export async function expectAgentsLetIn(context: CheckContext, { options, exchange }: Sent) {
  if (statusOf(exchange) !== 403) {
    return;
  }
  const { headers: _, ...plain } = options;
  const empty = await context.call(endpoint, { ...plain, body: {} });
  const ofCustomer = await context.call(endpoint, {
    ...(await likeFirst(context, endpoint)),
    body: {},
  });
  const message = (each: Exchange) => valueAt(jsonOf(each), 'message');
  if (
    statusOf(empty) === 403 &&
    message(empty) === message(exchange) &&
    statusOf(ofCustomer) !== 403
  ) {
    deviate('a request of an agent not to be forbidden whatever it holds', answerOf(exchange));
  }
}

/** Section 4.6: agents may request loans as customers may. */
export const requestsOfAgents: Check[] = [
  {
    ...base,
    id: 'request-loan.agent',
    title: 'lets an agent request a loan',
    requirements: ['LOAN-38'],
    takes: { 'loan-product': 1 },
    async run(context) {
      const sent = await requestOfAgent(context);
      if (isRejection(sent.exchange)) {
        await expectNoAnswersDemanded(context, sent);
        await expectAgentsLetIn(context, sent);
      }
      expectFirstAccepted(sent, 'a valid request of an agent');
    },
  },
  {
    ...base,
    id: 'request-loan.agent-with-answers',
    title: 'lets the request of an agent carry eligibilityAnswers, as that of a customer',
    requirements: ['LOAN-17', 'LOAN-38'],
    after: ['request-loan.agent', 'request-loan.eligibility-answers'],
    async run(context) {
      const sent = await requestOfAgent(context);
      const { headers: _, ...valid } = sent.options;
      const plain = valid.body as Record<string, unknown>;
      if (plain.eligibilityAnswers !== undefined) {
        context.inconclusive('Every request carries the answers that the target file gives.');
      }
      const body = {
        ...plain,
        eligibilityAnswers: await answersFor(context, sent.values, 'agent'),
      };
      const exchange = await context.call(endpoint, { ...valid, body });
      // A rule about the second request of one agent would hold without answers, too.
      if (
        isRejection(exchange) &&
        isSuccess(await context.call(endpoint, { ...valid, body: plain }))
      ) {
        deviate(
          'a request of an agent with eligibilityAnswers to be served, as that of a customer is',
          answerOf(exchange),
          successOf(exchange),
        );
      }
    },
  },
];
