import type { Layer } from '../../servers/exchange-layer.ts';
import { objectOf, pathId, withPathParameter } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { type Rule, refused } from '../rule.ts';

const OTHERS_ID = /^[0-9a-f-]{36}$/;

/** Puts the caller's own ids where those of somebody else are. */
const ownIds: Layer = (request, next, context) => {
  const caller = callerOf(request, context);
  const body = objectOf(request.body);
  const { users, bankAccounts } = context.dependencies.store;
  if (caller === undefined || body === undefined) {
    return next(request);
  }
  const own = { ...body };
  if (OTHERS_ID.test(String(body.customerId)) && users.byId(String(body.customerId))) {
    own.customerId = caller.id;
  }
  if (!bankAccounts.belongsTo(String(body.bankAccountId), caller.id)) {
    own.bankAccountId = bankAccounts.firstOf(caller.id)?.id ?? body.bankAccountId;
  }
  const named = pathId(request);
  const path = users.byId(named) === undefined ? request : withPathParameter(request, caller.id);
  return next({ ...path, body: JSON.stringify(own) });
};

const repayments: Rule[] = [
  {
    id: 'repay-loan.path-of-another.accepted',
    breaks: ['REP-16'],
    how: 'the user-id of another customer in the path is accepted',
    send: (id: string) => ({ path: id, fields: {} }),
  },
  {
    id: 'repay-loan.customer-of-another.accepted',
    breaks: ['REP-49'],
    how: 'the customerId of another customer is accepted',
    send: (id: string) => ({ path: undefined, fields: { customerId: id } }),
  },
  {
    id: 'repay-loan.path-and-customer-of-another.accepted',
    breaks: ['REP-56'],
    how: 'user-id and customerId of another customer are accepted together',
    send: (id: string) => ({ path: id, fields: { customerId: id } }),
  },
].map(({ send: change, ...rule }) => ({
  ...rule,
  way: 'foreign-let-in',
  endpoint: 'repay-loan',
  layer: ownIds,
  async exchange(visit) {
    const { id } = await visit.client.login('otherCustomer');
    const { path, fields } = change(id);
    return visit.send({ ...(path && { path }), body: { ...visit.body, ...fields } });
  },
  kept: refused,
}));

const account: Rule = {
  id: 'repay-loan.bank-account-of-another.accepted',
  way: 'foreign-let-in',
  endpoint: 'repay-loan',
  breaks: ['REP-52'],
  how: 'the bank account of another customer is accepted',
  layer: ownIds,
  exchange({ client, send, body }) {
    const { bankAccountId } = client.state('foreign-bank-account');
    return send({ body: { ...body, bankAccountId } });
  },
  kept: refused,
};

/** Repayments with what belongs to another customer (sections 4.7 and 7). */
export const FOREIGN_REPAYMENT_RULES: readonly Rule[] = [...repayments, account];
