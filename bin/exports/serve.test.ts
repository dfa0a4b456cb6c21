import { expect, it } from 'vitest';
import { parseTarget } from '../../target/target-file.ts';
import { serve } from './serve.ts';

const LOGIN = '/api/v6/services/securitymanagement/login';

function logIn(url: string, user: { email: string; password: string }): Promise<Response> {
  return fetch(url + LOGIN, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', platform: 'WEB', uuid: 'device' },
    body: JSON.stringify({ email: user.email, currentPassword: user.password }),
  });
}

it('serves in process, with people who log in and states that are had', async () => {
  await using server = await serve();
  const session = await (await logIn(server.url, server.users.customer)).json();
  expect(session).toMatchObject({ user: { role: 'CUSTOMER' } });
  const state = await fetch(server.states.url, {
    method: 'POST',
    headers: { ...server.states.headers, 'content-type': 'application/json' },
    body: '{"state":"offer-sent"}',
  });
  expect(await state.json()).toMatchObject({ applicationId: expect.any(String) });
  const target = parseTarget(server.targetFile, {});
  expect(target).toMatchObject({ baseUrl: server.url, states: { url: server.states.url } });
});

it('fails on purpose where it is asked to, and says so', async () => {
  await using server = await serve({ faults: ['logout.broken'] });
  const login = await logIn(server.url, server.users.customer);
  const { access_token: token } = (await login.json()) as { access_token: string };
  const answer = await fetch(server.url + LOGIN.replace('login', 'logout'), {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(500);
  expect(answer.headers.get('assay-on-purpose')).toContain('logout.broken');
});

it('listens no more once it is closed', async () => {
  const server = await serve();
  await server.close();
  await expect(logIn(server.url, server.users.customer)).rejects.toThrow();
});

it('names a fault that there is not', async () => {
  await expect(serve({ faults: ['login.brocken'] })).rejects.toThrow(/login\.brocken/);
});
