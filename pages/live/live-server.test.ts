import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type LiveServer, startLiveServer } from './live-server.ts';

const open: LiveServer[] = [];

async function served(patienceMs?: number): Promise<LiveServer> {
  const server = await startLiveServer(
    (since) => `page since ${since}`,
    patienceMs === undefined ? {} : { patienceMs },
  );
  open.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Listens, and gives what comes, message by message. */
async function listen(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return async () => {
    while (!rest.includes('\n\n')) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) {
        return undefined;
      }
      rest += chunk.value;
    }
    const end = rest.indexOf('\n\n');
    const message = rest.slice(0, end);
    rest = rest.slice(end + 2);
    return message;
  };
}

/** The status of a request whose Host header `fetch` would not let us write. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('a live server', () => {
  it('serves on the loopback address by a token that nobody guesses', async () => {
    const [one, other] = [await served(), await served()];
    expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    expect(new URL(one.url).pathname).not.toBe(new URL(other.url).pathname);
    expect(await (await fetch(one.url)).text()).toBe('page since 0');
  });

  it('serves nothing without the token, by another method, path or name', async () => {
    const { url } = await served();
    const { origin, pathname, port } = new URL(url);
    const wrong = `${origin}/${'x'.repeat(32)}/`;
    const asked = [origin, wrong, `${wrong}events`, `${origin}${pathname}x`, `${url}x/y`];
    const statuses = await Promise.all(asked.map(async (each) => (await fetch(each)).status));
    expect(statuses).toEqual(asked.map(() => 404));
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect(await statusFor(url, `attacker.example:${port}`)).toBe(404);
    expect(await statusFor(url, `localhost:${port}`)).toBe(200);
  });

  it('lets no page of others frame or read it', async () => {
    const { headers } = await fetch((await served()).url);
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('sends what changes, and to whoever comes later what was missed', async () => {
    const server = await served();
    const first = await listen(`${server.url}events?since=0`);
    expect(await first()).toBe(': here');
    server.send({ a: { html: '<p id="a">\n1</p>' } });
    server.send({ a: { html: '<p id="a">2</p>' }, b: { text: 'B' } });
    expect(await first()).toBe('id: 1\ndata: {"a":{"html":"<p id=\\"a\\">\\n1</p>"}}');
    const late = await listen(`${server.url}events?since=0`);
    expect(await late()).toBe('id: 2\ndata: {"a":{"html":"<p id=\\"a\\">2</p>"},"b":{"text":"B"}}');
    server.send({ c: { data: [3] } });
    const back = await listen(`${server.url}events?since=0`, { 'last-event-id': '2' });
    expect(await back()).toBe('id: 3\ndata: {"c":{"data":[3]}}');
    expect(await (await fetch(server.url)).text()).toBe('page since 3');
  });

  it('freezes to another page, and waits until every browser has fetched it', async () => {
    const server = await served();
    const [one, other] = [await listen(`${server.url}events`), await listen(`${server.url}events`)];
    await Promise.all([one(), other()]);
    let done = false;
    const frozen = server.freeze('the report').then(() => {
      done = true;
    });
    expect(await one()).toBe('event: frozen\ndata:');
    expect(await (await fetch(server.url)).text()).toBe('the report');
    expect(done).toBe(false);
    expect(await (await fetch(server.url)).text()).toBe('the report');
    await frozen;
    expect(await (await listen(`${server.url}events`))()).toBe('event: frozen\ndata:');
  });

  it('does not wait where no browser is, nor for ever for one that has gone to sleep', async () => {
    await (await served()).freeze('the report');
    const server = await served(10);
    await (await listen(`${server.url}events`))();
    await server.freeze('the report');
  });
});
