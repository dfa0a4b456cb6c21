import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import doctorSchema from '../conformance/doctor/doctor.schema.json' with { type: 'json' };
import dryRunSchema from '../conformance/dry-run.schema.json' with { type: 'json' };
import { createLogger } from '../server/logger.ts';
import { rememberingPasswords } from '../server/passwords.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { type EndedLine, runLines } from './testing/run-lines.ts';
import listSchema from './work/list.schema.json' with { type: 'json' };
import onPurposeSchema from './work/on-purpose.schema.json' with { type: 'json' };

/** What commands print with --json is of the schema that is published for it. */

let folder: string;
let running: Running;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-printed-json-'));
  running = await startServer({
    ...{ db: ':memory:', logger: createLogger('silent'), passwords: rememberingPasswords() },
  });
  const { users, ...target } = targetFor(running);
  const { cashier: _, ...others } = users;
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ ...target, users: others }));
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

const PRINTED: [line: string, schema: object, code: number][] = [
  ['list --json', listSchema, 0],
  ['serve --list --json', onPurposeSchema, 0],
  ['doctor --target target.json --json', doctorSchema, 3],
  ['certify --target target.json --dry-run --json', dryRunSchema, 0],
];
const REFUSED = 'certify --target target.json --json --out out';

describe('--json', () => {
  let ended: EndedLine[];
  beforeAll(async () => {
    const lines = [...PRINTED.map(([line]) => line), REFUSED];
    const ran = await runLines(lines.map((line) => ({ args: line.split(' '), folder, env: {} })));
    expect(ran).toMatchObject({ stderr: '', leftProcess: false });
    ended = ran.lines;
  });

  it.each(PRINTED.map((row, index) => [...row, index] as const))(
    'assay %s',
    (_line, schema, code, index) => {
      expect(ended[index]).toMatchObject({ code, stderr: '' });
      const validate = new Ajv2020({ strict: true }).compile(schema);
      const printed = JSON.parse(ended[index]?.stdout ?? '');
      expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
      expect(JSON.stringify(printed).length).toBeGreaterThan(1_000);
      expect(validate({ printed })).toBe(false);
    },
  );

  it('is refused of a run that writes report.json', () => {
    expect(ended.at(-1)).toMatchObject({ code: 2, stderr: expect.stringContaining('--dry-run') });
  });
});
