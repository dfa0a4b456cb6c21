import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import schema from '../../target/target.schema.json' with { type: 'json' };
import { ROLE_OF_USER, USER_NAMES, type UserName } from '../../target/target.ts';
import { parseTarget } from '../../target/target-file.ts';
import { STATE_NAMES } from '../../target/target-rules.ts';
import type { Diagnosis } from './diagnosis.ts';
import { type DoctorReport, type ExamineOptions, examineTarget } from './doctor.ts';
import { doctorText } from './doctor-text.ts';

/** A target with its hook on one port, as far as the doctor looks at it. */
interface Stub {
  /** status of an endpoint that is asked without a token */
  unauthenticated: number;
  /** answer to a login, by e-mail address */
  login(email: string): { status: number; body: unknown };
  /** answer of the hook, by the name of the state */
  state(name: string): { status: number; body: unknown };
}

const TOKEN = 'access-t0ken-c4n4ry';
const customerId = schema.$defs.states.portfolios.examples[0]?.customerId;
const emailOf = (name: string) => `${name}@t.example`;

function goodLogin(email: string) {
  const name = email.split('@')[0] as UserName;
  const isCustomer = name === 'customer';
  return {
    status: 200,
    body: {
      access_token: `${TOKEN}-${name}`,
      user: {
        id: isCustomer ? customerId : `id-of-${name}`,
        role: ROLE_OF_USER[name] ?? 'CUSTOMER',
        tenant_id: name === 'otherManager' ? 'tenant-2' : 'tenant-1',
      },
    },
  };
}

function goodState(name: string) {
  const values = schema.$defs.states[name as keyof typeof schema.$defs.states].examples[0];
  if (name !== 'no-active-loan') {
    return { status: 200, body: values };
  }
  return { status: 200, body: { ...values, email: emailOf('noLoan'), customerId: 'id-of-noLoan' } };
}

