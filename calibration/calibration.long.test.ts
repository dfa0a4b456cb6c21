import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { calibrate } from './calibrate.ts';
import schema from './calibration.schema.json' with { type: 'json' };
import type { Calibration } from './calibration.ts';
import { writeCalibration } from './write-calibration.ts';

/** A few faults of every endpoint, each broken in another way: the quick form of `assay calibrate`. */
const FAULTS = [
  'session.expires_in.a-string',
  'login.any-password',
  'refresh.rotation.no-new-token',
  'authentication.tampered-signature-accepted.portfolios',
  'awaiting-payments.currency-ignored',
  'awaiting-payments.header.uuid-not-required',
  'request-loan.bvn.not-required',
  'update-application.check-then-act',
  'repay-loan.closed-loan.accepted',
  'idempotency.key-ignored.repay-loan',
  'portfolios.page-ignored',
];

/** In CI one of all, and the reference server not, since it calibrates by command as well. */
const WHOLE = inject('form') === 'long';
const EACH = WHOLE ? 1 : FAULTS.length;

const faultIds = FAULTS.filter((_, place) => place % EACH === 0);
const QUICK = [...(WHOLE ? ['reference'] : []), 'lazy.401-after-login', ...faultIds];

let calibration: Calibration;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-calibration-'));
  calibration = await calibrate({
    kinds: ['reference', 'lazy', 'fault'],
    filter: `{${QUICK.join(',')}}`,
    workers: 1,
  });
}, 180_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a quick calibration', () => {
  it('judges every server rightly', () => {
    expect(calibration.problems).toEqual([]);
    expect(calibration.cases.map(({ id }) => id).sort()).toEqual([...QUICK].sort());
    expect(calibration).toMatchObject({ exitCode: 0, complete: false });
  });

  it.runIf(WHOLE)('finds nothing to fail in the reference server', () => {
    const reference = calibration.cases.find(({ kind }) => kind === 'reference');
    expect(reference).toMatchObject({ verdict: 'conformant', catches: [] });
  });

  it('finds each fault by the check named for it, and no innocent rule', () => {
    const faults = calibration.cases.flatMap(({ fault }) => fault ?? []);
    expect(faults.map(({ outcome }) => outcome)).toEqual(faults.map(() => 'caught'));
    expect(faults.flatMap(({ collateral }) => collateral)).toEqual([]);
    expect(calibration.figures.faults).toMatchObject({
      ...{ total: faultIds.length, caught: faultIds.length, uncaught: 0 },
    });
  });
});

describe('its documents', () => {
  it('are JSON of the published schema and a page that loads nothing', async () => {
    const [json = '', page = ''] = await writeCalibration(join(folder, 'out'), calibration);
    const read: unknown = JSON.parse(await readFile(json, 'utf8'));
    const ajv = new Ajv2020();
    expect(ajv.validate(schema, read) || ajv.errors).toBe(true);
    const html = await readFile(page, 'utf8');
    expect(html).toContain('default-src &#39;none&#39;');
    expect(html).not.toMatch(/<(script|link|img)\b/);
    for (const id of faultIds) {
      expect(html).toContain(id);
    }
  });

  it('state the figures of all servers between markers and leave the rest', async () => {
    const readme = join(folder, 'README.md');
    const around = (inside: string) =>
      `# Title\n<!-- calibration:start -->${inside}<!-- calibration:end -->\nEnd\n`;
    await writeFile(readme, around('\nfigures of yesterday\n'));
    await writeCalibration(join(folder, 'out'), calibration, { readme });
    expect(await readFile(readme, 'utf8')).toContain('figures of yesterday');
    await writeCalibration(join(folder, 'out'), { ...calibration, complete: true }, { readme });
    const text = await readFile(readme, 'utf8');
    expect(text).toMatch(/^# Title\n<!-- calibration:start -->\n\n\| Servers/);
    expect(text).toContain(`${faultIds.length} caught by the check named for the rule`);
    expect(text).toMatch(/<!-- calibration:end -->\nEnd\n$/);
    expect(text).not.toContain('yesterday');
  });
});
