import { randomUUID } from 'node:crypto';
import { fromMinor } from '../../../contract/values/currencies.ts';
import type { LoanStatus } from '../../../contract/values/records.ts';
import { lendingDesk } from '../../../server/lending-desk.ts';
import type { StoredLoan } from '../../../server/store/loans.ts';
import { becomes, type Change, edit, gone } from '../../servers/answers.ts';
import {
  type Layer,
  type LayerContext,
  type PlainRequest,
  stacked,
} from '../../servers/exchange-layer.ts';
import { objectOf, withPathParameter } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Answer } from '../../strangers/proofs/client.ts';
import { remembered } from '../../strangers/situation.ts';
import type { Plan, Visit } from '../plan.ts';
import { type Rule, refused } from '../rule.ts';

const pathId = (request: PlainRequest): string =>
  request.path.split('?')[0]?.split('/').at(-1) ?? '';

const withKey = (request: PlainRequest, key: string): PlainRequest => ({
  ...request,
  headers: { ...request.headers, 'x-idempotency-key': key },
});

/** The caller's loan that a repayment is of. */
function loanOf(request: PlainRequest, context: LayerContext): StoredLoan | undefined {
  const caller = callerOf(request, context);
  const { accountId } = objectOf(request.body) ?? {};
  return caller && context.dependencies.store.loans.ofUser(String(accountId), caller.id);
}

type Wrong = (loan: StoredLoan | undefined, amount: number) => boolean;

const totalOf = (loan: StoredLoan | undefined): number =>
  loan === undefined ? 0 : fromMinor(loan.totalPayableMinor, loan.currency);

/** Records the repayment on a loan that can be repaid, where something about it is wrong. */
const recordsAnyway =
  (wrong: Wrong): Layer =>
  (request, next, context) => {
    const caller = callerOf(request, context);
    const body = objectOf(request.body);
    const amount = Number(body?.repaymentAmount);
    if (caller === undefined || caller.role !== 'CUSTOMER' || Number.isNaN(amount)) {
      return next(request);
    }
    if (!wrong(loanOf(request, context), amount)) {
      return next(request);
    }
    const { loan } = lendingDesk(context.dependencies).payOut(caller);
    const recorded = { ...body, accountId: loan.id, repaymentAmount: 1 };
    return next({ ...request, body: JSON.stringify(recorded) });
  };

interface Scenario {
  name: string;
  breaks: readonly string[];
  wrong: Wrong;
  /** which of them says that the refusal is told, by FAILED and a message; none for some */
  told?: string;
  set?(plan: Plan): void;
  fields?(body: Visit['body'], visit: Visit): Visit['body'];
  without?: readonly string[];
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'closed-loan',
    told: 'REP-48',
    breaks: ['REP-48'],
    wrong: (loan) => loan?.status === 'closed',
    set(plan) {
      plan.state = 'closed-loan';
    },
  },
  {
    name: 'third-party-loan',
    told: 'REP-50',
    breaks: ['REP-50'],
    wrong: (loan) => loan?.collection === 'third-party',
    set(plan) {
      plan.state = 'third-party-loan';
    },
  },
  {
    name: 'loan-without-application',
    told: 'REP-53',
    breaks: ['REP-53'],
    wrong: (loan) => loan?.loanApplicationId === null,
    set(plan) {
      plan.state = 'loan-without-application';
    },
  },
  {
    name: 'no-active-loan',
    told: 'REP-47',
    breaks: ['REP-47', 'REP-72'],
    wrong: (loan) => loan === undefined,
    set(plan) {
      plan.state = 'no-active-loan';
      plan.caller = 'customerWithoutLoan';
    },
  },
  {
    name: 'account-of-no-loan',
    breaks: ['REP-72'],
    wrong: (loan) => loan === undefined,
    fields: (body) => ({ ...body, accountId: randomUUID() }),
    without: ['amount'],
  },
  {
    name: 'zero',
    told: 'REP-51',
    breaks: ['REP-29', 'REP-51'],
    wrong: (_loan, amount) => amount === 0,
    fields: (body) => ({ ...body, repaymentAmount: 0 }),
    without: ['amount'],
  },
  {
    name: 'below-zero',
    told: 'REP-51',
    breaks: ['REP-30', 'REP-51'],
    wrong: (_loan, amount) => amount < 0,
    fields: (body) => ({ ...body, repaymentAmount: -5 }),
    without: ['amount'],
  },
  {
    name: 'above-the-total',
    told: 'REP-51',
    breaks: ['REP-31', 'REP-51'],
    wrong: (loan, amount) => loan !== undefined && amount > totalOf(loan),
    set(plan) {
      plan.totalAsAmount = true;
    },
    fields: (body) => ({ ...body, repaymentAmount: Number(body.repaymentAmount) + 0.01 }),
    without: ['amount'],
  },
];

const isRefusal = ({ status }: { status: number }): boolean => status >= 400;

