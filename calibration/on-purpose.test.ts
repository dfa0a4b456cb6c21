import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { pathOf } from '../contract/endpoints.ts';
import { UsageError } from '../contract/errors.ts';
import { STANDARD_LOGINS } from '../fixtures/standard-users.ts';
import { type Running, startServer } from '../server/serve.ts';
import { parseTarget } from '../target/target-file.ts';
import { everythingOnPurpose, ON_PURPOSE_HEADER, type OnPurpose, otherwise } from './on-purpose.ts';

const running: Running[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function start(purpose: Partial<OnPurpose> = {}) {
  const wanted = otherwise({ faults: [], variants: [], chaos: { seed: 1 }, ...purpose });
  const control = { secret: 'a secret of the tests' };
  const logger = pino({ level: 'silent' });
  const server = await startServer({ db: ':memory:', logger, control, ...wanted?.options });
  running.push(server);
  return { server, wanted };
}

const headerOf = (response: Response) => response.headers.get(ON_PURPOSE_HEADER);

async function raw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  return text(socket);
}

const FAULT = 'login.refuses-right-password.manager';

describe('a server that is otherwise on purpose', () => {
  it('is wrong in the one way that is asked for', async () => {
    const { server } = await start({ faults: [FAULT] });
    const login = async (name: 'manager' | 'agent') => {
      const { email, password } = STANDARD_LOGINS[name];
      const body = JSON.stringify({ email, currentPassword: password });
      const response = await fetch(server.url + pathOf('login'), { method: 'PUT', body });
      await response.text();
      return response.ok;
    };
    expect([await login('manager'), await login('agent')]).toEqual([false, true]);
  });

  it('says so on every answer, of errors before routing too, and at its probes', async () => {
    const { server } = await start({ faults: [FAULT], chaos: { seed: 3, errorRate: 1 } });
    const said = `fault ${FAULT}; error-rate 1, seed 3`;
    for (const path of [pathOf('login'), '/nowhere']) {
      expect(headerOf(await fetch(server.url + path))).toBe(said);
    }
    const health = await fetch(`${server.url}/healthz`);
    expect([health.status, headerOf(health)]).toEqual([200, said]);
    expect(await health.json()).toEqual({
      status: 'SUCCESS',
      onPurpose: [`fault ${FAULT}`, 'error-rate 1, seed 3'],
    });
    for (const request of ['no HTTP\r\n\r\n', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n']) {
      const answer = await raw(server.url, request);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain(`${ON_PURPOSE_HEADER}: ${said}`);
    }
  });

  it('keeps the control port right', async () => {
    const { server } = await start({ chaos: { seed: 1, errorRate: 1 } });
    const response = await fetch(`${server.controlUrl}/states`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.controlSecret}` },
      body: JSON.stringify({ state: 'offer-sent' }),
    });
    expect([response.status, headerOf(response)]).toEqual([200, null]);
  });

  it('has a target file of its own, with its name and what a variant says otherwise', async () => {
    const { server, wanted } = await start({
      variants: ['left-out.api-tokens', 'lending-rules.one-open-application'],
      faults: [FAULT],
    });
    const file = await wanted?.targetFor(server);
    expect(file?.name).toContain(FAULT);
    const target = parseTarget(file);
    expect(target.capabilities).toEqual(['refreshRotation']);
    expect(target.states.pools['loan-product']?.length).toBeGreaterThan(1);
    expect(target.lendingUrl).toBe(`${server.url}/lending-host`);
    const preference = await fetch(
      `${target.investmentUrl}${pathOf('fetch-organisation-preference')}`,
    );
    expect(preference.status).toBe(401);
  });
});

describe('the reference server', () => {
  it('says nothing of the kind, and is what comes when nothing is asked for', async () => {
    const { server, wanted } = await start();
    expect(wanted).toBeUndefined();
    const health = await fetch(`${server.url}/healthz`);
    expect([headerOf(health), await health.json()]).toEqual([null, { status: 'SUCCESS' }]);
  });
});

describe('what is asked for', () => {
  const nothing: OnPurpose = { faults: [], variants: [], chaos: { seed: 1 } };

  it('is listed by ids that are there once', () => {
    const all = everythingOnPurpose();
    expect(all.length).toBeGreaterThan(1000);
    const ids = all.map(({ kind, id }) => `${kind} ${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { kind, id } of all) {
      const wanted = kind === 'fault' ? { faults: [id] } : { variants: [id] };
      expect(otherwise({ ...nothing, ...wanted })?.lines).toHaveLength(1);
    }
  });

  it('must be there, and must not exclude each other', () => {
    expect(() => otherwise({ ...nothing, faults: ['no-such-fault'] })).toThrow(UsageError);
    expect(() => otherwise({ ...nothing, variants: [FAULT] })).toThrow('assay serve --list');
    const [one, two] = everythingOnPurpose().filter(({ id }) => id.startsWith('repeated-key.'));
    const variants = [String(one?.id), String(two?.id)];
    expect(() => otherwise({ ...nothing, variants })).toThrow('exclude each other');
  });
});
