import type { LayerContext } from '../servers/exchange-layer.ts';
import { objectOf, withPathParameter } from '../servers/requests.ts';
import { callerOf, issueFor, withToken } from '../servers/tokens.ts';
import { validRepayment } from '../servers/valid-bodies.ts';
import type { Fault } from './fault.ts';

/** Serves a repayment as if its identifiers were good, where they are as told. */
const servesIds = (
  is: (body: Record<string, unknown>, context: LayerContext, path: string) => boolean,
  change: (body: Record<string, unknown>, valid: Record<string, unknown>) => void,
): Fault['layers'] => [
  (request, next, context) => {
    const body = context.endpoint === 'repay-loan' ? objectOf(request.body) : undefined;
    const caller = callerOf(request, context);
    const path = request.path.split('/').at(-1) ?? '';
    if (!body || !caller || !is(body, context, path)) {
      return next(request);
    }
    change(body, validRepayment(context));
    return next({ ...withPathParameter(request, caller.id), body: JSON.stringify(body) });
  },
];

const isUser = (id: unknown, { dependencies }: LayerContext) =>
  dependencies.store.users.byId(String(id)) !== undefined;
const isUuid = (id: unknown) => /^[0-9a-f-]{36}$/.test(String(id));

/** Identifiers that are nearly right, each taken in one place (sections 4.7 to 4.9). */
export const wrongIdentifierFaults: Fault[] = [
  {
    id: 'repay-loan.customerId-of-nobody-accepted',
    breaks: 'REP-49',
    caughtBy: 'repay-loan.refuses.other-customerId',
    how: 'Only a customerId that is another user is refused; one that is nobody is taken.',
    layers: servesIds(
      ({ customerId }, context, path) =>
        isUuid(customerId) && !isUser(customerId, context) && isUser(path, context),
      (body, { customerId }) => {
        body.customerId = customerId;
      },
    ),
  },
  {
    id: 'repay-loan.bank-account-of-nobody-accepted',
    breaks: 'REP-52',
    caughtBy: 'repay-loan.refuses.foreign-bank-account',
    how: 'Only the bank account of another customer is refused; one of nobody is taken.',
    layers: servesIds(
      ({ bankAccountId }, { db }) =>
        isUuid(bankAccountId) &&
        db.prepare('SELECT 1 FROM bank_accounts WHERE id = ?').get(String(bankAccountId)) ===
          undefined,
      (body, { bankAccountId }) => {
        body.bankAccountId = bankAccountId;
      },
    ),
  },
  {
    id: 'repay-loan.account-of-nobody-accepted',
    breaks: 'REP-72',
    caughtBy: 'repay-loan.refuses.unknown-accountId',
    how: 'A repayment of an account that is none goes to a loan of the customer.',
    layers: servesIds(
      ({ accountId, customerId }, context) =>
        isUuid(accountId) &&
        context.dependencies.store.loans.ofUser(String(accountId), String(customerId)) ===
          undefined,
      (body, { accountId }) => {
        body.accountId = accountId;
      },
    ),
  },
  {
    id: 'repay-loan.path-of-nobody-accepted',
    breaks: 'REP-71',
    caughtBy: 'repay-loan.refuses.unknown-user-id',
    how: 'Only a path that names another user is refused; one that names nobody is taken.',
    layers: servesIds(
      (_, context, path) => isUuid(path) && !isUser(path, context),
      () => undefined,
    ),
  },
  {
    id: 'repay-loan.loan-of-another-customer-repaid',
    breaks: 'REP-73',
    caughtBy: 'repay-loan.refuses.foreign-accountId',
    how: 'Whose loan the accountId names is not looked at.',
    layers: [
      (request, next, context) => {
        const { store } = context.dependencies;
        const body = context.endpoint === 'repay-loan' ? objectOf(request.body) : undefined;
        const debtor = context.db
          .prepare<[string], { id: string }>('SELECT user_id AS id FROM loans WHERE id = ?')
          .get(String(body?.accountId));
        const account = debtor && store.bankAccounts.firstOf(debtor.id)?.id;
        const caller = callerOf(request, context)?.id;
        const isOthers = debtor && account && caller && debtor.id !== caller;
        if (!isOthers || body?.customerId !== caller || !request.path.endsWith(caller)) {
          return next(request);
        }
        const theirs = JSON.stringify({ ...body, customerId: debtor.id, bankAccountId: account });
        const asDebtor = withToken(request, issueFor(context, debtor.id));
        return next({ ...withPathParameter(asDebtor, debtor.id), body: theirs });
      },
    ],
  },
];
