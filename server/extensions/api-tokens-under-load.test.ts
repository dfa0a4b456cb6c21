import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf } from '../../contract/endpoints.ts';
import { extensionPath } from '../../contract/extensions/index.ts';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { type Running, startServer } from '../serve.ts';

const CLIENTS = 8;
const ROTATIONS = 12;

let server: Running;
let login: string;
beforeAll(async () => {
  server = await startServer({ db: ':memory:', logger: pino({ level: 'silent' }) });
  const { email, password: currentPassword } = STANDARD_LOGINS.agent;
  const body = JSON.stringify({ email, currentPassword });
  const answer = await fetch(server.url + pathOf('login'), { method: 'PUT', body });
  login = ((await answer.json()) as { access_token: string }).access_token;
});
afterAll(() => server.close());

async function manage(path: string, body?: unknown): Promise<{ id: string; token: string }> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'X-Auth-Token': login },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { data: { id: string; token: string } }).data;
}

async function use(token: string): Promise<number> {
  const headers = { 'X-Auth-Token': token };
  const answer = await fetch(server.url + pathOf('fetch-organisation-preference'), { headers });
  await answer.arrayBuffer();
  return answer.status;
}

it('an API token is rotated under load without a failed request, and refused once it is ended', async () => {
  const made = await manage(extensionPath('create-api-token'), { name: 'ci', expiry: '24_HOURS' });
  const values = [made.token];
  const statuses = new Set<number>();
  let requests = 0;
  let rotated = false;

  const client = async () => {
    while (!rotated) {
      // Read before the request is sent: a rotation may come while it is under way.
      statuses.add(await use(values.at(-1) ?? ''));
      requests += 1;
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  for (let rotation = 0; rotation < ROTATIONS; rotation++) {
    const enough = requests + 3 * CLIENTS;
    const path = extensionPath('rotate-api-token', made.id);
    values.push((await manage(path, { overlapSeconds: 60 })).token);
    while (requests < enough) {
      statuses.add(await use(made.token));
    }
  }
  rotated = true;
  await Promise.all(clients);
  expect(requests).toBeGreaterThan(ROTATIONS * CLIENTS);
  expect([...statuses]).toEqual([200]);

  await manage(extensionPath('invalidate-api-token', made.id));
  expect(new Set(await Promise.all(values.map(use)))).toEqual(new Set([401]));
});
