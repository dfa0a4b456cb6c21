import { randomUUID } from 'node:crypto';
import type { SchemaName } from '../../contract/schemas.ts';
import type { Check } from '../check.ts';
import type { CallOptions } from '../check-context.ts';
import {
  answerOf,
  expectField,
  expectRefusedAnswer,
  expectSomething,
  expectSuccess,
} from '../expectations.ts';
import { jsonOf, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import { headerRefusals } from './lending-headers.ts';
import { answeredApplications, answeredOffer, refusedAnswer } from './update-application-offers.ts';

const endpoint = 'update-application' as const;
const base = { level: 'must', endpoint, users: ['customer'] } satisfies Partial<Check>;

const successes: Check[] = [
  {
    ...base,
    id: 'update-application.succeeds',
    title: 'lets the customer accept an offer',
    requirements: ['APP-24', 'SVC-4'],
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
    takes: { 'offer-sent': 1 },
    async run(context) {
      const { exchange } = await answeredOffer(context, false);
      expectSuccess(exchange, 'withdrawing from an offer of the caller');
    },
  },
  {
    ...base,
    id: 'update-application.status',
    title: 'answers with a status that is a string and not FAILED',
    requirements: ['APP-33'],
    after: ['update-application.succeeds'],
    async run(context) {
      const bodies = (await answeredApplications(context)).map(({ body }) => body);
      expectField(bodies, 'update-application-response', 'status', 'answer to an answered offer');
    },
  },
  {
    ...base,
    id: 'update-application.status-success',
    title: 'answers with status SUCCESS, the default',
    requirements: ['APP-43'],
    level: 'should',
    after: ['update-application.status'],
    async run(context) {
      for (const { body } of await answeredApplications(context))
        if (valueAt(body, 'status') !== 'SUCCESS')
          deviate('status "SUCCESS"', JSON.stringify(valueAt(body, 'status')));
    },
  },
  {
    ...base,
    id: 'update-application.data',
    title: 'answers with the loan application in data',
    requirements: ['APP-34', 'SVC-12'],
    after: ['update-application.succeeds'],
    async run(context) {
      for (const { data } of await answeredApplications(context))
        if (typeof data !== 'object' || data === null || Array.isArray(data))
          deviate('data to be an object', data === undefined ? 'none' : JSON.stringify(data));
    },
  },
];

const SCHEMA: SchemaName = 'loan-application';

/** The fields of section 2.4, in its order. */
const FIELDS = [
  { field: 'applicationId', requirement: 'APP-1' },
  { field: 'loanProductId', requirement: 'APP-2' },
  { field: 'userName', requirement: 'APP-3' },
  { field: 'productName', requirement: 'APP-4' },
  { field: 'currencyCode', requirement: 'APP-5' },
  { field: 'employmentStatus', requirement: 'APP-6' },
  { field: 'loanApplicationcreatedDate', requirement: 'APP-7' },
  { field: 'userId', requirement: 'APP-8' },
  { field: 'durationCounterUnitEnum', requirement: 'APP-9' },
  { field: 'requestedLoanAmount', requirement: 'APP-10' },
  { field: 'loanStatus', requirement: 'APP-11' },
  { field: 'monthlyIncome', requirement: 'APP-12' },
  { field: 'dateOfBirth', requirement: 'APP-13' },
  { field: 'loanDuration', requirement: 'APP-14' },
];

const fields: Check[] = FIELDS.map(({ field, requirement }) => ({
  ...base,
  id: `update-application.field.${field}`,
  title: `gives ${field} of the right type in the answered application`,
  requirements: [requirement],
  after: ['update-application.data'],
  async run(context) {
    const applications = (await answeredApplications(context)).map(({ data }) => data);
    expectField(applications, SCHEMA, field, 'answered application');
  },
}));

const values: Check[] = [
  ...[true, false].map(
    (accept): Check => ({
      ...base,
      id: `update-application.${accept ? 'accepted' : 'withdrawn'}`,
      title: `answers status=${accept} with loanStatus ${accept ? 'ACCEPTED' : 'WITHDRAWN'}`,
      requirements: [accept ? 'APP-15' : 'APP-16'],
      after: [
        accept ? 'update-application.succeeds' : 'update-application.withdraw.succeeds',
        'update-application.field.loanStatus',
      ],
      async run(context) {
        const wanted = accept ? 'ACCEPTED' : 'WITHDRAWN';
        const { applicationId } = await answeredOffer(context, accept);
        const answered = (await answeredApplications(context)).filter(
          (application) => application.applicationId === applicationId,
        );
        expectSomething(answered, 'answered application');
        for (const { data } of answered)
          if (valueAt(data, 'loanStatus') !== wanted)
            deviate(
              `loanStatus "${wanted}" after status=${accept}`,
              JSON.stringify(valueAt(data, 'loanStatus')),
            );
      },
    }),
  ),
  {
    ...base,
    id: 'update-application.answered-application',
    title: 'answers with the application that the path names',
    requirements: ['APP-17'],
    after: ['update-application.field.applicationId'],
    async run(context) {
      for (const { applicationId, data } of await answeredApplications(context)) {
        const named = String(valueAt(data, 'applicationId'));
        if (named.toLowerCase() !== applicationId.toLowerCase())
          deviate(`applicationId ${applicationId}, that of the path`, named);
      }
    },
  },
];

interface WrongCall {
  variant: string;
  requirement: string;
  what: string;
  change(): CallOptions;
}

const WRONG_CALLS: WrongCall[] = [
  {
    variant: 'no-status',
    requirement: 'APP-26',
    what: 'an answer without status',
    change: () => ({ query: {} }),
  },
  {
    variant: 'status-not-boolean',
    requirement: 'APP-27',
    what: 'an answer with status=maybe',
    change: () => ({ query: { status: 'maybe' } }),
  },
  {
    variant: 'status-empty',
    requirement: 'APP-27',
    what: 'an answer with an empty status',
    change: () => ({ query: { status: '' } }),
  },
  {
    variant: 'unknown-application',
    requirement: 'APP-25',
    what: 'the id of no application',
    change: () => ({ path: { 'loan-application-id': randomUUID() } }),
  },
  {
    variant: 'id-not-a-uuid',
    requirement: 'APP-25',
    what: 'an application id that is no UUID',
    change: () => ({ path: { 'loan-application-id': 'not-a-uuid' } }),
  },
];

const refusals: Check[] = WRONG_CALLS.map(({ variant, requirement, what, change }) => ({
  ...base,
  id: `update-application.refuses.${variant}`,
  title: `refuses ${what}`,
  requirements: [requirement],
  after: ['update-application.succeeds'],
  async run(context) {
    expectRefusedAnswer(await refusedAnswer(context, change()), what);
  },
}));

const bodySent: Check = {
  ...base,
  id: 'update-application.observes.body-sent',
  title: 'shows what an answer to an offer does that brings a body',
  requirements: ['APP-44'],
  level: 'open',
  takes: { 'offer-sent': 1 },
  after: ['update-application.succeeds'],
  async run(context) {
    const { applicationId } = await context.take('offer-sent');
    const exchange = await context.call(endpoint, {
      as: await context.session('customer'),
      path: { 'loan-application-id': applicationId },
      query: { status: true },
      body: { status: false },
    });
    const loanStatus = valueAt(jsonOf(exchange), 'data', 'loanStatus');
    const answer = `${answerOf(exchange)}, loanStatus ${String(loanStatus)}`;
    context.observe('status=true with a body that says false', answer);
  },
};

/** Sections 2.4 and 4.8: the answer to an offer, and what is refused of a call. */
export const updateApplicationChecks: Check[] = [
  ...successes,
  ...fields,
  ...values,
  ...headerRefusals(endpoint),
  ...refusals,
  bodySent,
];
