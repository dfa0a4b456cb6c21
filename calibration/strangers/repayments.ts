import type { RepayLoanRequest, RepayLoanResponse } from '../../contract/types.generated.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import type { User } from '../../server/store/users.ts';
import { withBody } from '../servers/answers.ts';
import { pathParameterOf } from '../servers/endpoint-of.ts';
import {
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
} from '../servers/exchange-layer.ts';
import { objectOf, withPathParameter } from '../servers/requests.ts';
import { callerOf, issueFor, withToken } from '../servers/tokens.ts';
import { allOf, at, bearer, only } from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

type Body = Partial<RepayLoanRequest>;

const INVALID_AMOUNT = 'amount is zero, negative, or above the total payable';

const bodyOf = (request: PlainRequest): Body => objectOf(request.body) ?? {};

const withFields = (request: PlainRequest, fields: Body): PlainRequest => ({
  ...request,
  body: JSON.stringify({ ...bodyOf(request), ...fields }),
});

/** Has another amount recorded than the one asked for, and answers with the one asked for. */
const recordsInstead =
  (amountOf: (asked: number, request: PlainRequest, context: LayerContext) => number): Layer =>
  async (request, next, context) => {
    const { repaymentAmount: asked } = bodyOf(request);
    if (typeof asked !== 'number') {
      return next(request);
    }
    const amount = amountOf(asked, request, context);
    if (amount === asked) {
      return next(request);
    }
    const response = await next(withFields(request, { repaymentAmount: amount }));
    if (response.status !== 200) {
      return response;
    }
    const answer = JSON.parse(response.body) as RepayLoanResponse;
    return withBody(
      response,
      JSON.stringify({ ...answer, data: { ...answer.data, repaymentAmount: asked } }),
    );
  };

/** The total payable of the caller's loan that a request names. */
function totalOf(request: PlainRequest, context: LayerContext): number | undefined {
  const { loans } = context.dependencies.store;
  const caller = callerOf(request, context);
  const loan = caller && loans.ofUser(String(bodyOf(request).accountId), caller.id);
  return loan && fromMinor(loan.totalPayableMinor, loan.currency);
}

/** Who owes a loan, whoever asks. */
function debtorOf(request: PlainRequest, { db, dependencies }: LayerContext): User | undefined {
  const row = db
    .prepare<[string], { userId: string }>('SELECT user_id AS userId FROM loans WHERE id = ?')
    .get(String(bodyOf(request).accountId).toLowerCase());
  return row && dependencies.store.users.byId(row.userId);
}

