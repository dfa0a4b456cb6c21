import { describe, expect, it } from 'vitest';
import { testServer } from '../test-client.ts';
import type { WebhookOptions } from './dispatcher.ts';
import { OPTIONS, toldServer } from './testing/told-server.ts';

const told = toldServer();

describe('a receiver', () => {
  /** What the log says of the one attempt on what an address answers. */
  async function problem(url = told.receiver.url, options: WebhookOptions = {}) {
    told.server = testServer({ webhooks: { ...OPTIONS, ...options } });
    const { id } = told.register(url);
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    const [delivery] = told.deliveries(id);
    const log = delivery && told.server.dependencies.store.webhooks.attemptsOf(delivery);
    expect([delivery?.status, log?.length]).toEqual(['PENDING', 1]);
    return log?.[0];
  }

  it('that redirects is not followed', async () => {
    told.receiver.answer = (_, response) =>
      response.writeHead(307, { Location: `${told.receiver.url}/elsewhere` }).end();
    const { statusCode, problem: said } = (await problem()) ?? {};
    expect([statusCode, said]).toEqual([307, 'redirects are not followed']);
    expect(told.receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('that does not answer is given up after the time limit', async () => {
    told.receiver.answer = () => {};
    const said = await problem(told.receiver.url, { timeLimit: 100 });
    expect(said?.problem).toBe('no answer within 100 ms');
  });

  it('that breaks off, is down, or speaks no HTTP has failed', async () => {
    told.receiver.answer = (_, response) => response.destroy();
    expect((await problem())?.problem).toBe('the connection broke off');
    told.receiver.answer = (_, response) => {
      response.socket?.end('220 smtp\r\n');
    };
    expect((await problem())?.problem).toBe('the answer is no HTTP');
    await told.receiver.close();
    expect((await problem())?.problem).toBe('the connection was refused');
  });

  it('that answers 200 without an end is told, and cut', async () => {
    told.receiver.answer = (_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {
          // As much as it takes.
        }
      };
      response.on('drain', more);
      more();
    };
    const { id } = told.register();
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    expect(told.statuses(id)).toEqual(['DELIVERED']);
  });

  it.each([
    ['http://127.0.0.1:1/', [], 'the host is no public address, and was not allowed'],
    ['http://[::ffff:127.0.0.1]:1/', [], 'the host is no public address, and was not allowed'],
    ['http://2130706433:1/', [], 'the host is no public address, and was not allowed'],
    ['https://hooks.example/', ['10.0.0.1'], 'the host is no public address, and was not allowed'],
    ['http://hooks.example/', ['1.1.1.1'], 'the URL must be https'],
    ['https://hooks.example/', [], 'the host was not found'],
  ])('at %s (%j) is not called', async (url, found, expected) => {
    const resolve = () =>
      found.length > 0 ? Promise.resolve(found) : Promise.reject(new Error('ENOTFOUND'));
    expect((await problem(url, { allow: [], resolve }))?.problem).toBe(expected);
  });

  it('whose name changes its address is called where it was judged, after one look-up', async () => {
    const { port } = new URL(told.receiver.url);
    const answers = [['10.0.0.1', '127.0.0.1'], ['10.0.0.1']];
    let asked = 0;
    told.server = testServer({
      webhooks: { ...OPTIONS, resolve: () => Promise.resolve(answers[asked++] ?? []) },
    });
    const { id } = told.register(`http://hooks.example:${port}/hook`);
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    await told.deliver();
    expect([told.statuses(id), asked]).toEqual([['DELIVERED'], 1]);
    expect(told.receiver.received[0]?.headers.host).toBe(`hooks.example:${port}`);
  });
});

describe('an endpoint that is removed', () => {
  it('is told nothing more, neither what waits nor what is being looked up', async () => {
    const { resolve, promise } = Promise.withResolvers<string[]>();
    const asked = Promise.withResolvers<void>();
    told.server = testServer({
      webhooks: {
        ...OPTIONS,
        resolve: () => {
          asked.resolve();
          return promise;
        },
      },
    });
    const { port } = new URL(told.receiver.url);
    const { id } = told.register(`http://hooks.example:${port}/hook`);
    told.application();
    const delivered = told.deliver();
    await asked.promise;
    told.server.dependencies.store.webhooks.remove(id);
    const removed = told.server.dependencies.webhooks.removed(id);
    resolve(['127.0.0.1']);
    await Promise.all([removed, delivered]);
    expect(told.receiver.received).toEqual([]);
    expect(told.server.db.prepare('SELECT count(*) FROM webhook_deliveries').pluck().get()).toBe(0);
  });

  it('has answered what was under way before the removal ends', async () => {
    const { id } = told.register();
    const held = Promise.withResolvers<void>();
    const order: string[] = [];
    told.receiver.answer = async (_, response) => {
      await held.promise;
      order.push('answered');
      response.writeHead(204).end();
    };
    told.server.dependencies.store.sessions.start(told.userOf('customer').id, 0);
    const delivered = told.deliver();
    await told.receiver.until(1);
    told.server.dependencies.store.webhooks.remove(id);
    const removed = told.server.dependencies.webhooks.removed(id).then(() => order.push('removed'));
    held.resolve();
    await Promise.all([removed, delivered]);
    expect(order).toEqual(['answered', 'removed']);
  });
});
