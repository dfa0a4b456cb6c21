import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { OneAtATime } from './one-at-a-time.ts';

/** A server that takes one request at a time of a user, or any number. */
function server({ busyStatus, atOnce }: { busyStatus: number; atOnce: boolean }) {
  const sent = { requests: 0, most: 0 };
  let under = 0;
  return {
    sent,
    async send(): Promise<Exchange> {
      sent.requests += 1;
      under += 1;
      sent.most = Math.max(sent.most, under);
      const turnedAway = !atOnce && under > 1;
      await new Promise(setImmediate);
      under -= 1;
      return turnedAway
        ? exchangeStub(busyStatus, { status: 'FAILED', message: 'another request is processed' })
        : exchangeStub(200, { status: 'SUCCESS' });
    },
  };
}

const statuses = (exchanges: readonly Exchange[]) =>
  exchanges.map(({ response }) => JSON.parse(response?.body ?? '{}').status);

describe('requests of one user at once', () => {
  it.each([409, 423, 200])(
    'are sent again alone where they are turned away by %i',
    async (busy) => {
      const turns = new OneAtATime();
      const { send, sent } = server({ busyStatus: busy, atOnce: false });
      const four = () =>
        Promise.all(['a', 'b', 'c', 'd'].map((key) => turns.send({ user: 'customer', key }, send)));
      const served = ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS'];
      expect(statuses(await four())).toEqual(served);
      const before = sent.requests;
      expect(statuses(await four())).toEqual(served);
      expect(sent.requests - before).toBe(4);
    },
  );

  it('go on being sent at once where that makes no difference', async () => {
    const turns = new OneAtATime();
    let requests = 0;
    const refuse = async () => {
      requests += 1;
      await new Promise(setImmediate);
      return exchangeStub(409, { status: 'FAILED', message: 'the offer was answered' });
    };
    const both = () =>
      Promise.all(['a', 'b'].map((key) => turns.send({ user: 'customer', key }, refuse)));
    await both();
    expect(requests).toBe(3);
    await both();
    expect(requests).toBe(5);
  });

  it('are left alone under one key, where they are meant to meet', async () => {
    const turns = new OneAtATime();
    const { send, sent } = server({ busyStatus: 409, atOnce: false });
    const two = await Promise.all(
      [1, 2].map(() => turns.send({ user: 'customer', key: 'k' }, send)),
    );
    expect(statuses(two)).toEqual(['SUCCESS', 'FAILED']);
    expect(sent.requests).toBe(2);
  });

  it('of several users are sent at once whoever is busy', async () => {
    const turns = new OneAtATime();
    const { send, sent } = server({ busyStatus: 409, atOnce: true });
    await Promise.all(['a', 'b'].map((user) => turns.send({ user, key: undefined }, send)));
    expect(sent).toEqual({ requests: 2, most: 2 });
  });
});
