import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import doctorSchema from '../conformance/doctor/doctor.schema.json' with { type: 'json' };
import dryRunSchema from '../conformance/dry-run.schema.json' with { type: 'json' };
import { createLogger } from '../server/logger.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { runAssay } from './testing/spawn-assay.ts';
import listSchema from './work/list.schema.json' with { type: 'json' };
import onPurposeSchema from './work/on-purpose.schema.json' with { type: 'json' };

/** What commands print with --json is of the schema that is published for it. */

let folder: string;
let running: Running;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-printed-json-'));
  running = await startServer({ db: ':memory:', logger: createLogger('silent') });
  const { users, ...target } = targetFor(running);
  const { cashier: _, ...others } = users;
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ ...target, users: others }));
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['list --json', listSchema, 0],
  ['serve --list --json', onPurposeSchema, 0],
  ['doctor --target target.json --json', doctorSchema, 3],
  ['certify --target target.json --dry-run --json', dryRunSchema, 0],
])('assay %s', async (line, schema, code) => {
  const ended = await runAssay(line.split(' '), { cwd: folder });
  expect(ended).toMatchObject({ code, stderr: '' });
  const validate = new Ajv2020({ strict: true }).compile(schema);
  const printed = JSON.parse(ended.stdout);
  expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
  expect(JSON.stringify(printed).length).toBeGreaterThan(1_000);
  expect(validate({ printed })).toBe(false);
});

it('refuses --json of a run that writes report.json', async () => {
  const line = 'certify --target target.json --json --out out';
  const { code, stderr } = await runAssay(line.split(' '), { cwd: folder });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--dry-run') });
});
