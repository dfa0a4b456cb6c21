import { randomUUID } from 'node:crypto';
import { EXTENSIONS } from '../../../contract/extensions/index.ts';
import type { Role } from '../../../contract/roles.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../../../fixtures/standard-users.ts';
import { lendingDesk } from '../../lending-desk.ts';
import { ownedKeys } from '../../server-to-server/testing/owned-keys.ts';
import type { User } from '../../store/users.ts';
import { loanRequest, type TestServer } from '../../test-client.ts';
import { ownedWebhooks } from '../../webhooks/testing/owned-webhooks.ts';
import type { Operation } from '../rights.ts';
import { ownedThings } from './owned-things.ts';

/** Where the server's own endpoints begin. */
export const OURS = '/extensions/v1';

/** What a server answered. */
type Said = { status: number; body: Record<string, unknown> };

/** Calls each operation as somebody on what is somebody's, and says by a sign whether they may. */
type Tries = Readonly<
  Record<Operation, (as: StandardUserName, role: Role, owner: User) => Promise<string> | string>
>;

/** `+` or `-` of an answer; anything but 2xx and the 403 of section 7 shows as its status. */
export function verdict({ status, body }: Said, role: Role): string {
  const isRefusal = body.error === 'forbidden' && body.role === role && body.message !== '';
  return status >= 200 && status < 300 ? '+' : status === 403 && isRefusal ? '-' : `${status} `;
}

/** The verdict of a list: what it holds is allowed. */
function listing(answer: Said, role: Role, wanted: string): string {
  const allowed = verdict(answer, role);
  return allowed === '+' && !JSON.stringify(answer.body).includes(wanted) ? '-' : allowed;
}

