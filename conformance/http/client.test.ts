import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { clientStubs, get } from '../testing/client-stubs.ts';
import { MAX_BODY_BYTES } from './bodies/body.ts';
import type { PlainRequest } from './client.ts';

const { serve, deserted, client } = clientStubs();

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

  it('keeps the connection that carried a GET with a body', async () => {
    const sockets = new Set<object>();
    const url = await serve((request, response) => {
      sockets.add(request.socket);
      request.resume().on('end', () => response.end('{}'));
    });
    const { send } = client({ concurrency: 1 });
    for (const body of ['{"a":1}', '{"a":2}']) {
      await send({ ...get(url), body });
    }
    expect(sockets.size).toBe(1);
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
    expect((await client().send(get(await deserted()))).error?.kind).toBe('refused');
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
