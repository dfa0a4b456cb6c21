import { expect, test } from 'vitest';
import type { States } from '../../target/states/states.ts';
import { parseTarget } from '../../target/target-file.ts';
import type { Client } from '../http/client.ts';
import { Recorder } from './recorder.ts';
import { Run } from './run.ts';

/** A run whose target answers every request as a good login; tells the addresses it was sent to. */
function runOf(users: object) {
  const urls: string[] = [];
  const client: Client = {
    async send(request) {
      urls.push(request.url);
      const response = { status: 200, headers: {}, body: '{"access_token":"the-token"}' };
      return { request, response, startedAt: '', durationMs: 0, retries: [] };
    },
    sent: () => 0,
    pausedMs: () => 0,
    close: async () => {},
  };
  const run = new Run({
    target: parseTarget({ name: 'a target', baseUrl: 'http://target.invalid', users }),
    client,
    states: {} as States,
    signal: new AbortController().signal,
    seed: 7,
    onSecret: () => {},
  });
  return { context: run.contextFor({ id: 'a.check' }, new Recorder()), urls };
}

test('a user logs in at the host of his tenant, and calls the target beyond that', async () => {
  const other = {
    email: 'm@other.invalid',
    password: 'pw',
    baseUrl: 'http://other.invalid/tenant/',
  };
  const { context, urls } = runOf({ otherManager: other });
  const as = await context.session('otherManager');
  await context.call('fetch-organisation-preference', { as });
  expect(urls.map((url) => url.slice(0, url.indexOf('/api')))).toEqual([
    'http://other.invalid/tenant',
    'http://target.invalid',
  ]);
});

test('a user whom a state brought along logs in at the target, in any phase', async () => {
  const { context, urls } = runOf({});
  const session = await context.freshSession({ email: 'own@target.invalid', password: 'pw' });
  expect(session).toMatchObject({ user: 'state', accessToken: 'the-token' });
  expect(urls[0]).toMatch(/^http:\/\/target\.invalid\/api\//);
});

test('a check draws what it generates from the seed of the run', () => {
  expect(runOf({}).context.seed).toBe(7);
});
