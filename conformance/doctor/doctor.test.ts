import { afterEach, describe, expect, test } from 'vitest';
import { USER_NAMES } from '../../target/target.ts';
import { parseTarget } from '../../target/target-file.ts';
import { STATE_NAMES } from '../../target/target-rules.ts';
import {
  closeStubs,
  emailOf,
  examine,
  fileAt,
  find,
  GOOD,
  goodLogin,
  goodState,
  listen,
  stopStubs,
  TOKEN,
  targetAt,
} from '../testing/examined-stub.ts';
import { examineTarget } from './doctor.ts';
import { doctorText } from './doctor-text.ts';

afterEach(closeStubs);

test('finds nothing wrong with a target that has everything', async () => {
  const report = await examine();
  const wrong = report.diagnoses.filter(({ finding }) => !['ok', 'not needed'].includes(finding));
  expect(wrong).toEqual([]);
  expect(report.exitCode).toBe(0);
  expect(report.untested).toEqual([]);
  expect(report.diagnoses).toHaveLength(3 + USER_NAMES.length + 3 + STATE_NAMES.length);
  expect(find(report, 'cashier')?.message).toBe('logs in as CASHIER');
});

test('tells how far it is, once for each thing tried', async () => {
  const seen: string[] = [];
  let last = { done: 0, total: 0 };
  await examine({
    options: {
      onProgress: (progress) => {
        seen.push(progress.subject);
        last = progress;
      },
    },
  });
  expect(last.done).toBe(last.total);
  expect(seen).toHaveLength(last.total);
  expect(new Set(seen).size).toBe(last.total);
});

describe('an address', () => {
  test('that knows no endpoint of the specification is a problem', async () => {
    const report = await examine({ stub: { unauthenticated: 404 } });
    expect(find(report, 'lendingUrl')).toMatchObject({
      finding: 'problem',
      message: expect.stringMatching(/answers HTTP 404 to update-application without a token/),
      advice: 'check the path in lendingUrl: /api/… is added to it',
    });
    expect(report.exitCode).toBe(1);
  });

  test('that redirects is a problem', async () => {
    const report = await examine({ stub: { unauthenticated: 302 } });
    expect(find(report, 'baseUrl')?.advice).toBe('write the address it leads to into baseUrl');
  });

  test('that nobody answers at ends the examination with exit code 4', async () => {
    const url = await listen(GOOD);
    await stopStubs();
    const file = { users: {}, states: { 'api-token': [{ token: 'x' }] } };
    const report = await examineTarget(targetAt(url, file), {
      checksNeeding: (missing) => [missing],
    });
    expect(report.exitCode).toBe(4);
    expect(find(report, 'baseUrl')).toMatchObject({
      finding: 'unreachable',
      advice: 'check that it is started, and the port',
    });
    expect(find(report, 'customer')?.finding).toBe('not supplied');
    expect(find(report, 'portfolios')?.finding).toBe('not supplied');
    expect(find(report, 'api-token')?.finding).toBe('not tried');
  });

  test('alone that does not answer is exit code 1, and the rest is tried', async () => {
    const dead = await listen(GOOD);
    await stopStubs();
    const report = await examine({ file: { lendingUrl: dead } });
    expect(find(report, 'lendingUrl')?.finding).toBe('unreachable');
    expect(find(report, 'customer')?.finding).toBe('ok');
    expect(report.exitCode).toBe(1);
  });
});