/** How a refusal is told wrongly: what, path, change; only where nothing else tells a text. */
const UNTOLD: readonly (readonly [string, string, Change])[] = [
  ['status-error', 'status', becomes('ERROR')],
  ['without-message', 'message', gone],
];

const scenarios = SCENARIOS.flatMap((scenario): Rule[] => {
  const { name, breaks, wrong, told, set, fields, without } = scenario;
  const base = {
    endpoint: 'repay-loan' as const,
    breaks,
    ...(set && { request: set }),
    ...(fields && {
      exchange: (visit: Visit) => visit.send({ body: fields(visit.body, visit) }),
    }),
    // Of a loan that cannot be repaid no total is payable.
    without: without ?? ['amount'],
  };
  return [
    {
      ...base,
      id: `repay-loan.${name}.accepted`,
      way: 'repayment-accepted',
      how: `a repayment is accepted in spite of: ${name.replaceAll('-', ' ')}`,
      layer: recordsAnyway(wrong),
      kept: refused,
    },
    ...(told === undefined ? [] : UNTOLD).map(
      ([what, field, change]): Rule => ({
        ...base,
        breaks: told === undefined ? [] : [told],
        id: `repay-loan.${name}.${what}`,
        way: 'failure-not-told',
        how: `${field} is ${what === 'status-error' ? 'ERROR' : 'missing'} where a repayment is refused: ${name.replaceAll('-', ' ')}`,
        layer: async (request, next, context) => {
          const amount = Number(objectOf(request.body)?.repaymentAmount);
          // What tells the details tells a message too.
          const layer = stacked([
            edit('repay-loan', field, change, isRefusal),
            edit('repay-loan', 'errors', gone, isRefusal),
          ]);
          return wrong(loanOf(request, context), amount)
            ? layer(request, next, context)
            : next(request);
        },
        kept: ({ body }) => body[field] !== undefined && body[field] !== 'ERROR',
      }),
    ),
  ];
});

/** Puts an application into OFFER_SENT, so that it is answered once more. */
function reopen(id: string, from: readonly LoanStatus[], { dependencies }: LayerContext): void {
  for (const status of from) {
    dependencies.store.loanApplications.move(id, status, 'OFFER_SENT');
  }
}

const answersIn =
  (status: LoanStatus): Layer =>
  (request, next, context) => {
    reopen(pathId(request), [status], context);
    return next(request);
  };

/** Answers an offer the plain way, under a key of its own. */
const answered = (accepts: boolean) => async (visit: Visit) => {
  const { client, session, call } = visit;
  const query = `status=${accepts}`;
  const { path } = call;
  await client.call('update-application', { token: session.token, ...(path && { path }), query });
  return visit.send();
};

const offers: Rule[] = [
  {
    id: 'update-application.requested.answered',
    way: 'offer-answered-anyway',
    breaks: ['APP-18'],
    how: 'an application that is still REQUESTED can be answered',
    layer: answersIn('REQUESTED'),
    async exchange({ client, send }: Visit) {
      return send({ path: String(client.state('loan-requested').applicationId) });
    },
    without: ['caller'],
  },
  {
    id: 'update-application.accepted.answered-again',
    way: 'offer-answered-anyway',
    breaks: ['APP-19'],
    how: 'an offer that was accepted can be answered again',
    layer: answersIn('ACCEPTED'),
    exchange: answered(true),
    without: ['often', 'order=after-refusal'],
  },
  {
    id: 'update-application.withdrawn.answered-again',
    way: 'offer-answered-anyway',
    breaks: ['APP-20'],
    how: 'an offer that was withdrawn from can be answered again',
    layer: answersIn('WITHDRAWN'),
    exchange: answered(false),
    without: ['often', 'order=after-refusal'],
  },
  {
    id: 'update-application.of-nobody.answered',
    way: 'offer-answered-anyway',
    breaks: ['APP-25'],
    how: 'the id of no application is taken for an offer to the caller',
    layer: ((request, next, context) => {
      const caller = callerOf(request, context);
      const known = context.dependencies.store.loanApplications.byId(pathId(request));
      const unknown = known === undefined && /^[0-9a-f-]{36}$/i.test(pathId(request));
      return next(
        unknown && caller?.role === 'CUSTOMER'
          ? withPathParameter(
              request,
              lendingDesk(context.dependencies).apply(caller, 'OFFER_SENT', 'manual').id,
            )
          : request,
      );
    }) satisfies Layer,
    exchange: ({ send }: Visit) => send({ path: randomUUID() }),
  },
].map((rule) => ({ endpoint: 'update-application' as const, kept: refused, ...rule }));

