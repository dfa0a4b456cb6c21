import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pathOf } from '../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../fixtures/standard-users.ts';
import { createApp } from './app.ts';
import { failedLogins } from './failed-logins.ts';
import { type TestServer, testServer } from './test-client.ts';

const RIGHT = STANDARD_LOGINS.customer;
const NOBODY = 'nobody@savannah.example';
const MINUTE = 60_000;

let server: TestServer;
let app: ReturnType<typeof createApp>;
beforeEach(() => {
  server = testServer();
  app = createApp(server.dependencies);
});

interface Login {
  email?: string;
  password?: string;
  address?: string;
}

async function login({ email = RIGHT.email, password = 'wrong', address = '192.0.2.1' }: Login) {
  const body = JSON.stringify({ email, currentPassword: password });
  const request = new Request(`http://server.test${pathOf('login')}`, { method: 'PUT', body });
  const response = await app.fetch(request, { body, address });
  const { message } = (await response.json()) as { message?: string };
  return { status: response.status, message, retryAfter: response.headers.get('Retry-After') };
}

async function statuses(count: number, each: (at: number) => Login): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    found.push((await login(each(at))).status);
  }
  return found;
}

const from = (at: number) => `198.51.${Math.floor(at / 250)}.${at % 250}`;

describe('failed logins of one user', () => {
  it('are refused with 429 and Retry-After after thirty, from however many addresses', async () => {
    expect(await statuses(30, (at) => ({ address: from(at) }))).toEqual(Array(30).fill(401));
    expect(await login({ address: from(31) })).toMatchObject({ status: 429, retryAfter: '60' });
    server.clock.advance(20_500);
    const right = { password: RIGHT.password, address: from(32) };
    expect(await login(right)).toMatchObject({ status: 429, retryAfter: '40' });
    server.clock.advance(MINUTE - 20_500);
    expect(await statuses(2, (at) => ({ address: from(33 + at) }))).toEqual([401, 429]);
    server.clock.advance(MINUTE);
    expect((await login(right)).status).toBe(200);
  });

  it('are answered as those of a user that does not exist, one by one', async () => {
    for (let at = 0; at < 33; at++) {
      const [existing, unknown] = [await login({}), await login({ email: NOBODY })];
      expect(existing).toEqual(unknown);
      server.clock.advance(1);
    }
    expect((await login({ email: NOBODY })).status).toBe(429);
  });

  it('are counted in whatever case the address is written', async () => {
    const email = RIGHT.email.toUpperCase();
    await statuses(15, () => ({}));
    await statuses(15, () => ({ email }));
    expect((await login({})).status).toBe(429);
  });

  it('do not keep him out where he logged in before', async () => {
    const home = { password: RIGHT.password, address: '203.0.113.7' };
    expect((await login(home)).status).toBe(200);
    expect(await statuses(31, (at) => ({ address: from(at) }))).toContain(429);
    expect((await login(home)).status).toBe(200);
    expect((await login({ ...home, address: '203.0.113.8' })).status).toBe(429);
  });

  it('are forgiven by a good login, where he logged in before', async () => {
    expect((await login({ password: RIGHT.password })).status).toBe(200);
    for (let round = 0; round < 3; round++) {
      expect(await statuses(20, () => ({}))).toEqual(Array(20).fill(401));
      expect((await login({ password: RIGHT.password })).status).toBe(200);
    }
    expect(await statuses(31, () => ({}))).toContain(429);
  });

  it('are thirty at most also when a hundred are tried at once', async () => {
    const matches = vi.spyOn(server.dependencies.passwords, 'matches');
    const found = await Promise.all(
      Array.from({ length: 100 }, (_, at) => login({ address: from(at) })),
    );
    expect(matches).toHaveBeenCalledTimes(30);
    matches.mockRestore();
    expect(found.map(({ status }) => status).sort()).toEqual([
      ...Array(30).fill(401),
      ...Array(70).fill(429),
    ]);
  });
});

describe('good logins', () => {
  it('are never refused, a hundred at once', async () => {
    const found = await Promise.all(
      Array.from({ length: 100 }, () => login({ password: RIGHT.password })),
    );
    expect(found.map(({ status }) => status)).toEqual(Array(100).fill(200));
  });
});

describe('failed logins from one address', () => {
  it('are refused after three hundred, whoever is tried, and a good login forgives none', async () => {
    const mine = { email: STANDARD_LOGINS.agent.email, password: STANDARD_LOGINS.agent.password };
    for (let at = 0; at < 300; at++) {
      if (at % 50 === 0) {
        expect((await login(mine)).status).toBe(200);
      }
      expect((await login({ email: `${at}@savannah.example` })).status).toBe(401);
    }
    expect(await login({})).toMatchObject({ status: 429, retryAfter: '5' });
    expect((await login(mine)).status).toBe(429);
    expect((await login({ address: '192.0.2.2' })).status).toBe(401);
    server.clock.advance(5000);
    expect((await login(mine)).status).toBe(200);
  });

  it('are those of 64 bits of IPv6, and IPv4 is the same in either form', async () => {
    const tries = failedLogins(server.clock);
    let users = 0;
    const attempt = (address: string) => {
      users += 1;
      return tries.attempt(`${users}@savannah.example`, address, async () => false);
    };
    for (let at = 0; at < 300; at++) {
      await attempt(`2001:db8:0:7:${at.toString(16)}::1`);
      await attempt('192.0.2.9');
    }
    await expect(attempt('2001:db8:0:7:ffff:ffff:ffff:ffff')).rejects.toThrow('too many');
    await expect(attempt('2001:db8::7:0:0:0:9')).rejects.toThrow('too many');
    await expect(attempt('2001:db8::9')).resolves.toBe(false);
    await expect(attempt('::ffff:192.0.2.9')).rejects.toThrow('too many');
  });
});

it('remembers fifty thousand users and addresses, and forgets the oldest', async () => {
  const tries = failedLogins(server.clock);
  const fail = (email: string, address: string) => tries.attempt(email, address, async () => false);
  for (let at = 0; at < 30; at++) {
    await fail('first@savannah.example', `a${at}`);
  }
  await expect(fail('first@savannah.example', 'b')).rejects.toThrow('too many');
  for (let at = 0; at < 25_000; at++) {
    await fail(`${at}@savannah.example`, `c${at}`);
  }
  await expect(fail('first@savannah.example', 'd')).resolves.toBe(false);
});
