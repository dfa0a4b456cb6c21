import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { endpoint, pathOf } from '../../contract/endpoints.ts';
import { ROLES, type Role } from '../../contract/roles.ts';
import { createApp } from '../app.ts';
import { type TestServer, testServer } from '../test-client.ts';
import { MATRIX } from './matrix.ts';
import { grantOf, needOf, OPERATIONS, type Operation, reachOf } from './rights.ts';
import { OURS, triesOn, verdict } from './testing/tries.ts';

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
let on: ReturnType<typeof triesOn>;
beforeAll(() => {
  server = testServer();
  on = triesOn(server);
});

const cases = OPERATIONS.flatMap((operation) => ROLES.map((role) => ({ operation, role })));

describe('rights', () => {
  it.each(cases)('of $role to $operation are as the table says', async ({ operation, role }) => {
    const as = CALLERS[role];
    const owners = [on.userOf(as), on.userOf(OTHER), on.userOf(FOREIGN)];
    const expected = EXPECTED[operation][role];
    const found: string[] = [];
    for (const [at, owner] of owners.entries()) {
      found.push(expected[at] === '.' ? '.' : await on.tries[operation](as, role, owner));
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
    const { things, userOf, send } = on;
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
