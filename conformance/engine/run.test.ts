import { expect, test } from 'vitest';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { States } from '../../target/states/states.ts';
import { parseTarget } from '../../target/target-file.ts';
import type { Client } from '../http/client.ts';
import { Deviation } from '../outcome.ts';
import { Recorder } from './recorder.ts';
import { Run } from './run.ts';

const CUSTOMER = { customer: { email: 'c@target.invalid', password: 'pw' } };

type Sent = Parameters<Client['send']>[0];

/** A run whose target answers as if all went well, unless told otherwise; tells what it was sent. */
function runOf(
  users: object,
  statusOf: (request: Sent) => number = () => 200,
  states = {} as States,
  { capabilities = [], seed = 7 }: { capabilities?: readonly string[]; seed?: number } = {},
) {
  const urls: string[] = [];
  const sent: Sent[] = [];
  const client: Client = {
    async send(written) {
      const headers = Object.entries(written.headers).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]);
      const request = { ...written, headers: Object.fromEntries(headers) };
      urls.push(request.url);
      sent.push(request);
      const ofManager = JSON.parse(request.body ?? '{}').email === 'm@target.invalid';
      const status = statusOf(request);
      const isGiven = status === 200 && request.url.includes('/securitymanagement/');
      const tokens = {
        access_token: ofManager ? 'of the manager' : 'the-token',
        refresh_token: 'of the session',
      };
      const response = { status, headers: {}, body: JSON.stringify(isGiven ? tokens : {}) };
      return { request, response, startedAt: '', durationMs: 0, retries: [] };
    },
    sent: () => 0,
    pausedMs: () => 0,
    close: async () => {},
  };
  const run = new Run({
    target: parseTarget({
      name: 'a target',
      baseUrl: 'http://target.invalid',
      users,
      capabilities,
    }),
    client,
    states,
    signal: new AbortController().signal,
    seed,
    onSecret: () => {},
  });
  return { context: run.contextFor({ id: 'a.check' }, new Recorder()), run, urls, sent };
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

test.each([
  ['what is missing', { phase: 'sessions', endpoint: 'refresh' }, false, NotSupplied],
  ['wrong for a check of logins', { phase: 'sessions', endpoint: 'login' }, false, Deviation],
  ['to be asked again alone', { phase: 'sessions', endpoint: 'refresh' }, true, Deviation],
] as const)('a refused login beside other sessions is %s', async (_, about, isBeside, error) => {
  const { run } = runOf(CUSTOMER, () => 400);
  run.isBeside = isBeside;
  const context = run.contextFor({ id: 'a.check', ...about }, new Recorder());
  await expect(context.freshSession('customer')).rejects.toThrow(error);
});

test('a check draws what it generates from the seed of the run', () => {
  expect(runOf({}).context.seed).toBe(7);
});

/** Sends loan requests that are meant to succeed; gives the keys and addresses of what went out. */
async function sendLoans(statusOf: (request: Sent) => number, count: number) {
  const { context, sent } = runOf(CUSTOMER, statusOf);
  const as = await context.session('customer');
  sent.splice(0);
  for (let index = 0; index < count; index += 1) {
    await context.call('request-loan', { as, body: {}, meantToSucceed: true });
  }
  return sent.map(({ headers }) => ({
    key: headers['x-idempotency-key'] ?? '',
    address: headers['x-fapi-customer-ip-address'] ?? '',
    tokenHeader: ['authorization', 'x-auth-token'].filter((name) => headers[name] !== undefined),
  }));
}

test('other forms of headers are tried once a request in the usual ones has succeeded', async () => {
  const [first, second, third] = await sendLoans(() => 200, 3);
  expect([first?.key.length, first?.address]).toEqual([36, '102.88.34.10']);
  expect([second?.key.length, second?.address]).toEqual([11, '2001:db8::2:1']);
  expect(third?.key.length).toBeGreaterThan(36);
});

test('a request whose form of a header is refused is sent again without it', async () => {
  const refusing = ({ headers }: Sent) => (headers['x-idempotency-key']?.length === 11 ? 400 : 200);
  const sent = await sendLoans(refusing, 2);
  expect(sent.map(({ key }) => key.length)).toEqual([36, 11, 36]);
  expect(sent.at(-1)?.address).toBe('102.88.34.10');
});

test('a token comes as Bearer, too, and in its own header again where that is refused', async () => {
  // After the usual request two show how the names of headers may be written.
  const beside = ['authorization', 'x-auth-token'];
  const before = [['x-auth-token'], beside, ['x-auth-token']];
  const taken = await sendLoans(() => 200, 4);
  expect(taken.map(({ tokenHeader }) => tokenHeader)).toEqual([...before, ['authorization']]);
  const refusing = ({ headers }: Sent) => (headers.authorization?.startsWith('Bearer') ? 401 : 200);
  const refused = await sendLoans(refusing, 4);
  expect(refused.map(({ tokenHeader }) => tokenHeader)).toEqual([
    ...before,
    ['authorization'],
    ['x-auth-token'],
  ]);
});

