import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { runs } from '../load/testing/repeated-runs.ts';
import { leave } from '../load/testing/sample-results.ts';
import packageJson from '../package.json' with { type: 'json' };
import { createLogger } from '../server/logger.ts';
import { rememberingPasswords } from '../server/passwords.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { createProgram } from './run-command-line.ts';
import { envOfK6, LOAD_OF_BUSY_MACHINE } from './testing/k6.ts';
import { type EndedLine, runLines } from './testing/run-lines.ts';
import { finish, runAssay, spawnAssay } from './testing/spawn-assay.ts';

/** What commands print with --json is of the schema that the package exports for it. */

const k6 = await k6InTests();

let folder: string;
let running: Running;

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
for (const [name, file] of Object.entries(packageJson.exports)) {
  if (/^\.\/schemas\/[^/*]+$/.test(name) && typeof file === 'string') {
    const source = join(import.meta.dirname, '..', file.replace('./dist/', ''));
    ajv.addSchema(JSON.parse(readFileSync(source, 'utf8')) as AnySchema);
  }
}

/** Whether a text is one JSON document of the schema of that name, and the schema says something. */
function expectOf(name: string, text: string): void {
  const validate = ajv.getSchema(`urn:assay:schema:${name}`);
  expect(validate, name).toBeDefined();
  const printed: unknown = JSON.parse(text);
  expect(validate?.(printed), JSON.stringify(validate?.errors)).toBe(true);
  expect(validate?.({ printed })).toBe(false);
  expect(validate?.([{ printed }])).toBe(false);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-printed-json-'));
  running = await startServer({
    db: ':memory:',
    control: { secret: 'a secret of the test alone' },
    logger: createLogger('silent'),
    passwords: rememberingPasswords(),
  });
  const whole = { ...targetFor(running), load: LOAD_OF_BUSY_MACHINE };
  const { cashier: _, ...others } = whole.users;
  writeFileSync(join(folder, 'whole.json'), JSON.stringify(whole));
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ ...whole, users: others }));
  writeFileSync(join(folder, 'base.json'), JSON.stringify(runs(10, 10.1, 9.9, 10)));
  writeFileSync(join(folder, 'slower.json'), JSON.stringify(runs(13, 13.1, 12.9, 13)));
  mkdirSync(join(folder, 'loads'));
  writeFileSync(join(folder, 'loads', 'load-payment-listing.json'), JSON.stringify(runs(10)[0]));
  mkdirSync(join(folder, 'results'));
  await leave(join(folder, 'results'), 'pod-1', 0);
  await leave(join(folder, 'results'), 'pod-2', 1);
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every command with an action of its own, by the words that call it. */
function commandsOf(command: Command, words: readonly string[] = []): [string, Command][] {
  return command.commands.flatMap((each) => {
    const called = [...words, each.name()];
    return [[called.join(' '), each] as [string, Command], ...commandsOf(each, called)];
  });
}

const LINES: [line: string, schema: string, code: number][] = [
  ['list --json', 'requirements', 0],
  ['serve --list --json', 'on-purpose', 0],
  ['init --out new.json --json', 'written', 0],
  ['keygen --out key.pem --json', 'written', 0],
  ['seed --payments 10 --db few.db --json', 'written', 0],
  ['backup --db few.db --to copy.db --json', 'written', 0],
  ['doctor --target target.json --json', 'doctor', 3],
  ['certify --target target.json --dry-run --json', 'dry-run', 0],
  ['certify --target whole.json --endpoint logout --out out --json', 'report', 3],
  ['diff out out --json', 'report-diff', 0],
  ['proxy --target whole.json --for 0.1 --out out --json', 'proxy-report', 3],
  ['load compare base.json slower.json --out out --json', 'load-comparison', 1],
  ['load trend loads --out out --json', 'load-trend', 0],
  ['load collect results --target whole.json --out out --json', 'load-results', 0],
  ['calibrate --kind lazy --filter *empty* --workers 1 --out out --json', 'calibration', 0],
];

describe('with --json', () => {
  /** What ends by itself runs in one process, one after the other. */
  let ended: EndedLine[];
  beforeAll(async () => {
    const lines = LINES.map(([line]) => ({ args: line.split(' '), folder, env: {} }));
    ended = (await runLines(lines)).lines;
  });

  it.each(LINES.map(([line, ...more], index) => ({ line, index, more })))(
    'assay $line prints what its schema says, and nothing else',
    ({ line, index, more: [schema, code] }) => {
      const { stdout = '', stderr = '', code: endedWith } = ended[index] ?? {};
      const addresses = line.startsWith('proxy ') ? /^(\S+ stands for \S+\n)+$/ : /^$/;
      expect(stderr).toMatch(addresses);
      expect(endedWith).toBe(code);
      expectOf(schema, stdout);
    },
  );

  it('assay certify prints the report that it writes', () => {
    const index = LINES.findIndex(([line]) => line.startsWith('certify --target whole.json'));
    expect(ended[index]?.stdout).toBe(readFileSync(join(folder, 'out', 'report.json'), 'utf8'));
  });

  it('assay verify prints what it found', async () => {
    writeFileSync(join(folder, 'no.jws'), 'a.b.c');
    const { stdout, code } = await runAssay(['verify', 'no.jws', '--json'], { cwd: folder });
    expect(code).toBe(1);
    expectOf('verification', stdout);
  });

  it('assay serve prints where it serves once it does', async () => {
    const line = 'serve --port 0 --db :memory: --write-target its.json --log-level silent --json';
    const server = spawnAssay(line.split(' '), { cwd: folder });
    let text = '';
    for await (const part of createInterface(server.stdout)) {
      text += part;
      if (part === '}') {
        break;
      }
    }
    expectOf('serving', text);
    const { url, targetFile } = JSON.parse(text);
    expect(targetFile).toBe('its.json');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await finish(server)).toMatchObject({ code: 0, stderr: '' });
  });

  it.skipIf(!k6)('assay load prints the reports of all journeys (needs k6)', async () => {
    const line = 'load --target whole.json --out load --duration 1s --json';
    const ended = await runAssay(line.split(' '), { cwd: folder, env: envOfK6(k6) });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expectOf('load-results', ended.stdout);
    const { reports, exitCode } = JSON.parse(ended.stdout);
    expect(exitCode).toBe(0);
    expect(reports.map(({ journey }: { journey: string }) => journey)).toEqual([
      'payment-listing',
      'lending',
    ]);
    const archived = await runAssay(
      'load archive lending --target whole.json --out load --kubernetes lending --json'.split(' '),
      { cwd: folder, env: envOfK6(k6) },
    );
    expect(archived.code).toBe(0);
    expectOf('written', archived.stdout);
  });

  it('every command can, names its schema, and has a row in the documentation', () => {
    const context = { print: () => {}, complain: () => {}, exitWith: () => {} };
    const program = createProgram({
      ...context,
      ...{ signal: new AbortController().signal, interactive: false },
    });
    const page = readFileSync(join(import.meta.dirname, '../docs/working-loop.md'), 'utf8');
    const commands = commandsOf(program).filter(([name]) => !['help', 'openapi'].includes(name));
    expect(commands.length).toBeGreaterThan(18);
    for (const [name, command] of commands) {
      const option = command.options.find(({ long }) => long === '--json');
      expect(option?.description, name).toMatch(/urn:assay:schema:[a-z-]+/);
      for (const [, schema = ''] of option?.description.matchAll(/urn:assay:schema:([\w-]+)/g) ??
        []) {
        expect(ajv.getSchema(`urn:assay:schema:${schema}`), `${name}: ${schema}`).toBeDefined();
      }
      expect(page, name).toMatch(new RegExp(`^\\|.*\`(assay )?${name}[\` ].*\\|`, 'm'));
    }
  });
});