/** Tries every operation on a server, whose things are made for whoever is to own them. */
export function triesOn(server: TestServer) {
  const userOf = (name: StandardUserName): User => {
    const found = server.dependencies.store.users.byEmail(STANDARD_LOGINS[name].email);
    if (found === undefined) {
      throw new Error(`there is no user ${name}`);
    }
    return found;
  };

  const things = ownedThings(server, userOf('customer'));
  const webhooks = ownedWebhooks(server);
  const keys = ownedKeys(server);

  async function send(as: StandardUserName | string, method: string, path: string, body?: unknown) {
    const token = as.includes('_') ? as : await server.tokenOf(as as StandardUserName);
    const headers = { 'X-Auth-Token': token };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await server.fetch(new Request(`http://server.test${path}`, init));
    return { status: response.status, body: (await response.json()) as Said['body'] };
  }

  const tries: Tries = {
    logout: async (as, role) => {
      const token = await server.tokenOf(as);
      return verdict(await server.call('logout', { token, body: {} }), role);
    },
    'fetch-organisation-preference': async (as, role, { tenantId }) => {
      const token = await server.tokenOf(as);
      return listing(await server.call('fetch-organisation-preference', { token }), role, tenantId);
    },
    'awaiting-payments': async (as, role, owner) => {
      const id = things.payment(owner);
      const answer = await server.call('awaiting-payments', {
        token: await server.tokenOf(as),
        query: 'size=500',
        body: { selectedCurrency: 'NGN', fromDate: '15/06/2026', toDate: '15/06/2026' },
      });
      return listing(answer, role, id);
    },
    'request-loan': async (as, role) => {
      const body = loanRequest(server.state('loan-product'));
      const token = await server.tokenOf(as);
      return verdict(await server.call('request-loan', { token, body }), role);
    },
    'repay-loan': async (as, role, owner) => {
      const { accountId, bankAccountId } = things.loan(owner);
      const body = { repaymentAmount: 1, accountId, bankAccountId, repaymentReference: 'LN-1' };
      const pay = async (userId: string, customerId: string) => {
        const token = await server.tokenOf(as);
        const path = { 'user-id': userId };
        return verdict(
          await server.call('repay-loan', { token, path, body: { ...body, customerId } }),
          role,
        );
      };
      // The identifiers of the path and of the body count, each alone.
      const own = userOf(as).id;
      const all = new Set([await pay(owner.id, own), await pay(own, owner.id)]);
      return [...all].join(' or ');
    },
    'update-application': async (as, role, owner) => {
      const path = { 'loan-application-id': things.application(owner, 'OFFER_SENT') };
      const token = await server.tokenOf(as);
      const answer = await server.call('update-application', { token, path, query: 'status=true' });
      return verdict(answer, role);
    },
    portfolios: async (as, role, { id }) => {
      const token = await server.tokenOf(as);
      return verdict(await server.call('portfolios', { token, path: { 'customer-id': id } }), role);
    },
    'list-loan-products': async (as, role, owner) => {
      const { id } = lendingDesk(server.dependencies).product(owner, 'manual');
      return listing(await send(as, 'GET', `${OURS}/loan-products`), role, id);
    },
    'send-offer': async (as, role, owner) => {
      const id = things.application(owner, 'REQUESTED');
      return verdict(await send(as, 'POST', `${OURS}/loan-applications/${id}/offer`), role);
    },
    'decline-application': async (as, role, owner) => {
      const id = things.application(owner, 'REQUESTED');
      return verdict(await send(as, 'POST', `${OURS}/loan-applications/${id}/decline`), role);
    },
    'change-collection': async (as, role, owner) => {
      const path = `${OURS}/loans/${things.loan(owner).accountId}/collection`;
      const body = { collectedBy: 'THIRD_PARTY', reason: 'arrears' };
      return verdict(await send(as, 'PUT', path, body), role);
    },
    'disburse-loan': async (as, role, owner) => {
      const id = things.application(owner, 'ACCEPTED');
      return verdict(await send(as, 'POST', `${OURS}/loan-applications/${id}/disbursement`), role);
    },
    'repayment-instructions': async (as, role, owner) => {
      const path = `/api/v1/services/user/repayment-instructions/${things.loan(owner).applicationId}`;
      return verdict(await send(as, 'GET', path), role);
    },
    'verify-repayment': async (as, role, owner) => {
      const path = `${OURS}/repayments/${things.repayment(owner)}/verification`;
      return verdict(await send(as, 'PUT', path, { verificationStatus: 'VERIFIED' }), role);
    },
    'confirm-payment': async (as, role, owner) => {
      const path = `${OURS}/awaiting-payments/${things.payment(owner)}/confirmation`;
      return verdict(await send(as, 'POST', path), role);
    },
    'pay-later': async (as, role, owner) => {
      const path = `${OURS}/awaiting-payments/${things.payment(owner)}/pay-later`;
      return verdict(await send(as, 'POST', path, { payLaterDate: '2026-07-02' }), role);
    },
    'receive-payment': async (as, role, owner) => {
      const path = `${OURS}/awaiting-payments/${things.payment(owner)}/receipt`;
      return verdict(await send(as, 'POST', path), role);
    },
    'complete-payment': async (as, role, owner) => {
      const id = things.payment(owner, 'BANK_TRANSFER_PAYMENT_RECEIVED');
      return verdict(await send(as, 'POST', `${OURS}/awaiting-payments/${id}/completion`), role);
    },
    'supported-payment-methods': async (as, role) =>
      verdict(await send(as, 'GET', `${OURS}/payment-methods`), role),
    'payment-method-charges': async (as, role) =>
      verdict(await send(as, 'GET', `${OURS}/payment-methods/charges?currency=NGN&amount=1`), role),
    'list-transactions': async (as, role, owner) => {
      const id = things.payment(owner);
      const query = 'currency=NGN&fromDate=2026-06-15&toDate=2026-06-15&size=500';
      return listing(await send(as, 'GET', `${OURS}/transactions?${query}`), role, id);
    },
    'view-transaction': async (as, role, owner) => {
      const path = `${OURS}/transactions/${things.payment(owner)}`;
      return verdict(await send(as, 'GET', path), role);
    },
    'report-transactions': async (as, role, owner) => {
      // A life cycle of its own shows whether the payment is counted.
      const lifeCycle = `OF_${randomUUID()}`;
      things.payment(owner, lifeCycle);
      const query = 'fromDate=2026-06-15&toDate=2026-06-15';
      return listing(
        await send(as, 'GET', `${OURS}/reports/transactions?${query}`),
        role,
        lifeCycle,
      );
    },
    'list-users': async (as, role, { id }) =>
      listing(await send(as, 'GET', `${OURS}/users?size=500`), role, id),
    'create-user': async (as, role) => {
      const { example } = EXTENSIONS['create-user'].request ?? {};
      const body = { ...(example as object), email: `${randomUUID()}@savannah.example` };
      return verdict(await send(as, 'POST', `${OURS}/users`, body), role);
    },
    'view-user': async (as, role, { id }) =>
      verdict(await send(as, 'GET', `${OURS}/users/${id}`), role),
    'change-user-status': async (as, role, { id }) => {
      const body = { userStatus: 'ACTIVE' };
      return verdict(await send(as, 'PUT', `${OURS}/users/${id}/status`, body), role);
    },
    'view-profile': async (as, role, { id }) =>
      listing(await send(as, 'GET', `${OURS}/profile`), role, id),
    'update-profile': async (as, role) =>
      verdict(await send(as, 'PUT', `${OURS}/profile`, { phoneNumber: '+2348000000000' }), role),
    'create-api-token': async (as, role) => {
      const wanted = { name: 'ci', expiry: '24_HOURS' };
      return verdict(await send(as, 'POST', `${OURS}/api-tokens`, wanted), role);
    },
    'list-api-tokens': async (as, role, owner) => {
      const { id } = things.apiToken(owner);
      return listing(await send(as, 'GET', `${OURS}/api-tokens`), role, id);
    },
    'rotate-api-token': async (as, role, owner) => {
      const path = `${OURS}/api-tokens/${things.apiToken(owner).id}/rotate`;
      return verdict(await send(as, 'POST', path), role);
    },
    'invalidate-api-token': async (as, role, owner) => {
      const path = `${OURS}/api-tokens/${things.apiToken(owner).id}/invalidate`;
      return verdict(await send(as, 'POST', path), role);
    },
    'delete-api-token': async (as, role, owner) => {
      const path = `${OURS}/api-tokens/${things.apiToken(owner).id}`;
      return verdict(await send(as, 'DELETE', path), role);
    },
    'permission-matrix': async (as, role) =>
      verdict(await send(as, 'GET', `${OURS}/permission-matrix`), role),
    'list-webhook-endpoints': async (as, role, owner) => {
      const id = webhooks.endpoint(owner);
      return listing(await send(as, 'GET', `${OURS}/webhook-endpoints`), role, id);
    },
    'create-webhook-endpoint': async (as, role) => {
      const wanted = { url: 'https://192.0.0.9/hook' };
      const answer = await send(as, 'POST', `${OURS}/webhook-endpoints`, wanted);
      // Past the rights, where nothing is registered that could be called.
      return answer.status === 400 ? '+' : verdict(answer, role);
    },
    'remove-webhook-endpoint': async (as, role, owner) => {
      const path = `${OURS}/webhook-endpoints/${webhooks.endpoint(owner)}`;
      return verdict(await send(as, 'DELETE', path), role);
    },
    'rotate-webhook-secret': async (as, role, owner) => {
      const path = `${OURS}/webhook-endpoints/${webhooks.endpoint(owner)}/rotate`;
      return verdict(await send(as, 'POST', path), role);
    },
    'list-webhook-deliveries': async (as, role, owner) => {
      const path = `${OURS}/webhook-endpoints/${webhooks.endpoint(owner)}/deliveries`;
      return verdict(await send(as, 'GET', path), role);
    },
    'show-webhook-delivery': async (as, role, owner) => {
      const path = `${OURS}/webhook-deliveries/${webhooks.delivery(owner)}`;
      return verdict(await send(as, 'GET', path), role);
    },
    'replay-webhook-delivery': async (as, role, owner) => {
      const path = `${OURS}/webhook-deliveries/${webhooks.delivery(owner)}/replay`;
      return verdict(await send(as, 'POST', path), role);
    },
    'list-service-clients': async (as, role, owner) => {
      const id = keys.serviceClient(owner);
      return listing(await send(as, 'GET', `${OURS}/service-clients`), role, id);
    },
    'create-service-client': async (as, role) => {
      const wanted = { name: 'ledger', jwks: keys.jwks };
      return verdict(await send(as, 'POST', `${OURS}/service-clients`, wanted), role);
    },
    'change-service-client-keys': async (as, role, owner) => {
      const path = `${OURS}/service-clients/${keys.serviceClient(owner)}/keys`;
      return verdict(await send(as, 'PUT', path, { jwks: keys.jwks }), role);
    },
    'remove-service-client': async (as, role, owner) => {
      const path = `${OURS}/service-clients/${keys.serviceClient(owner)}`;
      return verdict(await send(as, 'DELETE', path), role);
    },
    'list-payload-keys': async (as, role, owner) => {
      const id = keys.payloadKey(owner);
      return listing(await send(as, 'GET', `${OURS}/payload-keys`), role, id);
    },
    'rotate-payload-key': async (as, role) =>
      verdict(await send(as, 'POST', `${OURS}/payload-keys`), role),
    'retire-payload-key': async (as, role, owner) => {
      const path = `${OURS}/payload-keys/${keys.payloadKey(owner)}`;
      return verdict(await send(as, 'DELETE', path), role);
    },
  };

  return { tries, send, userOf, things };
}
