import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pathOf } from '../contract/endpoints.ts';
import { closeDatabase, openDatabase } from './database/open.ts';
import type { Running } from './serve.ts';
import { createStore } from './store/store.ts';
import { targetFor } from './target.ts';

/** Repayments that must be acknowledged before the server is killed; ASSAY_CRASH=2000 is the long form. */
const ACKNOWLEDGED = Number(process.env.ASSAY_CRASH ?? 60);
const AT_ONCE = 8;

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-crash-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

type Urls = Pick<Running, 'url' | 'controlUrl' | 'controlSecret'>;
async function startChild(db: string): Promise<Urls> {
  const script = `
    import { startServer } from ${JSON.stringify(import.meta.resolve('./serve.ts'))};
    import { pino } from 'pino';
    const { url, controlUrl, controlSecret } = await startServer({
      db: ${JSON.stringify(db)},
      control: { secret: 'a secret of the tests' },
      logger: pino({ level: 'silent' }),
    });
    console.log(JSON.stringify({ url, controlUrl, controlSecret }));`;
  child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) {
    throw new Error('the child has no standard output');
  }
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(line) as Urls;
}

async function json(method: 'POST' | 'PUT', url: string, headers: object, body: object) {
  const response = await request(url, {
    method,
    headers: { ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.statusCode,
    body: (await response.body.json()) as Record<string, string>,
  };
}

it('has every acknowledged repayment exactly once after kill -9', async () => {
  const db = join(folder, 'assay.db');
  let target = targetFor(await startChild(db));
  const { email, password } = target.users.customer;
  const login = { email, currentPassword: password };
  const session = await json('PUT', target.baseUrl + pathOf('login'), {}, login);
  const token = session.body.access_token;
  const { url: hook, headers: secret } = target.states ?? { url: '', headers: {} };
  const { body: loan } = await json('POST', hook, secret, { state: 'active-loan' });
  const path = pathOf('repay-loan', { 'user-id': String(loan.customerId) });
  const repay = (key: string) =>
    json(
      'POST',
      target.lendingUrl + path,
      {
        'X-Auth-Token': token,
        'x-idempotency-key': key,
        'x-fapi-auth-date': '2026-07-01T12:00:00Z',
        'x-fapi-customer-ip-address': '192.0.2.10',
        'x-fapi-interaction-id': key,
      },
      {
        repaymentAmount: 0.5,
        customerId: loan.customerId,
        accountId: loan.accountId,
        bankAccountId: loan.bankAccountId,
        repaymentReference: key,
      },
    );

  const sent: string[] = [];
  const acknowledged: string[] = [];
  const lane = async () => {
    for (;;) {
      const key = randomUUID();
      sent.push(key);
      const answer = await repay(key).catch(() => null);
      if (answer === null) {
        return;
      }
      expect(answer.status).toBe(200);
      acknowledged.push(key);
      if (acknowledged.length === ACKNOWLEDGED) {
        child?.kill('SIGKILL');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  expect(acknowledged.length).toBeGreaterThanOrEqual(ACKNOWLEDGED);
  expect(sent.length).toBeGreaterThan(acknowledged.length);

  const recorded = () => {
    const open = openDatabase(db);
    const rows = createStore(open).repayments.ofLoan(String(loan.accountId));
    const left = createStore(open).loans.ofUser(String(loan.accountId), String(loan.customerId));
    closeDatabase(open);
    return { keys: rows.map((row) => row.repaymentReference), left: left?.totalPayableMinor };
  };
  const after = recorded();
  expect(new Set(after.keys).size).toBe(after.keys.length);
  for (const key of acknowledged) {
    expect(after.keys).toContain(key);
  }
  expect(after.left).toBe(Number(loan.totalPayable) * 100 - after.keys.length * 50);

  // Whoever got no answer sends the same again: now each has its one effect.
  target = targetFor(await startChild(db));
  for (const key of sent) {
    expect((await repay(key)).status).toBe(200);
  }
  const ended = once(child as ChildProcess, 'exit');
  child?.kill('SIGKILL');
  await ended;
  const repeated = recorded();
  expect([...repeated.keys].sort()).toEqual([...sent].sort());
  expect(repeated.left).toBe(Number(loan.totalPayable) * 100 - sent.length * 50);
}, 60_000);
