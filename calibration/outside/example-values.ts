import { randomUUID } from 'node:crypto';
import { ENDPOINTS, pathOf } from '../../contract/endpoints.ts';
import type { StateName, StateValues, Target, UserName } from '../../target/target.ts';

/** The names of the values, for tools that take them as variables. */
export const VALUE_NAMES = [
  // of the customer, who may call every other endpoint
  'token',
  // of a user who does nothing else, since logout ends it
  'logoutToken',
  // of a third user, since a refresh token may be good for one use
  'refreshAuthToken',
  'refreshToken',
  // for fetch-organisation-preference, since which roles may read it is open
  'managerToken',
  // of a user whom awaiting-payments refuses
  'cashierToken',
  // How a tool is told to make a new one for every request: one for all of them would have changed
  // bodies refused as repetitions with another body, whatever is wrong with them.
  'idempotencyKey',
  'loginEmail',
  'loginPassword',
  'customerId',
  'accountId',
  'bankAccountId',
  'repaymentReference',
  'applicationId',
  'loanProductId',
  'loanCurrency',
  'paymentsCurrency',
  'fromDate',
  'toDate',
] as const;

/** What a valid request to every endpoint needs; all strings, so that any may be a placeholder. */
export type ExampleValues = Record<(typeof VALUE_NAMES)[number], string>;

/**
 * Logs in and asks the states hook, as whoever sets up a checker would. Each purpose has a user of
 * its own, so that a server with one session per user is not disturbed. Where a broken server gives
 * no token, `no-token` is sent: setting up must not hide a fault from a checker.
 */
export async function exampleValues(target: Target): Promise<ExampleValues> {
  const [customer, agent, manager, otherManager, cashier] = [
    await logIn(target, 'customer'),
    await logIn(target, 'agent'),
    await logIn(target, 'manager'),
    await logIn(target, 'otherManager'),
    await logIn(target, 'cashier'),
  ];
  const loan = await state(target, 'active-loan');
  const offer = await state(target, 'offer-sent');
  const product = await state(target, 'loan-product');
  const payments = await state(target, 'awaiting-payments');
  return {
    token: customer.access,
    logoutToken: agent.access,
    refreshAuthToken: manager.access,
    refreshToken: manager.refresh,
    managerToken: otherManager.access,
    cashierToken: cashier.access,
    idempotencyKey: randomUUID(),
    loginEmail: target.users.otherCustomer?.email ?? '',
    loginPassword: target.users.otherCustomer?.password ?? '',
    customerId: loan.customerId,
    accountId: loan.accountId,
    bankAccountId: loan.bankAccountId,
    repaymentReference: loan.repaymentReference,
    applicationId: offer.applicationId,
    loanProductId: product.loanProductId,
    loanCurrency: product.currencyCode,
    paymentsCurrency: payments.currency,
    fromDate: payments.fromDate,
    toDate: payments.toDate,
  };
}

async function logIn(target: Target, user: UserName): Promise<{ access: string; refresh: string }> {
  const { email, password } = target.users[user] ?? {};
  const response = await fetch(target.baseUrl + pathOf('login'), {
    method: ENDPOINTS.login.method,
    headers: { 'content-type': 'application/json', platform: 'WEB', uuid: randomUUID() },
    body: JSON.stringify({ email, currentPassword: password }),
  });
  const body = await response.json().catch(() => null);
  const { access_token, refresh_token } = (body ?? {}) as Record<string, unknown>;
  return {
    access: typeof access_token === 'string' ? access_token : 'no-token',
    refresh: typeof refresh_token === 'string' ? refresh_token : 'no-token',
  };
}

async function state<N extends StateName>(target: Target, name: N): Promise<StateValues[N]> {
  const response = await fetch(target.states.url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...target.states.headers },
    body: JSON.stringify({ state: name }),
  });
  return (await response.json()) as StateValues[N];
}