const refusalWithEffect: Rule = {
  id: 'update-application.refusal-with-effect',
  way: 'refusal-with-effect',
  endpoint: 'update-application',
  breaks: ['APP-22'],
  how: 'an answer that is refused since the offer is another customer’s withdraws from it',
  layer: async (request, next, context) => {
    const response = await next(request);
    if (response.status === 403) {
      context.dependencies.store.loanApplications.move(pathId(request), 'OFFER_SENT', 'WITHDRAWN');
    }
    return response;
  },
  request(plan) {
    plan.owner = 'otherCustomer';
  },
  async exchange({ client, call, send }) {
    await send();
    const { token } = await client.login('otherCustomer');
    const path = call.path ?? '';
    return client.call('update-application', { token, path, query: 'status=true' });
  },
  kept: (answer) => !refused(answer),
  without: ['caller'],
};

/** Processes a request under another key where its own was used before. */
const again =
  (atOnceOnly: boolean, changes: boolean): Layer =>
  async (request, next, context) => {
    const caller = callerOf(request, context);
    const key = `${context.endpoint} ${caller?.id} ${request.headers['x-idempotency-key']}`;
    const used = remembered<'under way' | 'done'>(context, 'keys used');
    const before = used.get(key);
    const repeated = atOnceOnly ? before === 'under way' : before !== undefined;
    used.set(key, 'under way');
    // Two that are sent at once meet here, whichever is read first.
    if (atOnceOnly) {
      await new Promise((resolve) => setTimeout(resolve, 12));
    }
    if (repeated && changes) {
      reopen(pathId(request), ['ACCEPTED', 'WITHDRAWN'], context);
    }
    const response = await next(repeated ? withKey(request, randomUUID()) : request);
    used.set(key, 'done');
    return response;
  };

const idIn = ({ body }: Answer): string =>
  String(body?.data?.repaymentRecordId ?? body?.data?.applicationId);

/** Sends the same under one key twice, and answers with how many were made of it. */
const twice = (atOnce: boolean) => async (visit: Visit) => {
  const headers = { 'x-idempotency-key': keyOf(visit.plan) };
  const first = visit.send({ headers });
  if (!atOnce) {
    await first;
  }
  const both = await Promise.all([first, visit.send({ headers })]);
  const made = new Set(both.filter((each) => !refused(each)).map(idIn)).size;
  return { status: 200, headers: {}, body: { made } };
};

function keyOf({ headers }: Plan): string {
  const given = headers['x-idempotency-key'];
  return typeof given === 'function' ? given() : randomUUID();
}

const keys = (
  [
    ['request-loan', 'LOAN-34', 'LOAN-34'],
    ['repay-loan', 'REP-42', 'REP-43'],
  ] as const
).flatMap(([endpoint, inARow, atOnce]): Rule[] =>
  [false, true].map((together) => ({
    id: `${endpoint}.key-repeated${together ? '-at-once' : ''}.processed-again`,
    way: `key-repeated${together ? '-at-once' : ''}`,
    endpoint,
    breaks: [together ? atOnce : inARow],
    how: `what is sent again under the same key${together ? ' at the same moment' : ''} is done again`,
    layer: again(together, false),
    exchange: twice(together),
    kept: ({ body }) => body.made === 1,
    without: ['often', 'at-once', 'amount', 'order=after-refusal'],
  })),
);

const contrary: Rule = {
  id: 'update-application.key-repeated.contrary-answer',
  way: 'key-repeated',
  endpoint: 'update-application',
  breaks: ['APP-37', 'APP-19', 'APP-20'],
  how: 'the contrary answer under the same key is taken too',
  layer: again(false, true),
  async exchange(visit) {
    const headers = { 'x-idempotency-key': keyOf(visit.plan) };
    await visit.send({ headers, query: 'status=true' });
    return visit.send({ headers, query: 'status=false' });
  },
  kept: ({ body }) => body?.data?.loanStatus !== 'WITHDRAWN',
  without: ['often', 'at-once', 'answer', 'order=after-refusal'],
};

const swallowed: Rule = {
  id: 'request-loan.another-key.swallowed',
  way: 'another-key-swallowed',
  endpoint: 'request-loan',
  breaks: ['LOAN-35'],
  how: 'a request is answered with the first application of the caller, whatever its key',
  layer: async (request, next, context) => {
    const caller = callerOf(request, context)?.id ?? '';
    const last = remembered<Awaited<ReturnType<typeof next>>>(context, 'last application');
    const response = await next(request);
    if (response.status !== 200) {
      return response;
    }
    last.set(caller, last.get(caller) ?? response);
    return last.get(caller) ?? response;
  },
  async exchange({ send }) {
    const both = [await send(), await send()];
    return { status: 200, headers: {}, body: { made: new Set(both.map(idIn)).size } };
  },
  kept: ({ body }) => body.made === 2,
  without: ['often', 'at-once', 'order=after-refusal'],
};

/** Repayments, offers and keys (sections 3.1, 4.6 to 4.8, 7). */
export const LENDING_RULES: readonly Rule[] = [
  ...scenarios,
  ...offers,
  refusalWithEffect,
  ...keys,
  contrary,
  swallowed,
];
