import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { statesHook } from './states-hook.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function hookAt(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/states`;
}

const request = (url: string) => ({ url, headers: { 'x-a': 'b' }, body: '{"state":"offer-sent"}' });
const patient = { timeoutMs: 10_000 };

test('posts the body with the headers and returns status and text', async () => {
  const url = await hookAt(async (incoming, response) => {
    const chunks = await incoming.toArray();
    const { method, headers } = incoming;
    response.statusCode = 201;
    response.end(JSON.stringify([method, headers['x-a'], Buffer.concat(chunks).toString()]));
  });
  const { status, body } = await statesHook(patient)(request(url));
  expect(status).toBe(201);
  expect(JSON.parse(body)).toEqual(['POST', 'b', '{"state":"offer-sent"}']);
});

test('does not carry the headers to where a redirect leads', async () => {
  let requests = 0;
  const url = await hookAt((_incoming, response) => {
    requests++;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect((await statesHook(patient)(request(url))).status).toBe(302);
  expect(requests).toBe(1);
});

test('gives up on a hook that never answers', async () => {
  const url = await hookAt(() => {});
  const asked = statesHook({ timeoutMs: 50 }, undefined, 0)(request(url));
  await expect(asked).rejects.toThrow('nothing complete came within 50 ms');
});

test('gives up on a hook that drips without end', async () => {
  const url = await hookAt((_incoming, response) => {
    const drip = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(drip));
  });
  const asked = statesHook({ timeoutMs: 100 }, undefined, 0)(request(url));
  await expect(asked).rejects.toThrow('nothing complete came within 100 ms');
});

test('gives a hook ten seconds even where the target is given less', async () => {
  const url = await hookAt((_incoming, response) => {
    setTimeout(() => response.end('{}'), 60);
  });
  expect((await statesHook({ timeoutMs: 10 })(request(url))).body).toBe('{}');
});

test('refuses an answer above a megabyte', async () => {
  const url = await hookAt((_incoming, response) => {
    response.end('x'.repeat(1024 * 1024 + 1));
  });
  await expect(statesHook(patient)(request(url))).rejects.toThrow('larger than 1048576 bytes');
});

test('stops with the run', async () => {
  const stop = new AbortController();
  const url = await hookAt(() => stop.abort());
  const asked = statesHook(patient, stop.signal)(request(url));
  await expect(asked).rejects.toThrow('the run was stopped');
});

test('names why nothing could be reached', async () => {
  const url = await hookAt(() => {});
  for (const server of servers.splice(0)) {
    await new Promise((resolve) => server.close(resolve));
  }
  await expect(statesHook(patient)(request(url))).rejects.toThrow('ECONNREFUSED');
});