const GOOD: Stub = { unauthenticated: 401, login: goodLogin, state: goodState };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(stub: Stub): Promise<string> {
  const server = createServer((request, response) => void answer(stub, request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(stub: Stub, request: IncomingMessage, response: ServerResponse) {
  const body = await text(request);
  const { pathname } = new URL(request.url ?? '', 'http://stub');
  const reply = { status: stub.unauthenticated, body: {} as unknown };
  if (pathname.endsWith('/securitymanagement/login')) {
    Object.assign(reply, stub.login(JSON.parse(body).email));
  }
  if (pathname === '/states') {
    Object.assign(reply, stub.state(JSON.parse(body).state));
  }
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(reply.body));
}

interface Setting {
  stub?: Partial<Stub>;
  /** changes of the target file */
  file?: Record<string, unknown>;
  options?: Partial<ExamineOptions>;
}

function fileAt(url: string) {
  const users = USER_NAMES.map((name) => [
    name,
    { email: emailOf(name), password: `pw-c4n4ry-${name}` },
  ]);
  return {
    name: 'Stub',
    baseUrl: url,
    users: Object.fromEntries(users),
    states: { url: `${url}/states`, headers: { 'x-secret': 'hook-c4n4ry' } },
  };
}

function targetAt(url: string, file: Record<string, unknown> = {}) {
  return parseTarget({ ...fileAt(url), ...file }, {});
}

async function examine({ stub, file, options }: Setting = {}): Promise<DoctorReport> {
  const url = await listen({ ...GOOD, ...stub });
  return examineTarget(targetAt(url, file), {
    checksNeeding: (missing) => [`check of ${missing}`],
    ...options,
  });
}

function find({ diagnoses }: DoctorReport, subject: string): Diagnosis | undefined {
  return diagnoses.find((diagnosis) => diagnosis.subject === subject);
}

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
    for (const server of servers.splice(0)) {
      await new Promise((resolve) => server.close(resolve));
    }
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
    for (const server of servers.splice(0)) {
      await new Promise((resolve) => server.close(resolve));
    }
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

describe('a state', () => {
  const answering = (name: string, status: number, body: unknown) => (state: string) =>
    state === name ? { status, body } : goodState(state);

  test('that the hook cannot provide is not supplied', async () => {
    const report = await examine({ stub: { state: answering('closed-loan', 404, {}) } });
    expect(find(report, 'closed-loan')).toMatchObject({
      finding: 'not supplied',
      message: 'the hook answers 404',
      untested: ['check of state closed-loan'],
    });
    expect(report.exitCode).toBe(3);
  });

  test('that nothing supplies is not supplied, and needs no capability that is not declared', async () => {
    const report = await examine({
      file: { states: {} },
      options: { checksNeeding: (name) => (name.endsWith('api-token') ? [] : ['a', 'b']) },
    });
    expect(find(report, 'offer-sent')).toMatchObject({
      finding: 'not supplied',
      advice: 'write values as states.offer-sent, or name a hook as states.url',
    });
    expect(find(report, 'revoked-api-token')?.finding).toBe('not needed');
    expect(report.untested).toEqual(['a', 'b']);
  });

  test('for which the hook breaks is a problem', async () => {
    const report = await examine({ stub: { state: answering('offer-sent', 500, 'c4n4ry') } });
    expect(find(report, 'offer-sent')).toMatchObject({
      finding: 'problem',
      message:
        'The states hook answered 500 for offer-sent; expected 200 with a JSON object of applicationId, or 404 where it cannot provide them',
    });
    expect(report.exitCode).toBe(1);
  });

  test('of somebody else than customer is a problem', async () => {
    const body = { customerId: 'somebody', count: 20 };
    const report = await examine({ stub: { state: answering('portfolios', 200, body) } });
    expect(find(report, 'portfolios')?.message).toBe(
      'customerId is not the user.id that the login of customer shows',
    );
  });

  test('whose own user cannot log in is a problem', async () => {
    const login = (email: string) =>
      email === emailOf('noLoan') ? { status: 401, body: {} } : goodLogin(email);
    const report = await examine({ stub: { login } });
    expect(find(report, 'no-active-loan')).toMatchObject({
      finding: 'problem',
      message: 'for its user the login is answered HTTP 401',
    });
  });

  test('whose own applicant cannot log in is a problem', async () => {
    const entry = { loanProductId: 'p', currencyCode: 'NGN' };
    const agent = { email: 'nobody@t.example', password: 'pw' };
    const login = (email: string) =>
      email === agent.email ? { status: 401, body: {} } : goodLogin(email);
    const report = await examine({
      stub: { login },
      file: { states: { 'loan-product': [{ ...entry, agent }] } },
    });
    expect(find(report, 'loan-product')).toMatchObject({
      finding: 'problem',
      message: 'for its user the login is answered HTTP 401',
    });
  });

  test('that is there says how many entries a run uses, and for how many checks', async () => {
    const report = await examine({
      options: {
        checksNeeding: (missing) => (missing === 'state offer-sent' ? ['a'] : []),
        entriesNeeded: (state) => (state === 'offer-sent' ? 9 : 0),
      },
    });
    expect(find(report, 'offer-sent')).toMatchObject({
      finding: 'ok',
      message: 'the hook provides it; a run uses 9, for 1 check',
    });
  });

  test('whose entries serve again is not short, and says what to add and to supply', async () => {
    const states = { 'loan-product': [{ loanProductId: 'p', currencyCode: 'NGN', bvn: '1' }] };
    const options = { checksNeeding: () => [], entriesNeeded: () => 9 };
    const few = await examine({ file: { states }, options });
    expect(find(few, 'loan-product')).toMatchObject({
      finding: 'ok',
      message:
        '1 in the target file; a run uses 9, for 0 checks, and one again where there are fewer',
      advice:
        'if you refuse a second one, add 8 to states.loan-product, or name a hook as states.url',
    });
    const enough = await examine({ file: { states }, options: { checksNeeding: () => [] } });
    const { advice } = find(enough, 'loan-product') ?? {};
    expect(advice).toMatch(/^if you refuse any value, supply values for loan-product: /);
    expect(advice).toContain(' agent.bvn,');
    expect(advice).not.toContain(' bvn,');
  });

  test('with fewer entries than a run uses is short', async () => {
    const states = { 'offer-sent': [{ applicationId: 'a' }, { applicationId: 'b' }] };
    const report = await examine({
      file: { states },
      options: {
        checksNeeding: (missing) => (missing === 'state offer-sent' ? ['a', 'b'] : []),
        entriesNeeded: () => 5,
      },
    });
    expect(find(report, 'offer-sent')).toMatchObject({
      finding: 'short',
      message: '2 in the target file, but a run uses 5, for 2 checks',
      advice: 'add 3 to states.offer-sent, or name a hook as states.url',
    });
    expect(report.exitCode).toBe(3);
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
  for (const server of servers.splice(0)) {
    await new Promise((resolve) => server.close(resolve));
  }
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
