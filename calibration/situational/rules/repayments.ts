import { randomUUID } from 'node:crypto';
import { fromMinor } from '../../../contract/values/currencies.ts';
import { lendingDesk } from '../../../server/lending-desk.ts';
import type { StoredLoan } from '../../../server/store/loans.ts';
import { becomes, type Change, edit, gone } from '../../servers/answers.ts';
import {
  type Layer,
  type LayerContext,
  type PlainRequest,
  stacked,
} from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Plan } from '../plan.ts';
import { type Rule, refused } from '../rule.ts';
import type { Visit } from '../visit.ts';

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

/** Repayments that are to be refused (sections 4.7 and 7). */
export const REPAYMENT_RULES: readonly Rule[] = SCENARIOS.flatMap((scenario): Rule[] => {
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
        breaks: told === undefined ? [] : [told, 'REP-81'],
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
