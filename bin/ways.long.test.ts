import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../conformance/report/report.ts';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { createLogger } from '../server/logger.ts';
import { rememberingPasswords } from '../server/passwords.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { createAuthority, encryptedKey } from '../target/testing/certificates.ts';
import { type PasswordProxy, startPasswordProxy } from '../target/testing/password-proxy.ts';
import { type Front, startTlsFront } from '../target/testing/tls-front.ts';
import { envOfK6, LOAD_OF_BUSY_MACHINE } from './testing/k6.ts';
import { type EndedLine, type Line, runLines } from './testing/run-lines.ts';
import { runAssay } from './testing/spawn-assay.ts';

/** The reference server and its hook behind client certificates and a proxy with a password. */

const k6 = await k6InTests();

const HOST = 'sandbox.acme.example';
const HOOK = 'test-data.acme.example';
const PLAIN = 'plain.acme.example';
const PASSPHRASE = 'passphrase-of-this-test';
const PASSWORD = 'p@ss:word-of-this-test';

const authority = createAuthority('Acme authority');
const stranger = createAuthority('Strange authority');
const past = { from: new Date(0), to: new Date(Date.now() - 86_400_000) };
const expired = createAuthority('Old authority', past);
const client = authority.issue('assay.acme.example');

let folder: string;
let running: Running;
let fronts: Front[];
let hook: Server;
let proxy: PasswordProxy;
/** the content of the target file */
let behind: object;

/** The control port answers only under its own name, so that no page can have it asked. */
async function startUnderItsName(url: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const own = { ...headers, host: new URL(url).host };
    const onward = request(new URL(path ?? '', url), { method, headers: own }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (url: string) => Number(new URL(url).port);
const by = (password: string) =>
  `http://assay:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-ways-'));
  running = await startServer({
    db: ':memory:',
    control: { secret: 'the states hook of this test' },
    logger: createLogger('silent'),
    passwords: rememberingPasswords(),
  });
  hook = await startUnderItsName(running.controlUrl ?? '');
  const front = (name: string, port: number, by = authority) => {
    const { certificate, key } = by.issue(name);
    return startTlsFront(port, {
      ...{ cert: certificate, key, ca: authority.certificate, requestCert: true },
    });
  };
  fronts = await Promise.all([
    front(HOST, portOf(running.url)),
    front(HOOK, (hook.address() as AddressInfo).port),
    front('old.acme.example', portOf(running.url), expired),
  ]);
  const hosts = [HOST, HOOK, 'old.acme.example'].map((host, index) => [host, fronts[index]?.port]);
  proxy = await startPasswordProxy({
    ...{ user: 'assay', password: PASSWORD },
    hosts: { ...Object.fromEntries(hosts), [PLAIN]: portOf(running.url) },
  });
  writeFileSync(join(folder, 'authority.pem'), authority.certificate);
  writeFileSync(join(folder, 'client.pem'), client.certificate);
  writeFileSync(join(folder, 'client-key.pem'), encryptedKey(client.key, PASSPHRASE));
  const urls = { ...running, url: `https://${HOST}`, controlUrl: `https://${HOOK}` };
  behind = {
    ...targetFor(urls),
    tls: {
      ca: 'authority.pem',
      certificate: 'client.pem',
      key: 'client-key.pem',
      passphrase: `\${KEY_PASSPHRASE}`,
    },
    load: LOAD_OF_BUSY_MACHINE,
  };
});
afterAll(async () => {
  await Promise.all([...fronts, proxy].map((each) => each.close()));
  await new Promise((resolve) => hook.close(resolve));
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

type Environment = { HTTPS_PROXY?: string; KEY_PASSPHRASE?: string };

/** A command on a target file with these changes; the folder of its reports is its name. */
function lineOf(name: string, command: string, changes: object, env: Environment): Line {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...behind, ...changes }));
  const args = [...command.split(' '), '--target', `${name}.json`];
  const out = command.startsWith('doctor') ? [] : ['--out', name];
  return {
    args: [...args, ...out],
    folder,
    env: {
      KEY_PASSPHRASE: PASSPHRASE,
      HTTPS_PROXY: by(PASSWORD),
      PROXY_PASSWORD: PASSWORD,
      ...envOfK6(k6),
      ...env,
    },
  };
}

