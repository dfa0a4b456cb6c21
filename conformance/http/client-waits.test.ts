import { describe, expect, it } from 'vitest';
import { clientStubs, get } from '../testing/client-stubs.ts';

const { serve, client } = clientStubs();

describe('the client, asked to wait', () => {
  it('waits as Retry-After says when limited, and records it', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      if (calls === 1) {
        response.writeHead(429, { 'retry-after': '0' }).end();
      } else {
        response.end('ok');
      }
    });
    const exchange = await client().send({ ...get(url), method: 'POST' });
    expect(exchange.response?.status).toBe(200);
    expect(exchange.retries).toEqual([{ reason: 'HTTP 429', waitedMs: 0 }]);
  });

  it('gives a target that always limits back as 429', async () => {
    const url = await serve((_, response) => {
      response.writeHead(429, { 'retry-after': '0' }).end();
    });
    const exchange = await client({ deadlineAt: Date.now() + 1_900 }).send(get(url));
    expect(exchange.response?.status).toBe(429);
    // Who asks for nothing twice has rounded down.
    expect(exchange.retries.map(({ waitedMs }) => waitedMs)).toEqual([0, 1_000]);
  });

  it('waits for a gateway that answers 503 with Retry-After', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      if (calls === 1) {
        response.writeHead(503, { 'retry-after': '0' }).end('<h1>Busy</h1>');
      } else {
        response.end('ok');
      }
    });
    const exchange = await client().send({ ...get(url), method: 'POST' });
    expect(exchange.response?.status).toBe(200);
    expect(exchange.retries).toEqual([{ reason: 'HTTP 503', waitedMs: 0 }]);
  });

  it('takes a 503 without Retry-After as the answer', async () => {
    const url = await serve((_, response) => response.writeHead(503).end());
    const exchange = await client().send(get(url));
    expect([exchange.response?.status, exchange.retries]).toEqual([503, []]);
  });

  it('does not wait beyond the deadline, and gives the 429 back at once', async () => {
    const url = await serve((_, response) => {
      response.writeHead(429, { 'retry-after': '30' }).end();
    });
    const exchange = await client({ deadlineAt: Date.now() + 20_000 }).send(get(url));
    expect([exchange.response?.status, exchange.retries]).toEqual([429, []]);
  });

  it('waits longer than ten seconds where the deadline allows it, until the run is stopped', async () => {
    const stop = new AbortController();
    const url = await serve((_, response) => {
      response.on('finish', () => setImmediate(() => stop.abort('Ctrl-C')));
      response.writeHead(429, { 'retry-after': '30' }).end();
    });
    const deadlineAt = Date.now() + 60_000;
    const limited = client({ deadlineAt, signal: stop.signal });
    const exchange = await limited.send(get(url));
    expect(exchange.error?.kind).toBe('stopped');
  });

  it('leaves the target alone with every request until the time it asked for', async () => {
    const arrivals: number[] = [];
    const url = await serve((_, response) => {
      arrivals.push(performance.now());
      if (arrivals.length === 1) {
        response.writeHead(429, { 'retry-after': '1' }).end();
      } else {
        response.end('ok');
      }
    });
    const limited = client({ concurrency: 1 });
    await Promise.all([limited.send(get(url)), limited.send(get(url))]);
    expect((arrivals[1] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(900);
    expect(limited.pausedMs()).toBeGreaterThanOrEqual(999);
  });

  it('takes a 429 as the answer where it asks for more patience than there is', async () => {
    const url = await serve((_, response) => {
      response.writeHead(429, { 'retry-after': '6' }).end();
    });
    const exchange = await client().send(get(url), { patienceMs: 5_000 });
    expect([exchange.response?.status, exchange.retries]).toEqual([429, []]);
  });

  it('waits in spite of that where the same URL made others wait as long', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls += 1;
      if (calls % 2 === 1) {
        response.writeHead(429, { 'retry-after': '1' }).end();
      } else {
        response.end('ok');
      }
    });
    const { send } = client();
    const before = await send(get(url), { patienceMs: 500 });
    await send(get(url));
    await send(get(url));
    const after = await send(get(url), { patienceMs: 500 });
    expect([before, after].map(({ response }) => response?.status)).toEqual([429, 200]);
  });

  it('keeps no connection alive once one that was kept was closed without a word', async () => {
    const answered = new WeakMap<object, number>();
    const url = await serve(({ socket }, response) => {
      const before = answered.get(socket) ?? 0;
      answered.set(socket, before + 1);
      if (before < 2) {
        response.end('ok');
      } else {
        socket.destroy();
      }
    });
    const own = client();
    const errors = [];
    for (let n = 0; n < 8; n += 1) {
      errors.push((await own.send({ ...get(url), method: 'POST' })).error?.kind);
    }
    expect(errors.filter((kind) => kind !== undefined)).toEqual(['reset']);
  });

  it.each([
    ['GET', 200, 1],
    ['POST', undefined, 0],
  ])('repeats %s after a lost connection only if it is safe', async (method, status, retries) => {
    let calls = 0;
    const url = await serve((request, response) => {
      calls += 1;
      if (calls === 1) {
        request.socket.destroy();
      } else {
        response.end('ok');
      }
    });
    const exchange = await client().send({ ...get(url), method });
    expect(exchange.response?.status).toBe(status);
    expect(exchange.retries).toHaveLength(retries);
    if (status === undefined) {
      expect(exchange.error?.kind).toBe('reset');
    }
  });
});