test('a request whose form of a header breaks the target is not sent again', async () => {
  const breaking = ({ headers }: Sent) =>
    (headers['x-fapi-customer-ip-address'] ?? '').includes(':') ? 500 : 200;
  const sent = await sendLoans(breaking, 2);
  expect(sent.map(({ address }) => address)).toEqual(['102.88.34.10', '2001:db8::2:1']);
});

/** States of which none is supplied. */
const NONE = {
  async shared(name: string) {
    throw new NotSupplied(`state ${name}`, 'nothing supplies it');
  },
} as unknown as States;

const LISTING = {
  ...{ currency: 'NGN', otherCurrency: 'GBP', fromDate: '01/01/2026', toDate: '31/01/2026' },
  ...{ count: 24, reference: 'TRF-1' },
};

/** The listing alone, which shows whether a renewed session works. */
const LISTED = { shared: async () => LISTING } as unknown as States;

test('a form that is refused keeps no other from being tried before the second half', async () => {
  const isListing = ({ url }: Sent) => url.endsWith('/awaiting-payments');
  const isRefused = (request: Sent) => isListing(request) && request.headers.platform === 'ANDROID';
  const { context, run, sent } = runOf(CUSTOMER, (each) => (isRefused(each) ? 400 : 200), LISTED);
  const as = await context.session('customer');
  await context.call('awaiting-payments', { as, body: {}, meantToSucceed: true });
  await run.vary();
  const taken = sent.filter((each) => isListing(each) && !isRefused(each));
  expect(new Set(taken.map(({ headers }) => headers.platform))).toEqual(new Set(['WEB', 'IOS']));
  expect(new Set(taken.map(({ headers }) => headers.uuid)).size).toBe(3);
  expect(taken.some(({ headers }) => headers.authorization !== undefined)).toBe(true);
});

test('sessions stay as they are in the second half where nothing shows whether a new one works', async () => {
  const { context, run, urls } = runOf(CUSTOMER, () => 200, NONE);
  const before = await context.session('customer');
  await run.vary();
  expect(await context.session('customer')).toBe(before);
  const ofSessions = urls.filter((url) => url.includes('/securitymanagement/'));
  expect(ofSessions.map((url) => url.split('/').at(-1))).toEqual(['login']);
});

test('a user whose session cannot be renewed is not tested in the second half', async () => {
  let locked = false;
  const { context, run } = runOf(CUSTOMER, () => (locked ? 423 : 200), LISTED);
  await context.session('customer');
  locked = true;
  await run.vary();
  await expect(context.session('customer')).rejects.toThrow(NotSupplied);
});

test('a login that is always refused stays what it was in the second half', async () => {
  const { context, run } = runOf(CUSTOMER, () => 401, LISTED);
  await expect(context.session('customer')).rejects.toThrow(Deviation);
  await run.vary();
  await expect(context.session('customer')).rejects.toThrow(Deviation);
});

test('finds out the host of loans before a request for one is under way, also where all is called busy', async () => {
  const customer = { email: 'c@target.invalid', password: 'pw' };
  const { context } = runOf(
    { customer },
    ({ url }) => (url.endsWith('/request-loan') ? 409 : 200),
    {} as States,
    { capabilities: ['requestLoanOnLendingHost'] },
  );
  const as = await context.session('customer');
  const both = [1, 2].map(() => context.call('request-loan', { as, body: {} }));
  const statuses = (await Promise.all(both)).map(({ response }) => response?.status);
  expect(statuses).toEqual([409, 409]);
});

test.each([1, 2, 3])(
  'a session that was left is ended in the form it was begun in, whatever others were served in, by seed %i',
  async (seed) => {
    let isFull = false;
    const { run, sent } = runOf(
      { ...CUSTOMER, manager: { email: 'm@target.invalid', password: 'pw' } },
      ({ url }) => (isFull && url.endsWith('/login') ? 409 : 200),
      NONE,
      { seed },
    );
    const about = { id: 'a.check', phase: 'sessions', endpoint: 'logout' } as const;
    const context = run.contextFor(about, new Recorder());
    const as = await context.session('customer');
    for (let tried = 0; tried < 3; tried += 1) {
      await context.call('logout', { as, body: {}, meantToSucceed: true });
    }
    await run.vary();
    await context.freshSession('manager');
    context.leaveSessions();
    isFull = true;
    const begun = sent.at(-1)?.headers.platform;
    sent.splice(0);
    await context.freshSession('manager').catch(() => {});
    const [logout] = sent.filter(({ url }) => url.endsWith('/logout'));
    expect(logout?.headers).toEqual({
      ...{ platform: begun, uuid: expect.any(String), 'content-type': 'application/json' },
      'x-auth-token': 'of the manager',
    });
  },
);
