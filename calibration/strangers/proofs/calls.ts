import type { AwaitingPayment } from '../../../contract/types.generated.ts';
import type { StandardUserName } from '../../../fixtures/standard-users.ts';
import type { StateValues } from '../../../server/states.ts';
import type { Answer, Call, Client, LoggedIn } from './client.ts';

/** Lists awaiting payments of the standard range, with `fields` in the body beside. */
export function list(client: Client, call: Call = {}, fields: object = {}): Promise<Answer> {
  const { currency, fromDate, toDate } = client.state('awaiting-payments');
  const body = { selectedCurrency: currency, fromDate, toDate, ...fields };
  return client.call('awaiting-payments', { ...call, body });
}

/** The payments of a page that was answered. */
export const paymentsOf = ({ body }: Answer): AwaitingPayment[] => body.data.awaitingPayments;

/** Refreshes a session with its own two tokens. */
export async function refreshed(client: Client, session: LoggedIn): Promise<LoggedIn> {
  const { body } = await client.call('refresh', {
    token: session.token,
    body: { refresh_token: session.refreshToken },
  });
  return { ...session, token: body.access_token, refreshToken: body.refresh_token };
}

/** Logs out with a token. */
export const logout = (client: Client, call: Call): Promise<Answer> =>
  client.call('logout', { body: {}, ...call });

/** The status with which a token is answered where the preference is fetched. */
export async function statusOf(client: Client, token: string): Promise<number> {
  return (await client.call('fetch-organisation-preference', { token })).status;
}

/** Records a repayment of 10 by the caller of a loan; `fields` change the body. */
export function repay(
  client: Client,
  { token, id }: LoggedIn,
  loan: StateValues,
  fields: object = {},
  call: Call = {},
): Promise<Answer> {
  const { accountId, bankAccountId, repaymentReference } = loan;
  const body = {
    repaymentAmount: 10,
    customerId: id,
    accountId,
    bankAccountId,
    repaymentReference,
    ...fields,
  };
  return client.call('repay-loan', { token, path: id, body, ...call });
}

/** Requests a loan; `fields` change the body, and undefined leaves one out. */
export function request(client: Client, call: Call, fields: object = {}): Promise<Answer> {
  const { loanProductId, currencyCode } = client.state('loan-product');
  const body = {
    currencyCode,
    dateOfBirth: '1990-02-28',
    durationCounter: 3,
    loanApplicationStatusEnum: 'REQUESTED',
    employmentStatus: 'EMPLOYED',
    loanAmount: 1234.5,
    bvn: '22123456789',
    firstName: 'Ada',
    lastName: 'Obi',
    accountNumber: '0123456789',
    bankCode: '901',
    phoneNumber: '+2348000000000',
    loanDuration: 3,
    loanProductId,
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: 500,
    ...fields,
  };
  return client.call('request-loan', { ...call, body });
}

/** Answers the offer of an application. */
export const respond = (
  client: Client,
  token: string,
  applicationId: string | number | undefined,
  accepts: boolean,
): Promise<Answer> =>
  client.call('update-application', {
    token,
    path: String(applicationId),
    query: `status=${accepts}`,
  });

/** The status of what a standard user gets. */
export async function statusFor(
  client: Client,
  name: StandardUserName,
  call: (session: LoggedIn) => Promise<Answer>,
): Promise<number> {
  return (await call(await client.login(name))).status;
}
