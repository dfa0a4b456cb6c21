import type { Check } from '../../check.ts';
import type { CallOptions } from '../../check-context.ts';
import {
  answerOf,
  expectRefusedAnswer,
  expectSuccess,
  isAnsweredOffer,
  isObject,
} from '../../expectations.ts';
import { jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { headerRefusals } from '../lending/lending-headers.ts';
import { NOT_UUIDS, nobodyNear, notUuids } from '../near-ids.ts';
import { baseOf } from '../valid-call.ts';
import {
  answeredApplications,
  answeredOffer,
  answerOwn,
  expectOfferAnswered,
  refusedAnswer,
} from './update-application-offers.ts';

const endpoint = 'update-application' as const;
const base = baseOf(endpoint);

const successes: Check[] = [
  {
    ...base,
    id: 'update-application.succeeds',
    title: 'lets the customer accept an offer',
    requirements: ['APP-24', 'SVC-4'],
    after: [],
    takes: { 'offer-sent': 1 },
    async run(context) {
      const { exchange } = await answeredOffer(context, true);
      expectSuccess(exchange, 'accepting an offer of the caller');
    },
  },
  {
    ...base,
    id: 'update-application.withdraw.succeeds',
    title: 'lets the customer withdraw from an offer',
    requirements: ['APP-24', 'APP-16'],
    after: [],
    takes: { 'offer-sent': 1 },
    async run(context) {
      const offer = await answeredOffer(context, false);
      const what = 'withdrawing from an offer of the caller';
      await expectOfferAnswered(context, offer.exchange, { offer, accept: false, what });
    },
  },
  {
    ...base,
    id: 'update-application.data',
    title: 'answers with the loan application in data',
    requirements: ['APP-34', 'SVC-12'],
    after: ['update-application.succeeds'],
    async run(context) {
      for (const { data } of await answeredApplications(context)) {
        if (!isObject(data)) {
          deviate('data to be an object', data === undefined ? 'none' : JSON.stringify(data));
        }
      }
    },
  },
];

interface WrongCall {
  variant: string;
  requirement: string;
  what: string;
  /** one for each time that it is tried, given the id of an offer */
  changes: ((id: string) => CallOptions)[];
}

const withStatus = (status: string) => () => ({ query: { status } });

const WRONG_CALLS: WrongCall[] = [
  {
    variant: 'no-status',
    requirement: 'APP-26',
    what: 'an answer without status',
    changes: [() => ({ query: {} })],
  },
  {
    variant: 'status-not-boolean',
    requirement: 'APP-27',
    what: 'an answer with a status that is no boolean',
    changes: ['maybe', 'truefalse', 'tru', '-'].map(withStatus),
  },
  {
    variant: 'status-empty',
    requirement: 'APP-27',
    what: 'an answer with an empty status',
    changes: [withStatus('')],
  },
  {
    variant: 'unknown-application',
    requirement: 'APP-25',
    what: 'the id of no application',
    changes: (['middle', 'end'] as const).map((part) => (id) => ({
      path: { 'loan-application-id': nobodyNear(id, part) },
    })),
  },
  {
    variant: 'id-not-a-uuid',
    requirement: 'APP-25',
    what: 'an application id that is no UUID',
    changes: Array.from({ length: NOT_UUIDS }, (_, index) => (id) => {
      const wrong = notUuids(id);
      return { path: { 'loan-application-id': wrong[index % wrong.length] ?? wrong[0] } };
    }),
  },
];

const refusals: Check[] = WRONG_CALLS.map(({ variant, requirement, what, changes }) => ({
  ...base,
  id: `update-application.refuses.${variant}`,
  refusal: refusalOf('update-application', variant),
  title: `refuses ${what}`,
  requirements: [requirement],
  tries: changes.length,
  async run(context) {
    const { applicationId } = await context.state('offer-sent');
    const change = changes[(context.turn ?? 0) % changes.length]?.(applicationId) ?? {};
    const sent = change.query?.status === undefined ? '' : ` (${change.query.status})`;
    expectRefusedAnswer(await refusedAnswer(context, change), `${what}${sent}`);
  },
}));

const bodySent: Check = {
  ...base,
  id: 'update-application.observes.body-sent',
  title: 'shows what an answer to an offer does that brings a body',
  requirements: ['APP-44'],
  level: 'open',
  takes: { 'offer-sent': 1 },
  async run(context) {
    const offer = await context.take('offer-sent');
    const exchange = await answerOwn(context, offer, true, {}, { body: { status: false } });
    const loanStatus = valueAt(jsonOf(exchange), 'data', 'loanStatus');
    const answer = `${answerOf(exchange)}, loanStatus ${String(loanStatus)}`;
    context.observe('status=true with a body that says false', answer);
  },
};

/** What a lenient reader takes for false. */
const NEARLY_FALSE = ['FALSE', ' false', '0', 'no'];

const lenientStatus: Check = {
  ...base,
  id: 'update-application.observes.lenient-status',
  title: 'shows which texts other than false are taken for it',
  requirements: ['APP-50'],
  level: 'open',
  takes: { 'offer-sent': 1 },
  after: ['update-application.withdraw.succeeds'],
  async run(context) {
    const offer = await context.take('offer-sent');
    for (const status of NEARLY_FALSE) {
      const exchange = await answerOwn(context, offer, status);
      context.observe(`answer to status=${JSON.stringify(status)}`, answerOf(exchange));
      // Once answered, the offer shows nothing of the other texts.
      if (isAnsweredOffer(exchange)) {
        return;
      }
    }
  },
};

/** Sections 2.4 and 4.8: the answer to an offer, and what is refused of a call. */
export const updateApplicationChecks: Check[] = [
  ...successes,
  ...headerRefusals(endpoint),
  ...refusals,
  bodySent,
  lenientStatus,
];
