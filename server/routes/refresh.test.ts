import { beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../test-client.ts';

let server: TestServer;
let access: string;
let refreshToken: string;

beforeEach(async () => {
  server = testServer();
  const { body } = await server.login('customer');
  access = body.access_token;
  refreshToken = body.refresh_token;
});

const refresh = (token: string | null, refresh_token: unknown) =>
  server.call('refresh', { token, body: { refresh_token } });
const works = async (token: string) =>
  (await server.call('fetch-organisation-preference', { token })).status === 200;

describe('refresh', () => {
  it('gives a new access token and a new refresh token', async () => {
    const { status, body } = await refresh(access, refreshToken);
    expect([status, body.expires_in]).toEqual([200, 3600]);
    expect(body.access_token).not.toBe(access);
    expect(body.refresh_token).not.toBe(refreshToken);
    expect(await works(body.access_token)).toBe(true);
    expect((await refresh(body.access_token, body.refresh_token)).status).toBe(200);
  });

  it('works when the access token has expired', async () => {
    server.clock.advance(3600_000);
    expect(await works(access)).toBe(false);
    const { status, body } = await refresh(access, refreshToken);
    expect(status).toBe(200);
    expect(await works(body.access_token)).toBe(true);
  });

  it('works with an expired token of another session of the same user', async () => {
    const { token } = server.state('expired-token');
    expect((await refresh(String(token), refreshToken)).status).toBe(200);
  });

  it('ends the session when a spent refresh token comes again', async () => {
    const { body } = await refresh(access, refreshToken);
    expect((await refresh(body.access_token, refreshToken)).status).toBe(401);
    expect(await works(body.access_token)).toBe(false);
    expect((await refresh(body.access_token, body.refresh_token)).status).toBe(401);
  });

  it('demands an access token that is ours and the same user’s', async () => {
    expect((await refresh(null, refreshToken)).status).toBe(401);
    expect((await refresh('garbage', refreshToken)).status).toBe(401);
    expect((await refresh(await server.tokenOf('manager'), refreshToken)).status).toBe(401);
    expect((await refresh(access, refreshToken)).status).toBe(200);
  });

  it('refuses a refresh token after logout, after 30 days, and one that never was', async () => {
    expect((await refresh(access, 'refresh_unknown')).status).toBe(401);
    const other = (await server.login('customer')).body;
    await server.call('logout', { token: other.access_token, body: {} });
    expect((await refresh(other.access_token, other.refresh_token)).status).toBe(401);
    expect((await refresh(access, other.refresh_token)).status).toBe(401);
    server.clock.advance(30 * 24 * 3600_000);
    expect((await refresh(access, refreshToken)).status).toBe(401);
  });

  it('refuses a body without a refresh token with 400', async () => {
    expect((await refresh(access, undefined)).status).toBe(400);
    expect((await refresh(access, 7)).status).toBe(400);
  });
});

describe('logout', () => {
  it('kills every token of the session and no other session', async () => {
    const other = await server.tokenOf('customer');
    const next = (await refresh(access, refreshToken)).body;
    expect((await server.call('logout', { token: next.access_token, body: {} })).status).toBe(200);
    expect(await works(next.access_token)).toBe(false);
    expect(await works(access)).toBe(false);
    expect((await refresh(next.access_token, next.refresh_token)).status).toBe(401);
    expect(await works(other)).toBe(true);
  });

  it('revokes an API token itself', async () => {
    const token = String(server.state('api-token').token);
    expect(await works(token)).toBe(true);
    expect((await server.call('logout', { token, body: {} })).status).toBe(200);
    expect(await works(token)).toBe(false);
  });
});