/** Repayments that are let through or answered wrongly in some situation (sections 4.7 and 7). */
export const REPAYMENT_FAULTS: readonly SituationalFault[] = [
  {
    id: 'repayment.with-narration.bank-account-not-looked-at',
    how: 'With a paymentNarration the repayment may come from the bank account of another customer.',
    sentence: 'bank account the payment came from; must belong to the customer',
    section: '4.7',
    situation: "another customer's bank account, and a paymentNarration",
    things: 2,
    layers: [
      only(at('repay-loan'), (request, next, context) => {
        const { bankAccounts } = context.dependencies.store;
        const caller = callerOf(request, context);
        const { bankAccountId, paymentNarration } = bodyOf(request);
        const own = caller && bankAccounts.firstOf(caller.id)?.id;
        if (paymentNarration === undefined || own === undefined || !isUuid(bankAccountId)) {
          return next(request);
        }
        return bankAccounts.belongsTo(String(bankAccountId), caller?.id ?? '')
          ? next(request)
          : next(withFields(request, { bankAccountId: own }));
      }),
    ],
  },
  {
    id: 'repayment.customer-id-of-nobody.accepted',
    how: 'A customerId that no user has is taken for the caller.',
    sentence: 'must match the authenticated user',
    section: '4.7',
    situation: "the customerId is nobody's, a UUID nonetheless",
    things: 2,
    layers: [
      only(at('repay-loan'), (request, next, context) => {
        const { users } = context.dependencies.store;
        const { customerId } = bodyOf(request);
        const caller = callerOf(request, context);
        return next(
          caller && isUuid(customerId) && users.byId(String(customerId)) === undefined
            ? withFields(request, { customerId: caller.id })
            : request,
        );
      }),
    ],
  },
  {
    id: 'repayment.path-of-another-organisation.accepted',
    how: 'A user-id in the path is held against the caller only if it is one of his organisation.',
    sentence:
      'user-id (UUID) of the user making the repayment; it must match the authenticated user.',
    section: '4.7',
    situation: "the user-id of the path is another organisation's, the customerId one's own",
    things: 3,
    layers: [
      only(at('repay-loan'), (request, next, context) => {
        const caller = callerOf(request, context);
        const { users } = context.dependencies.store;
        const named = users.byId(pathParameterOf(request.method, request.path) ?? '');
        return next(
          caller && named && named.tenantId !== caller.tenantId
            ? withPathParameter(request, caller.id)
            : request,
        );
      }),
    ],
  },
  {
    id: 'repayment.limit.cents-above-it-not-seen',
    how: 'The amount is held against the total payable in whole units, without the cents.',
    sentence: INVALID_AMOUNT,
    section: '7',
    situation: 'an amount above the total payable by some cents',
    things: 2,
    layers: [
      only(
        at('repay-loan'),
        recordsInstead((asked, request, context) => {
          const total = totalOf(request, context);
          const above = total !== undefined && asked > total && Math.trunc(asked) <= total;
          return above ? total : asked;
        }),
      ),
    ],
  },
  {
    id: 'repayment.negative.below-a-cent-accepted',
    how: 'The amount is rounded to cents before it is looked at, and zero then passes for positive.',
    sentence: 'greater than zero and not above the total payable',
    section: '4.7',
    situation: 'a negative amount of less than half a cent',
    things: 2,
    layers: [
      only(
        at('repay-loan'),
        recordsInstead((asked) => (asked < 0 && asked > -0.005 ? 0.01 : asked)),
      ),
    ],
  },
  {
    id: 'repayment.second-of-a-loan.verified-at-once',
    how: 'Once a customer has repaid something of a loan, his next repayments begin as VERIFIED.',
    sentence: 'A newly recorded repayment has verificationStatus PENDING_VERIFICATION.',
    section: '3.3',
    situation: 'the second repayment of a loan',
    things: 2,
    layers: [
      only(at('repay-loan'), async (request, next, context) => {
        const response = await next(request);
        if (response.status !== 200) {
          return response;
        }
        const answer = JSON.parse(response.body) as RepayLoanResponse & {
          data: { repaymentRecordId: string };
        };
        const { repayments } = context.dependencies.store;
        const records = repayments.ofLoan(String(bodyOf(request).accountId).toLowerCase());
        if (records[0]?.id !== answer.data.repaymentRecordId) {
          answer.data.verificationStatus = 'VERIFIED';
        }
        return withBody(response, JSON.stringify(answer));
      }),
    ],
  },
  {
    id: 'repayment.account-of-another-customer.repaid',
    how: 'Whose loan the accountId names is not looked at within an organisation.',
    sentence: "A user may not access another user's data",
    section: '5.10',
    situation: "own path, own customerId, own bank account, another customer's accountId",
    things: 3,
    layers: [
      only(at('repay-loan'), (request, next, context) => {
        const { bankAccounts } = context.dependencies.store;
        const caller = callerOf(request, context);
        const debtor = debtorOf(request, context);
        const body = bodyOf(request);
        const account = debtor && bankAccounts.firstOf(debtor.id);
        if (!caller || !account || debtor.id === caller.id || debtor.tenantId !== caller.tenantId) {
          return next(request);
        }
        const path = pathParameterOf(request.method, request.path);
        const allOwn = [path, body.customerId].every((id) => id?.toLowerCase() === caller.id);
        if (!allOwn || !bankAccounts.belongsTo(String(body.bankAccountId), caller.id)) {
          return next(request);
        }
        const own = { customerId: debtor.id, bankAccountId: account.id };
        const theirs = withPathParameter(withFields(request, own), debtor.id);
        return next(withToken(theirs, issueFor(context, debtor.id)));
      }),
    ],
  },
  {
    id: 'repayment.bearer.closed-loan-without-failed',
    how: 'With a Bearer token a closed loan is refused in another form, without status FAILED.',
    sentence: 'the body has status FAILED and an error message',
    section: '7',
    situation: 'a closed loan, a repayment, a Bearer token',
    things: 3,
    layers: [
      only(allOf(at('repay-loan'), bearer), async (request, next) => {
        const response = await next(request);
        return response.status === 409 && response.body.includes('Loan closed')
          ? jsonAnswer(409, { code: 'LOAN_CLOSED', error: 'the loan is closed' })
          : response;
      }),
    ],
  },
];

function isUuid(value: unknown): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(value));
}
