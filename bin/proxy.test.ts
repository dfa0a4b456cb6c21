import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProxyReport } from '../conformance/proxy/proxy-report.ts';
import { createLogger } from '../server/logger.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { type EndedLine, runLines } from './testing/run-lines.ts';
import { finish, lineOf, runAssay, spawnAssay } from './testing/spawn-assay.ts';

/** As a target file writes what comes from the environment. */
const FROM_ENVIRONMENT = `$\{GATEWAY}`;
const env = { GATEWAY: 'a-key-of-the-gateway' };

const REFUSED: [string, number, RegExp][] = [
  ['proxy --target target.json --for soon', 2, /--for .*greater than 0/],
  ['proxy --target target.json --port 70000', 2, /--port .*0 to 65535/],
  ['proxy --target target.json --port TAKEN --out none', 2, /TAKEN: the port is taken/],
  ['proxy --target none.json', 2, /none\.json/],
  ['proxy --target target.json --out target.json/x', 4, /cannot write target\.json\/x/],
];

let folder: string;
let running: Running;
let refusals: Map<string, EndedLine>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-proxy-command-'));
  running = await startServer({ db: ':memory:', logger: createLogger('silent') });
  const { users, ...target } = targetFor(running);
  const secretive = { ...target, headers: { 'x-gateway': FROM_ENVIRONMENT }, users };
  writeFileSync(
    join(folder, 'target.json'),
    `// of this test\n${JSON.stringify(secretive, null, 2)}`,
  );
  refusals = await runRefused();
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

const reportIn = (out: string): ProxyReport =>
  JSON.parse(readFileSync(join(folder, out, 'proxy.json'), 'utf8'));

describe('assay proxy', () => {
  it('judges until it is stopped, and then writes its reports and exits by what it saw', async () => {
    const line = 'proxy --target target.json --out out --write-target through.json';
    const proxy = spawnAssay(line.split(' '), { cwd: folder, env });
    await lineOf(proxy, /^target file/);
    const through = readFileSync(join(folder, 'through.json'), 'utf8');
    expect(through).toContain('// of this test');
    expect(through).toContain(FROM_ENVIRONMENT);
    const [, url = ''] = /"baseUrl": "([^"]+)"/.exec(through) ?? [];
    expect(url).not.toBe(running.url);
    expect(through).not.toContain(env.GATEWAY);

    const { customer } = targetFor(running).users;
    const answer = await request(`${url}/api/v6/services/securitymanagement/login`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: customer.email, currentPassword: customer.password }),
    });
    const { access_token: token } = (await answer.body.json()) as { access_token: string };
    proxy.kill('SIGTERM');
    const { code, stderr, leftProcess } = await finish(proxy);
    expect({ code, stderr, leftProcess }).toEqual({ code: 0, stderr: '', leftProcess: false });
    expect(readdirSync(join(folder, 'out')).toSorted()).toEqual([
      'proxy-junit.xml',
      'proxy.html',
      'proxy.json',
    ]);
    expect(reportIn('out')).toMatchObject({
      exchanges: 1,
      server: { verdict: 'kept' },
      client: { verdict: 'kept' },
    });
    for (const file of readdirSync(join(folder, 'out'))) {
      const text = readFileSync(join(folder, 'out', file), 'utf8');
      expect(text).not.toContain(token);
      expect(text).not.toContain(customer.password);
    }
  });

  it('ends by itself after --for, incomplete where nothing passed by', async () => {
    const line = 'proxy --target target.json --out silent --for 0.2';
    const { code, stdout } = await runAssay(line.split(' '), { cwd: folder, env });
    expect({ code, stdout }).toMatchObject({ code: 3, stdout: /was judged by nothing/ });
    expect(reportIn('silent').reasons).toHaveLength(1);
  });

  it.each(REFUSED)('refuses %s with %i', (line, code, says) => {
    const { stderr, code: ended } = refusals.get(line) as EndedLine;
    expect(stderr).toMatch(says);
    expect(ended).toBe(code);
  });
});

/** How each line ended: in one process, since the start of each costs more than its refusal. */
async function runRefused(): Promise<Map<string, EndedLine>> {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const taken = String((blocker.address() as AddressInfo).port);
  const { lines, stderr, leftProcess } = await runLines(
    REFUSED.map(([line]) => ({ args: line.replace('TAKEN', taken).split(' '), folder, env })),
  );
  blocker.close();
  expect({ stderr, leftProcess }).toEqual({ stderr: '', leftProcess: false });
  return new Map(
    REFUSED.map(([line], place) => {
      const ended = lines[place] as EndedLine;
      return [line, { ...ended, stderr: ended.stderr.replace(taken, 'TAKEN') }];
    }),
  );
}