describe('a user', () => {
  test('that is left out is not supplied, with the checks that go untested', async () => {
    const users = { customer: { email: emailOf('customer'), password: 'x' } };
    const report = await examine({ file: { users } });
    expect(find(report, 'cashier')).toMatchObject({
      finding: 'not supplied',
      advice: 'add the role CASHIER as users.cashier with email and password',
      untested: ['check of user cashier'],
    });
    expect(report.exitCode).toBe(3);
    expect(report.untested).toContain('check of user cashier');
  });

  test('that no check needs is not needed', async () => {
    const report = await examine({ file: { users: {} }, options: { checksNeeding: () => [] } });
    expect(find(report, 'cashier')?.finding).toBe('not needed');
    expect(report.exitCode).toBe(0);
  });

  const answering = (name: string, status: number, body: unknown) => (email: string) =>
    email === emailOf(name) ? { status, body } : goodLogin(email);

  test.each([
    ['a refusal', 401, {}, 'the login is answered HTTP 401', 'check e-mail address and password'],
    [
      'a redirect',
      308,
      {},
      'the login is answered HTTP 308; redirects are not followed',
      "write the address it leads to into baseUrl, or into the user's own",
    ],
    [
      'a fault of the server',
      500,
      {},
      'the login is answered HTTP 500',
      'check the target: a login is a PUT to /api/v6/services/securitymanagement/login',
    ],
    [
      'no token',
      200,
      { status: 'FAILED', message: 'c4n4ry' },
      'the login is answered HTTP 200 without access_token',
      'section 2.1 shows what a login answers; check e-mail address and password too',
    ],
    [
      'another role',
      200,
      { access_token: TOKEN, user: { role: 'CASHIER' } },
      'logs in, but user.role is CASHIER; expected AGENT',
      'write a user with the role AGENT into users.agent',
    ],
    [
      'an unknown role',
      200,
      { access_token: TOKEN, user: { role: `pw-c4n4ry-agent` } },
      'logs in, but user.role is one that is none of the four; expected AGENT',
      'write a user with the role AGENT into users.agent',
    ],
    [
      'no role',
      200,
      { access_token: TOKEN },
      'logs in, but user.role is none; expected AGENT',
      'write a user with the role AGENT into users.agent',
    ],
    [
      'another tenant',
      200,
      { access_token: TOKEN, user: { role: 'AGENT', tenant_id: 'tenant-2' } },
      "logs in, but into a tenant other than customer's; expected customer's tenant",
      "write a user of customer's tenant into users.agent",
    ],
  ])('whose login shows %s is a problem', async (_what, status, body, message, advice) => {
    const report = await examine({ stub: { login: answering('agent', status, body) } });
    expect(find(report, 'agent')).toMatchObject({ finding: 'problem', message, advice });
    expect(report.exitCode).toBe(1);
  });

  test('of another tenant who is in the same one is a problem', async () => {
    const body = { access_token: TOKEN, user: { role: 'MANAGER', tenant_id: 'tenant-1' } };
    const report = await examine({ stub: { login: answering('otherManager', 200, body) } });
    expect(find(report, 'otherManager')?.message).toBe(
      "logs in, but into customer's tenant; expected a tenant other than customer's",
    );
  });
});

test('shows no password, token or hook header, and nothing the target says', async () => {
  const canary = { message: 'c4n4ry', role: 'c4n4ry' };
  const report = await examine({
    stub: {
      login: (email) =>
        email === emailOf('agent') ? { status: 500, body: canary } : goodLogin(email),
      state: (name) =>
        name.endsWith('token')
          ? { status: 200, body: { token: 7, password: 'c4n4ry' } }
          : goodState(name),
    },
  });
  expect(report.exitCode).toBe(1);
  expect(JSON.stringify(report) + doctorText(report)).not.toContain('c4n4ry');
});

test('keeps a value of the environment out of what the connection to the hook says', async () => {
  const dead = new URL(await listen(GOOD));
  await stopStubs();
  const file = {
    ...fileAt(await listen(GOOD)),
    states: { url: `http://\${HOOK_HOST}:${dead.port}` },
  };
  const target = parseTarget(file, { HOOK_HOST: dead.hostname });
  const report = await examineTarget(target, { checksNeeding: () => [] });
  expect(find(report, 'offer-sent')?.message).toContain('connect ECONNREFUSED [redacted]');
});

test('stops with its signal and leaves no request behind', async () => {
  const stop = new AbortController();
  const examination = examine({
    stub: {
      login: (email) => {
        stop.abort(new Error('stopped by the test'));
        return goodLogin(email);
      },
    },
    options: { signal: stop.signal },
  });
  await expect(examination).rejects.toThrow('stopped by the test');
});

test('reads on a terminal as findings with advice, checks and a conclusion', async () => {
  const users = { customer: { email: emailOf('customer'), password: 'x' } };
  const report = await examine({
    file: { users, name: 'Stub\u001b[2J' },
    options: {
      checksNeeding: (missing) => (missing === 'user agent' ? ['a', 'b', 'c', 'd'] : []),
    },
  });
  const lines = doctorText(report).split('\n');
  expect(lines[0]).toBe(`Stub\\u{1b}[2J  ${report.target.baseUrl}`);
  const agent = lines.findIndex((line) => line.startsWith('  not supplied'));
  expect(lines[agent]).toMatch(/^ {2}not supplied {2}agent {2,}is not in the target file$/);
  expect(lines[agent + 1]).toMatch(
    /^ +→ add the role AGENT as users\.agent with email and password$/,
  );
  expect(lines[agent + 2]).toMatch(/^ +untested: 4 checks \(a, b, c, and 1 more\)$/);
  expect(lines.slice(-3)).toEqual([
    'What is there works, but not everything would be tested.',
    '4 checks would go untested.',
    '',
  ]);
});
