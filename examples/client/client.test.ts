import { type ReferenceServer, serve } from 'assay/serve';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The client under test: what your application has for this. */
async function logIn(baseUrl: string, email: string, currentPassword: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v6/services/securitymanagement/login`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', platform: 'WEB', uuid: crypto.randomUUID() },
    body: JSON.stringify({ email, currentPassword }),
  });
  const session = (await response.json()) as { access_token?: string };
  if (session.access_token === undefined) {
    throw new Error(`the login was refused with ${response.status}`);
  }
  return session.access_token;
}

let server: ReferenceServer;
beforeAll(async () => {
  server = await serve();
});
afterAll(() => server.close());

test('logs the customer in', async () => {
  const { email, password } = server.users.customer;
  expect((await logIn(server.url, email, password)).split('.')).toHaveLength(3);
});

test('says that a wrong password is refused', async () => {
  const { email } = server.users.customer;
  await expect(logIn(server.url, email, 'wrong')).rejects.toThrow('refused with');
});

test('says so when the server is in trouble', async () => {
  await using troubled = await serve({ errorRate: 1 });
  const { email, password } = troubled.users.customer;
  await expect(logIn(troubled.url, email, password)).rejects.toThrow();
});