/** Runs such a command. */
async function run(name: string, command: string, changes: object = {}, env: Environment = {}) {
  const { args, ...line } = lineOf(name, command, changes, env);
  return runAssay(args, { cwd: folder, env: line.env });
}

/** A proxy of the file, which comes before that of the environment. */
const proxyEntry = () => ({
  url: `http://127.0.0.1:${proxy.port}`,
  user: 'assay',
  password: `\${PROXY_PASSWORD}`,
});

/** A GET with a body on one host, states from the other. */
const SOME = 'certify --check awaiting-payments.list --check update-application.accepted';

it('certifies by both, with GETs that have a body, and tells no secret', async () => {
  const before = proxy.asked.length;
  const ended = await run('certify', `${SOME} --allow-incomplete`);
  expect({ ...ended, stdout: '' }).toMatchObject({ code: 0, stderr: '', leftProcess: false });
  const asked = new Set(proxy.asked.slice(before));
  expect(asked).toEqual(new Set([`CONNECT ${HOST}:443`, `CONNECT ${HOOK}:443`]));
  const text = readFileSync(join(folder, 'certify', 'report.json'), 'utf8');
  const { counts } = JSON.parse(text) as Report;
  expect(counts).toMatchObject({ fail: 0, error: 0 });
  expect(counts.pass).toBeGreaterThan(2);
  const [, inKey = ''] = client.key.split('\n');
  for (const secret of [PASSPHRASE, PASSWORD, encodeURIComponent(PASSWORD), inKey]) {
    expect(text).not.toContain(secret);
    expect(ended.stdout).not.toContain(secret);
  }
});

it('examines everything by both, by the proxy of the file', async () => {
  const ended = await run('doctor', 'doctor', { proxy: proxyEntry() }, { HTTPS_PROXY: by('no') });
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
});

