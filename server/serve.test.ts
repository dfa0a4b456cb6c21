import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathOf } from '../contract/endpoints.ts';
import { UnavailableError, UsageError } from '../contract/errors.ts';
import { type Fetch, listen } from './listen.ts';
import { rememberingPasswords } from './passwords.ts';
import { type Running, type ServeOptions, startServer } from './serve.ts';
import { targetFor } from './target.ts';

let folder: string;
const running: Running[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-serve-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

const passwords = rememberingPasswords();
async function start(options: Partial<ServeOptions> = {}): Promise<Running> {
  const logger = pino({ level: 'silent' });
  const server = await startServer({ db: ':memory:', logger, passwords, ...options });
  running.push(server);
  return server;
}

async function login(server: Running) {
  const { email, password } = targetFor(server).users.customer;
  const response = await request(server.url + pathOf('login'), {
    method: 'PUT',
    body: JSON.stringify({ email, currentPassword: password }),
  });
  expect(response.statusCode).toBe(200);
  return (await response.body.json()) as { access_token: string };
}
async function preference(server: Running, token: string): Promise<number> {
  const response = await request(server.url + pathOf('fetch-organisation-preference'), {
    headers: { 'X-Auth-Token': token },
  });
  await response.body.dump();
  return response.statusCode;
}

describe('startServer', () => {
  it('serves, and offers the states hook only when asked to', async () => {
    const plain = await start();
    expect(plain.controlUrl).toBeUndefined();
    expect(targetFor(plain)).not.toHaveProperty('states');
    await login(plain);

    const server = await start({ control: { secret: 'sixteen letters!' } });
    const { url, headers } = targetFor(server).states ?? { url: '', headers: {} };
    const body = JSON.stringify({ state: 'offer-sent' });
    const response = await request(url, { method: 'POST', headers, body });
    expect(response.statusCode).toBe(200);
    expect(await response.body.json()).toEqual({ applicationId: expect.any(String) });
    const states = await request(`${server.url}/states`, { method: 'POST', headers, body });
    expect(states.statusCode).toBe(404);
    await states.body.dump();
  });

  it('keeps data, sessions and secret in its file over a restart', async () => {
    const db = join(folder, 'assay.db');
    const first = await start({ db });
    const { access_token } = await login(first);
    await first.close();
    const second = await start({ db });
    expect(await preference(second, access_token)).toBe(200);
  });

  it('gives tokens the lifetime it is told', async () => {
    let now = Date.parse('2026-07-01T12:00:00Z');
    const server = await start({ accessTokenSeconds: 60, clock: { now: () => now } });
    const { access_token } = await login(server);
    expect(await preference(server, access_token)).toBe(200);
    now += 60_000;
    expect(await preference(server, access_token)).toBe(401);
  });

  it('puts a wrapper between clients and application', async () => {
    const server = await start({ wrap: () => () => new Response('{}', { status: 418 }) });
    expect(await preference(server, 'any')).toBe(418);
  });

  it('names a port that is taken', async () => {
    const port = Number(new URL((await start()).url).port);
    await expect(start({ port })).rejects.toThrow(UnavailableError);
    await expect(start({ port })).rejects.toThrow(`127.0.0.1:${port}: it is taken`);
  });

  it('names every mistake at once', async () => {
    const db = join(folder, 'text.db');
    writeFileSync(db, 'no database, but long enough to be looked at'.repeat(50));
    const taken = Number(new URL((await start()).url).port);
    const wrong = start({ db, port: taken, control: { secret: 'short' }, accessTokenSeconds: 0 });
    await expect(wrong).rejects.toThrow(UsageError);
    const message = await wrong.catch((error: Error) => error.message);
    for (const part of ['is not a SQLite database', 'is taken', 'control secret', 'accessToken']) {
      expect(message).toContain(part);
    }
    expect(message).not.toContain('\n');
    await expect(start({ port: 70_000 })).rejects.toThrow(
      'expected a whole number from 0 to 65535',
    );
  });

  it('leaves its ports free when the start fails', async () => {
    const probe = await start();
    const port = Number(new URL(probe.url).port);
    await probe.close();
    await expect(start({ port, db: join(folder, 'none', 'a.db') })).rejects.toThrow(UsageError);
    expect((await start({ port })).url).toContain(`:${port}`);
  });

  /** A server whose answers wait until they are released. */
  async function slow() {
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const server = await start({
      wrap: (fetch) => async (incoming, bindings) => {
        arrived.resolve();
        await release.promise;
        return fetch(incoming, bindings);
      },
    });
    return { server, arrived: arrived.promise, release: () => release.resolve() };
  }

  it('answers what is under way when it stops, as the last of its connection', async () => {
    const { server, arrived, release } = await slow();
    const inFlight = request(`${server.url}/healthz`);
    await arrived;
    const closed = server.close();
    await expect(request(`${server.url}/healthz`)).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    release();
    const { statusCode, headers, body } = await inFlight;
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
    expect(await body.json()).toEqual({ status: 'SUCCESS' });
    await closed;
  });

  it('is not ready any more while it stops, though it is healthy', async () => {
    const { server, arrived, release } = await slow();
    const answers = ['healthz', 'readyz'].map((path) => request(`${server.url}/${path}`));
    await arrived;
    const closed = server.close();
    release();
    const [healthy, ready] = await Promise.all(answers);
    expect([healthy?.statusCode, ready?.statusCode]).toEqual([200, 503]);
    await Promise.all([healthy?.body.dump(), ready?.body.dump(), closed]);
  });

  it('cuts what lasts longer than it may when it stops', async () => {
    const arrived = Promise.withResolvers<void>();
    const endless: Fetch = () => {
      arrived.resolve();
      return new Promise(() => {});
    };
    const listening = await listen(endless);
    const cut = expect(request(listening.url)).rejects.toThrow('other side closed');
    await arrived.promise;
    await listening.close(1);
    await cut;
  });

  it('is ready while it can write, and not while it cannot', async () => {
    const db = join(folder, 'assay.db');
    const server = await start({ db });
    const ready = async () => {
      const { statusCode, body } = await request(`${server.url}/readyz`);
      return [statusCode, ((await body.json()) as { status: string }).status];
    };
    expect(await ready()).toEqual([200, 'SUCCESS']);
    server.dependencies.store.transaction = () => {
      throw new Database.SqliteError('told by the test', 'SQLITE_READONLY');
    };
    expect(await ready()).toEqual([503, 'FAILED']);
  });
});
