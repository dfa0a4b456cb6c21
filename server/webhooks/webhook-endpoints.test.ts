import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WEBHOOKS } from '../../contract/extensions/webhooks.ts';
import { ROLES } from '../../contract/roles.ts';
import { PERMISSIONS } from '../authorization/permissions.ts';
import { type Operation, reachOf } from '../authorization/rights.ts';
import { extensionsOf } from '../extensions/testing/call-extension.ts';
import { type TestServer, testServer } from '../test-client.ts';
import { ownedWebhooks } from './testing/owned-webhooks.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

let receiver: Receiver;
let server: TestServer;
beforeEach(async () => {
  receiver = await startReceiver();
  const resolve = (host: string) =>
    host === 'unknown.example'
      ? Promise.reject(new Error('ENOTFOUND'))
      : Promise.resolve([host === 'public.example' ? '1.1.1.1' : '10.0.0.1']);
  server = testServer({ webhooks: { allow: ['127.0.0.1'], resolve } });
});
afterEach(async () => {
  await server.dependencies.webhooks.close();
  await receiver.close();
});

const call = extensionsOf(() => server);
const create = (body: unknown) => call('create-webhook-endpoint', 'manager', { body });

describe('webhooks', () => {
  it('are for the roles that hold webhooks:manage, and no others', () => {
    const holders = ROLES.filter((role) => PERMISSIONS[role].includes('webhooks:manage'));
    expect(holders).toEqual(['MANAGER']);
    for (const operation of Object.keys(WEBHOOKS) as Operation[]) {
      const may = ROLES.filter((role) => reachOf(role, operation) !== 'nothing');
      expect([operation, may]).toEqual([operation, holders]);
    }
  });

  it('go to an endpoint from its registration to its removal, and are logged', async () => {
    const { status, body } = await create({ url: receiver.url, eventTypes: ['session'] });
    expect(status).toBe(201);
    const { id, secret } = body.data;
    await server.tokenOf('customer');
    await server.dependencies.webhooks.deliverDue();
    expect(receiver.received).toHaveLength(1);

    const listed = await call('list-webhook-endpoints', 'manager');
    expect(listed.body.data.webhookEndpoints).toMatchObject([{ id, eventTypes: ['session'] }]);
    expect(JSON.stringify(listed.body)).not.toContain(secret);

    const { deliveries } = (
      await call('list-webhook-deliveries', 'manager', { id, query: 'status=DELIVERED' })
    ).body.data;
    expect(deliveries).toMatchObject([
      { type: 'session.started', deliveryStatus: 'DELIVERED', attempts: 1, late: false },
    ]);
    const shown = await call('show-webhook-delivery', 'manager', { id: deliveries[0].id });
    expect(shown.body.data.log).toMatchObject([{ number: 1, statusCode: 204, problem: null }]);

    const before = receiver.received.length;
    expect((await call('remove-webhook-endpoint', 'manager', { id })).status).toBe(200);
    await server.tokenOf('customer');
    await server.dependencies.webhooks.deliverDue();
    expect(receiver.received).toHaveLength(before);
    expect((await call('remove-webhook-endpoint', 'manager', { id })).status).toBe(404);
  });

  it('that became dead letters are found and replayed; what is under way is not', async () => {
    const manager = server.dependencies.store.users.byEmail('manager@savannah.example');
    const { endpoint, delivery } = ownedWebhooks(server);
    const dead = delivery(manager ?? expect.fail('there is no manager'));
    const { endpointId } =
      server.dependencies.store.webhooks.delivery(dead) ?? expect.fail('no delivery');
    const asked = { id: endpointId, query: 'status=DEAD&size=1' };
    const found = (await call('list-webhook-deliveries', 'manager', asked)).body.data.deliveries;
    expect(found).toMatchObject([{ id: dead, deliveryStatus: 'DEAD' }]);
    const replayed = await call('replay-webhook-delivery', 'manager', { id: dead });
    expect(replayed.body.data).toMatchObject({
      ...{ late: true, deliveryStatus: 'PENDING', eventId: found[0].eventId },
    });
    const { id } = replayed.body.data;
    expect((await call('replay-webhook-delivery', 'manager', { id })).status).toBe(409);
    const other = endpoint({ tenantId: String(manager?.tenantId) });
    const none = await call('list-webhook-deliveries', 'manager', { id: other, query: 'page=2' });
    expect(none.body.data.deliveries).toEqual([]);
  });
});

describe('a registration', () => {
  it.each([
    ['http://169.254.169.254/latest', 'the host is no public address, and was not allowed'],
    ['https://[::1]/', 'the host is no public address, and was not allowed'],
    ['https://internal.example/', 'the host is no public address, and was not allowed'],
    ['http://public.example/', 'the URL must be https'],
    ['ftp://public.example/', 'must be https'],
    ['https://me:secret@public.example/', 'must have neither a user'],
    ['hooks', 'must be a URL'],
  ])('of %s is refused', async (url, message) => {
    const { status, body } = await create({ url });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    expect(server.dependencies.store.webhooks.endpointIds()).toEqual([]);
  });

  it.each(['https://public.example/hook', 'https://unknown.example/'])(
    'of %s is taken',
    async (url) => {
      expect((await create({ url })).status).toBe(201);
    },
  );

  it.each([['session.'], ['loans'], ['Session'], ['session.a.b'], [1]])(
    'for %s, which no event is of, is refused',
    async (type) => {
      const { status } = await create({ url: 'https://public.example/', eventTypes: [type] });
      expect(status).toBe(400);
    },
  );

  it('is refused beyond ten of an organisation', async () => {
    for (let made = 0; made < 10; made++) {
      expect((await create({ url: 'https://public.example/' })).status).toBe(201);
    }
    expect((await create({ url: 'https://public.example/' })).status).toBe(409);
    const body = { url: 'https://public.example/' };
    const theirs = await call('create-webhook-endpoint', 'otherManager', { body });
    expect(theirs.status).toBe(201);
  });

  it('gives a new secret when asked, and says until when the old one signs along', async () => {
    const { id, secret } = (await create({ url: 'https://public.example/' })).body.data;
    const { body } = await call('rotate-webhook-secret', 'manager', { id });
    expect(body.data.secret).not.toBe(secret);
    expect(body.data.oldSecretUntil).toBe('2026-07-02T12:00:00.000Z');
  });
});