describe.skipIf(!k6)('assay load (needs k6)', () => {
  it.each(['environment', 'file'])('loads by both, by the proxy of the %s', async (where) => {
    const before = proxy.asked.length;
    const changes = where === 'file' ? { proxy: proxyEntry() } : {};
    const env = where === 'file' ? { HTTPS_PROXY: by('no') } : {};
    const line = 'load lending --rate 5 --duration 2s';
    const ended = await run(`load-${where}`, line, changes, env);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    const text = readFileSync(join(folder, `load-${where}`, 'load-lending.json'), 'utf8');
    const report = JSON.parse(text);
    expect(report).toMatchObject({ verdict: 'passed', totals: { errors: 0 } });
    expect(report.totals.requests).toBeGreaterThan(20);
    expect(text).not.toContain(PASSPHRASE);
    expect(text).not.toContain(encodeURIComponent(PASSWORD));
    const asked = new Set(proxy.asked.slice(before));
    expect(asked).toEqual(new Set([`CONNECT ${HOST}:443`, `CONNECT ${HOOK}:443`]));
  });

  it('lists payments on a host of plain http, by GETs that have a body', async () => {
    const url = `http://${PLAIN}`;
    const changes = { baseUrl: url, lendingUrl: url, investmentUrl: url, proxy: proxyEntry() };
    const line = 'load payment-listing --rate 5 --duration 2s';
    const ended = await run('load-plain', line, changes, { HTTPS_PROXY: by('no') });
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    const text = readFileSync(join(folder, 'load-plain', 'load-payment-listing.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ verdict: 'passed', totals: { errors: 0 } });
    const path = '/api/v6/services/paymentmanagement/awaiting-payments';
    expect(proxy.asked).toContain(`GET ${url}${path}`);
  });
});

/** What is wrong, how the command ends, and the clause by which it says so. */
const WRONG = [
  {
    what: 'a wrong password at the proxy',
    env: () => ({ HTTPS_PROXY: by('wrong') }),
    code: 4,
    line: 'refuses the user name or password (HTTP 407)',
  },
  {
    what: 'a client certificate of another authority',
    changes: () => {
      const { certificate, key } = stranger.issue('assay.acme.example');
      return { tls: { ca: 'authority.pem', certificate, key } };
    },
    code: 4,
    line: 'it may refuse the client certificate: look at tls.certificate in the target file',
  },
  {
    what: 'no client certificate',
    changes: () => ({ tls: { ca: 'authority.pem' } }),
    code: 4,
    line: 'a host that demands a client certificate may hang up so',
  },
  {
    what: 'an authority that did not sign the certificate of the host',
    changes: () => ({ tls: { ca: stranger.certificate } }),
    code: 4,
    line: 'no authority that is trusted here signed its certificate',
  },
  {
    what: 'a certificate of the host that an expired authority signed',
    changes: () => ({
      ...{ baseUrl: 'https://old.acme.example', lendingUrl: 'https://old.acme.example' },
      investmentUrl: 'https://old.acme.example',
      tls: { ca: expired.certificate + authority.certificate },
    }),
    code: 4,
    line: 'its certificate, or that of the authority that signed it, has expired',
  },
  {
    what: 'an expired authority',
    changes: () => ({ tls: { ca: expired.certificate } }),
    code: 2,
    line: 'expired on',
  },
  {
    what: 'a passphrase that does not open the key',
    env: () => ({ KEY_PASSPHRASE: 'another' }),
    code: 2,
    line: 'tls.passphrase (line 1) does not open tls.key',
  },
  {
    what: 'a variable that is no URL',
    env: () => ({ HTTPS_PROXY: 'socks5://127.0.0.1:1' }),
    code: 2,
    line: 'HTTPS_PROXY (of the environment) is no http or https URL',
  },
];

const UNREACHED = WRONG.filter(({ code }) => code === 4);

/** What is wrong of each command: the target file is read by the same code everywhere. */
const COMMANDS = [
  { command: 'certify --check awaiting-payments.list', wrong: UNREACHED },
  { command: 'doctor', wrong: WRONG },
  { command: 'load lending --rate 1 --duration 1s', wrong: k6 ? UNREACHED : [] },
].map((each) => ({ ...each, name: each.command.split(' ', 1)[0] ?? '' }));

describe('where something on the way is wrong', () => {
  const ended = new Map<string, EndedLine>();

  beforeAll(async () => {
    const lines = COMMANDS.flatMap(({ name, command, wrong }) =>
      wrong.map(({ what, changes = () => ({}), env = () => ({}) }) => {
        const key = `${name}-${what.replaceAll(' ', '-')}`;
        return { name: key, line: lineOf(key, command, changes(), env()) };
      }),
    );
    const ran = await runLines(lines.map(({ line }) => line));
    expect(ran).toMatchObject({ stderr: '', leftProcess: false });
    for (const [index, line] of ran.lines.entries()) {
      ended.set(lines[index]?.name ?? '', line);
    }
  });

  describe.each(COMMANDS.filter(({ wrong }) => wrong.length > 0))(
    'assay $command',
    ({ name, wrong }) => {
      it.each(wrong)('ends with one clear line for $what', ({ what, code, line: clause }) => {
        const line = ended.get(`${name}-${what.replaceAll(' ', '-')}`);
        const { stdout = '', stderr = '' } = line ?? {};
        expect(line?.code).toBe(code);
        expect(stderr.trim().split('\n')).toHaveLength(1);
        expect(stderr + (name === 'doctor' ? stdout : '')).toContain(clause);
        expect(stderr + stdout).not.toContain(PASSPHRASE);
      });
    },
  );
});
