import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import {
  EXTENSION_NAMES,
  EXTENSIONS,
  type ExtensionName,
} from '../../contract/extensions/index.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../../fixtures/standard-users.ts';
import { ownedThings } from '../authorization/testing/owned-things.ts';
import { ownedKeys } from '../server-to-server/testing/owned-keys.ts';
import type { User } from '../store/users.ts';
import { type TestServer, testServer } from '../test-client.ts';
import { ownedWebhooks } from '../webhooks/testing/owned-webhooks.ts';
import { type CallExtension, extensionsOf } from './testing/call-extension.ts';

/** Requests of each extension; drawn anew from the same seed. */
const REQUESTS = 150;
const SEED = 15;

const USERS: readonly StandardUserName[] = ['manager', 'agent', 'cashier', 'customer'];

let server: TestServer;
let call: CallExtension;
let tokens: string[];
/** Things by the part of the path that names their kind. */
let ids: Readonly<Record<string, readonly string[]>>;
beforeEach(async () => {
  // Nobody is asked for the addresses of made-up names.
  const resolve = () => Promise.reject(new Error('there is no DNS here'));
  server = testServer({ webhooks: { resolve } });
  call = extensionsOf(() => server);
  const user = (name: StandardUserName) =>
    server.dependencies.store.users.byEmail(STANDARD_LOGINS[name].email) as User;
  const customer = user('customer');
  const things = ownedThings(server, customer);
  const [keys, webhooks] = [ownedKeys(server), ownedWebhooks(server)];
  const { applicationId, accountId } = things.loan(customer);
  ids = {
    users: [user('otherCustomer').id],
    loans: [accountId],
    repayments: [things.repayment(customer)],
    'loan-applications': [
      things.application(customer, 'REQUESTED'),
      things.application(customer, 'ACCEPTED'),
    ],
    'repayment-instructions': [applicationId],
    'awaiting-payments': [
      things.payment(customer),
      things.payment(customer, 'BANK_TRANSFER_PAYMENT_RECEIVED'),
    ],
    transactions: [things.payment(customer)],
    'api-tokens': USERS.map((name) => things.apiToken(user(name)).id),
    'service-clients': [keys.serviceClient(user('manager'))],
    'payload-keys': [keys.payloadKey(user('manager'))],
    'webhook-endpoints': [webhooks.endpoint(user('manager'))],
    'webhook-deliveries': [webhooks.delivery(user('manager'))],
  };
  tokens = await Promise.all(USERS.map((name) => server.tokenOf(name)));
});

/** A body that is taken, but for some fields; or any JSON at all. */
const bodyFor = (name: ExtensionName): fc.Arbitrary<unknown> => {
  const example = EXTENSIONS[name].request?.example as Record<string, unknown> | undefined;
  const fields = Object.keys(example ?? {});
  const changed = fc
    .dictionary(fc.constantFrom('more', ...fields), fc.jsonValue(), { maxKeys: 2 })
    .map((changes) => ({ ...example, ...changes }));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(example) },
    { weight: 3, arbitrary: changed },
    fc.jsonValue(),
    fc.constant(undefined),
  );
};

/** A query that is taken, but for some parameters. */
const queryFor = (name: ExtensionName): fc.Arbitrary<string> => {
  const example = (EXTENSIONS[name].query ?? []).map(
    (each) => [each.name, String(each.example)] as const,
  );
  const names = ['more', ...example.map(([parameter]) => parameter)];
  return fc
    .dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.double().map(String)), {
      maxKeys: 2,
    })
    .map((changes) =>
      new URLSearchParams({ ...Object.fromEntries(example), ...changes }).toString(),
    );
};

it.each(EXTENSION_NAMES)(
  '%s answers any request as the contract says, or refuses it',
  async (name) => {
    const kind = /([a-z-]+)\/\{id\}/.exec(EXTENSIONS[name].path)?.[1] ?? '';
    const all = Object.values(ids).flat();
    const id = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...(ids[kind] ?? all)) },
      fc.constantFrom(...all),
      fc.uuid(),
      fc.string({ minLength: 1 }),
    );
    const request = fc.record({
      as: fc.constantFrom(...tokens),
      id,
      query: queryFor(name),
      body: EXTENSIONS[name].method === 'GET' ? fc.constant(undefined) : bodyFor(name),
    });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(request, async ({ as, ...rest }) => {
        // A good answer is held against its schema by `call`.
        const { status, body } = await call(name, as, rest);
        taken += Number(status < 300);
        if (status >= 300) {
          expect([400, 401, 403, 404, 409]).toContain(status);
          expect(body).toMatchObject({ status: 'FAILED', message: expect.any(String) });
        }
      }),
      { numRuns: REQUESTS, seed: SEED },
    );
    expect(taken).toBeGreaterThan(0);
  },
);
