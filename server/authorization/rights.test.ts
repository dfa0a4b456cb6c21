import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { endpoint, pathOf } from '../../contract/endpoints.ts';
import { EXTENSIONS } from '../../contract/extensions/index.ts';
import { ROLES, type Role } from '../../contract/roles.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../../fixtures/standard-users.ts';
import { createApp } from '../app.ts';
import { lendingDesk } from '../lending-desk.ts';
import { ownedKeys } from '../server-to-server/testing/owned-keys.ts';
import type { User } from '../store/users.ts';
import { loanRequest, type TestServer, testServer } from '../test-client.ts';
import { ownedWebhooks } from '../webhooks/testing/owned-webhooks.ts';
import { MATRIX } from './matrix.ts';
import { grantOf, needOf, OPERATIONS, type Operation, reachOf } from './rights.ts';
import { ownedThings } from './testing/owned-things.ts';

/**
 * What each role reaches, written by hand from the specification and CHOICES.md: of its own, of
 * others in its organisation, of another organisation. `+` is allowed, `-` refused with 403 or not
 * listed, `.` where there is nothing that could be another's.
 */
const EXPECTED: Readonly<Record<Operation, Readonly<Record<Role, string>>>> = {
  logout: { MANAGER: '+..', AGENT: '+..', CASHIER: '+..', CUSTOMER: '+..' },
  'fetch-organisation-preference': {
    MANAGER: '++-',
    AGENT: '++-',
    CASHIER: '++-',
    CUSTOMER: '++-',
  },
  'awaiting-payments': { MANAGER: '++-', AGENT: '++-', CASHIER: '---', CUSTOMER: '+--' },
  'request-loan': { MANAGER: '-..', AGENT: '+..', CASHIER: '-..', CUSTOMER: '+..' },
  'repay-loan': { MANAGER: '+--', AGENT: '+--', CASHIER: '+--', CUSTOMER: '+--' },
  'update-application': { MANAGER: '+--', AGENT: '+--', CASHIER: '+--', CUSTOMER: '+--' },
  portfolios: { MANAGER: '+--', AGENT: '+--', CASHIER: '+--', CUSTOMER: '+--' },
  'list-loan-products': { MANAGER: '++-', AGENT: '++-', CASHIER: '---', CUSTOMER: '++-' },
  'send-offer': { MANAGER: '-+-', AGENT: '-+-', CASHIER: '---', CUSTOMER: '---' },
  'decline-application': { MANAGER: '-+-', AGENT: '-+-', CASHIER: '---', CUSTOMER: '---' },
  'change-collection': { MANAGER: '-+-', AGENT: '-+-', CASHIER: '---', CUSTOMER: '---' },
  'disburse-loan': { MANAGER: '-+-', AGENT: '-+-', CASHIER: '---', CUSTOMER: '---' },
  'repayment-instructions': { MANAGER: '---', AGENT: '+--', CASHIER: '---', CUSTOMER: '+--' },
  'verify-repayment': { MANAGER: '-+-', AGENT: '-+-', CASHIER: '---', CUSTOMER: '---' },
  'confirm-payment': { MANAGER: '---', AGENT: '---', CASHIER: '---', CUSTOMER: '+--' },
  'pay-later': { MANAGER: '---', AGENT: '---', CASHIER: '---', CUSTOMER: '+--' },
  'receive-payment': { MANAGER: '-+-', AGENT: '-+-', CASHIER: '---', CUSTOMER: '---' },
  'complete-payment': { MANAGER: '-+-', AGENT: '-+-', CASHIER: '---', CUSTOMER: '---' },
  'supported-payment-methods': { MANAGER: '+..', AGENT: '+..', CASHIER: '+..', CUSTOMER: '+..' },
  'payment-method-charges': { MANAGER: '+..', AGENT: '+..', CASHIER: '+..', CUSTOMER: '+..' },
  'list-transactions': { MANAGER: '++-', AGENT: '++-', CASHIER: '++-', CUSTOMER: '+--' },
  'view-transaction': { MANAGER: '++-', AGENT: '++-', CASHIER: '++-', CUSTOMER: '+--' },
  'report-transactions': { MANAGER: '++-', AGENT: '++-', CASHIER: '---', CUSTOMER: '---' },
  'list-users': { MANAGER: '++-', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'create-user': { MANAGER: '+..', AGENT: '-..', CASHIER: '-..', CUSTOMER: '-..' },
  // The agent is no customer himself.
  'view-user': { MANAGER: '++-', AGENT: '-+-', CASHIER: '---', CUSTOMER: '---' },
  'change-user-status': { MANAGER: '-+-', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'view-profile': { MANAGER: '+--', AGENT: '+--', CASHIER: '+--', CUSTOMER: '+--' },
  'update-profile': { MANAGER: '-..', AGENT: '-..', CASHIER: '-..', CUSTOMER: '+..' },
  'create-api-token': { MANAGER: '+..', AGENT: '+..', CASHIER: '+..', CUSTOMER: '+..' },
  'list-api-tokens': { MANAGER: '+--', AGENT: '+--', CASHIER: '+--', CUSTOMER: '+--' },
  'rotate-api-token': { MANAGER: '+--', AGENT: '+--', CASHIER: '+--', CUSTOMER: '+--' },
  'invalidate-api-token': { MANAGER: '+--', AGENT: '+--', CASHIER: '+--', CUSTOMER: '+--' },
  'delete-api-token': { MANAGER: '+--', AGENT: '+--', CASHIER: '+--', CUSTOMER: '+--' },
  'permission-matrix': { MANAGER: '+..', AGENT: '+..', CASHIER: '+..', CUSTOMER: '+..' },
  'list-webhook-endpoints': { MANAGER: '++-', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'create-webhook-endpoint': { MANAGER: '+..', AGENT: '-..', CASHIER: '-..', CUSTOMER: '-..' },
  'remove-webhook-endpoint': { MANAGER: '++-', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'rotate-webhook-secret': { MANAGER: '++-', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'list-webhook-deliveries': { MANAGER: '++-', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'show-webhook-delivery': { MANAGER: '++-', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'replay-webhook-delivery': { MANAGER: '++-', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'list-service-clients': { MANAGER: '+--', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'create-service-client': { MANAGER: '+..', AGENT: '-..', CASHIER: '-..', CUSTOMER: '-..' },
  'change-service-client-keys': { MANAGER: '+--', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'remove-service-client': { MANAGER: '+--', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
  'list-payload-keys': { MANAGER: '++-', AGENT: '++-', CASHIER: '++-', CUSTOMER: '++-' },
  'rotate-payload-key': { MANAGER: '+..', AGENT: '-..', CASHIER: '-..', CUSTOMER: '-..' },
  'retire-payload-key': { MANAGER: '++-', AGENT: '---', CASHIER: '---', CUSTOMER: '---' },
};

/** Who calls for a role; whose things are of the organisation and of another one. */
const CALLERS = {
  MANAGER: 'manager',
  AGENT: 'agent',
  CASHIER: 'cashier',
  CUSTOMER: 'customer',
} as const;
const OTHER = 'otherCustomer';
const FOREIGN = 'otherTenantCustomer';

let server: TestServer;
let things: ReturnType<typeof ownedThings>;
let webhooks: ReturnType<typeof ownedWebhooks>;
let keys: ReturnType<typeof ownedKeys>;
beforeAll(() => {
  server = testServer();
  things = ownedThings(server, userOf('customer'));
  webhooks = ownedWebhooks(server);
  keys = ownedKeys(server);
});

const userOf = (name: StandardUserName): User => {
  const found = server.dependencies.store.users.byEmail(STANDARD_LOGINS[name].email);
  if (found === undefined) {
    throw new Error(`there is no user ${name}`);
  }
  return found;
};

type Said = { status: number; body: Record<string, unknown> };

async function send(as: StandardUserName | string, method: string, path: string, body?: unknown) {
  const token = as.includes('_') ? as : await server.tokenOf(as as StandardUserName);
  const headers = { 'X-Auth-Token': token };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await server.fetch(new Request(`http://server.test${path}`, init));
  return { status: response.status, body: (await response.json()) as Said['body'] };
}

/** `+` or `-` of an answer; anything but 2xx and the 403 of section 7 shows as its status. */
function verdict({ status, body }: Said, role: Role): string {
  const isRefusal = body.error === 'forbidden' && body.role === role && body.message !== '';
  return status >= 200 && status < 300 ? '+' : status === 403 && isRefusal ? '-' : `${status} `;
}

/** The verdict of a list: what it holds is allowed. */
function listing(answer: Said, role: Role, wanted: string): string {
  const allowed = verdict(answer, role);
  return allowed === '+' && !JSON.stringify(answer.body).includes(wanted) ? '-' : allowed;
}

const OURS = '/extensions/v1';

/** Calls an operation as somebody on what is somebody's. */
const TRIES: Readonly<
  Record<Operation, (as: StandardUserName, role: Role, owner: User) => Promise<string> | string>
> = {
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
    return listing(await send(as, 'GET', `${OURS}/reports/transactions?${query}`), role, lifeCycle);
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

const cases = OPERATIONS.flatMap((operation) => ROLES.map((role) => ({ operation, role })));

describe('rights', () => {
  it.each(cases)('of $role to $operation are as the table says', async ({ operation, role }) => {
    const as = CALLERS[role];
    const owners = [userOf(as), userOf(OTHER), userOf(FOREIGN)];
    const expected = EXPECTED[operation][role];
    const found: string[] = [];
    for (const [at, owner] of owners.entries()) {
      found.push(expected[at] === '.' ? '.' : await TRIES[operation](as, role, owner));
    }
    expect(found.join('')).toBe(expected);
  });

  it.each(cases)('of $role to $operation are what the matrix grants', ({ operation, role }) => {
    const { rights, notOwn } = needOf(operation);
    const held = rights.filter((right) => grantOf(role, right) !== 'nothing');
    const organisation = held.some((right) => grantOf(role, right) !== 'own');
    // A right about the things of one role is none about those of whoever has another.
    const ofOwn = held.some((right) => (MATRIX[right].of ?? role) === role);
    const own = ofOwn && !(organisation && notOwn);
    const cell = `${own ? '+' : '-'}${organisation ? '+' : '-'}-`;
    const expected = EXPECTED[operation][role];
    const nobodysElse = expected.endsWith('..');
    expect(nobodysElse ? `${cell[0]}..` : cell).toBe(expected);
  });

  it('leave nothing but login, assertions, the probes, the OpenAPI document and its page to whoever has no token', async () => {
    const routes = createApp(server.dependencies).routes.filter(({ method }) => method !== 'ALL');
    expect(routes.length).toBeGreaterThan(OPERATIONS.length);
    const open: string[] = [];
    for (const { method, path } of routes) {
      const url = `http://server.test${path.replaceAll(/:[a-z-]+/g, randomUUID())}`;
      const { status } = await server.fetch(new Request(url, { method }));
      if (status !== 401) {
        open.push(path);
      }
    }
    expect(open.toSorted()).toEqual(
      [
        ...[pathOf('login'), '/healthz', '/readyz'],
        ...['/openapi.json', '/openapi-3.0.json', `${OURS}/token`],
        ...['/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'],
      ].toSorted(),
    );
  });

  it('refuse the roles that the specification refuses', () => {
    for (const name of ENDPOINT_NAMES) {
      if (name !== 'login' && name !== 'refresh') {
        const refused = ROLES.filter((role) => reachOf(role, name) === 'nothing');
        expect([name, new Set(refused)]).toEqual([name, new Set(endpoint(name).refusedRoles)]);
      }
    }
  });

  it('let an API token do what its user may, but not make or end others', async () => {
    const manager = userOf('manager');
    const { token } = things.apiToken(manager);
    const { id } = things.apiToken(manager);
    const wanted = { name: 'ci', expiry: '24_HOURS' };
    const tries: [string, string, unknown?][] = [
      ['GET', pathOf('fetch-organisation-preference')],
      ['GET', `${OURS}/loan-products`],
      ['GET', `${OURS}/api-tokens`],
      ['POST', `${OURS}/api-tokens`, wanted],
      ['POST', `${OURS}/api-tokens/${id}/rotate`],
      ['POST', `${OURS}/api-tokens/${id}/invalidate`],
      ['DELETE', `${OURS}/api-tokens/${id}`],
    ];
    const found: string[] = [];
    for (const [method, path, body] of tries) {
      found.push(verdict(await send(token, method, path, body), 'MANAGER'));
    }
    expect(found.join('')).toBe('+++----');
  });
});
