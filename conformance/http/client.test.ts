import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from './body.ts';
import { type Client, type ClientOptions, createClient, type PlainRequest } from './client.ts';

const servers: Server[] = [];
const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.close();
  }
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function client(options: Partial<ClientOptions> = {}): Client {
  const made = createClient({ timeoutMs: 2_000, concurrency: 4, ...options });
  clients.push(made);
  return made;
}

const get = (url: string) => ({ method: 'GET', url, headers: {} });

describe('the client', () => {
  it('sends the body of a GET request', async () => {
    const url = await serve((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => response.end(text));
    });
    const exchange = await client().send({ ...get(url), body: '{"a":1}' });
    expect(exchange.response?.body).toBe('{"a":1}');
  });

  it('sends a body in chunks where the header says so', async () => {
    const url = await serve((request, response) => {
      const { 'transfer-encoding': coding, 'content-length': length } = request.headers;
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => response.end(`${coding} ${length} ${text}`));
    });
    const headers = { 'transfer-encoding': 'chunked' };
    const exchange = await client().send({ ...get(url), headers, body: '{"a":1}' });
    expect(exchange.response?.body).toBe('chunked undefined {"a":1}');
    expect(exchange.request.headers).toEqual(headers);
  });

  it('goes on after requests that HTTP cannot carry', async () => {
    const url = await serve((_, response) => response.end('{}'));
    const { send } = client({ concurrency: 2 });
    const sent: Record<string, string>[] = [
      { 'x-tenant-id': 'банк' },
      { expect: '100-continue' },
      ...Array.from({ length: 3 }, () => ({})),
    ];
    const exchanges = await Promise.all(sent.map((headers) => send({ ...get(url), headers })));
    expect(exchanges.map(({ response, error }) => response?.status ?? error?.kind)).toEqual([
      'protocol',
      'protocol',
      200,
      200,
      200,
    ]);
  });

  it('reports a target that is not there as refused', async () => {
    const url = await serve(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect((await client().send(get(url))).error?.kind).toBe('refused');
  });

  it('never uses a connection again that carried a 5xx, and keeps one that carried a 404', async () => {
    const seen = new Map<object, string[]>();
    const url = await serve((request, response) => {
      const paths = seen.get(request.socket) ?? [];
      seen.set(request.socket, [...paths, request.url ?? '']);
      // as a service does whose worker died: the answer is whole, the connection is not
      if (paths.includes('/500')) {
        request.socket.destroy();
      } else {
        response.writeHead(Number(request.url?.slice(1)), { connection: 'keep-alive' }).end('x');
      }
    });
    const { send } = client({ concurrency: 1 });
    const post = (path: string) => send({ ...get(url + path), method: 'POST', body: '{}' });
    for (const path of ['404', '200', '500', '200', '503', '500', '200']) {
      expect((await post(path)).response?.status).toBe(Number(path));
    }
    expect([...seen.values()]).toEqual([
      ['/404', '/200', '/500'],
      ['/200', '/503'],
      ['/500'],
      ['/200'],
    ]);
  });

  it('lets the exchanges under way finish when another one gets a 5xx', async () => {
    const held: (() => void)[] = [];
    const url = await serve((request, response) => {
      if (request.url === '/slow') {
        held.push(() => response.end('late'));
      } else {
        response.writeHead(500).end();
      }
    });
    const { send } = client();
    const slow = send(get(`${url}slow`));
    await expect.poll(() => held.length).toBe(1);
    expect((await send(get(url))).response?.status).toBe(500);
    held[0]?.();
    expect((await slow).response?.body).toBe('late');
  });

  it('gives up on an answer that drips in slower than the timeout', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const exchange = await client({ timeoutMs: 200 }).send(get(url));
    expect(exchange.error?.kind).toBe('timeout');
  });

  it('does not hold more of a body than its limit', async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    const url = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {}
      };
      response.on('drain', more);
      more();
    });
    expect((await client({ timeoutMs: 10_000 }).send(get(url))).error?.kind).toBe('too-large');
  });

  it('does not blow up a compressed bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1));
    const url = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip').end(bomb);
    });
    expect((await client().send(get(url))).error?.kind).toBe('too-large');
  });

  it('understands a compressed answer although it asked for none', async () => {
    const url = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('{"a":1}'));
    });
    expect((await client().send(get(url))).response?.body).toBe('{"a":1}');
  });

  it('does not follow a redirect', async () => {
    const url = await serve((_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    });
    expect((await client().send(get(url))).response?.status).toBe(302);
  });

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

  it('says what it is, unless the request does, in whatever letters', async () => {
    const url = await serve((request, response) =>
      response.end(request.headersDistinct['user-agent']?.join(' and ')),
    );
    const requests: PlainRequest[] = [
      get(url),
      { ...get(url), headers: { 'user-agent': 'a browser' } },
      { ...get(url), headers: { 'USER-AGENT': 'another' } },
    ];
    const answers = await Promise.all(requests.map((each) => client().send(each)));
    const agents = answers.map(({ response }) => response?.body);
    expect(agents).toEqual(['assay', 'a browser', 'another']);
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

  it('ends what is under way when the run is stopped', async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort('Ctrl-C'));
    const exchange = await client({ signal: stop.signal }).send(get(url));
    expect(exchange.error?.kind).toBe('stopped');
  });

  it('keeps to its number of requests at once and uses it', async () => {
    let most = 0;
    const held: (() => void)[] = [];
    const url = await serve((_, response) => {
      held.push(() => response.end());
      most = Math.max(most, held.length);
      // Nothing is answered before three requests are open at once.
      if (held.length === 3) {
        for (const release of held.splice(0)) {
          release();
        }
      }
    });
    const three = client({ concurrency: 3 });
    await Promise.all(Array.from({ length: 21 }, () => three.send(get(url))));
    expect(most).toBe(3);
  });
});
