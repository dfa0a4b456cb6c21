import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_CHECKS, sampleReport, sampleResults } from '../testing/sample-report.ts';
import { readKnownFailures } from './read-known-failures.ts';
import { draftKnownFailures, writeKnownFailures } from './write-known-failures.ts';

const LIST = 'awaiting-payments.list';
const IDS = SAMPLE_CHECKS.map(({ id }) => id);

describe('writing the known failures', () => {
  let file: string;
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'assay-known-'));
    file = join(dir, 'known.json');
  });
  afterEach(() => rm(dir, { recursive: true }));

  const failing = sampleReport({
    results: sampleResults({
      [LIST]: ['fail', { message: 'Expected a list,\ngot none.' }],
      'awaiting-payments.header.uuid-missing': ['fail'],
      'awaiting-payments.date': ['warn'],
      'awaiting-payments.role.cashier': ['blocked', { blockedBy: LIST }],
    }),
  });

  async function write(before?: string, report = failing) {
    if (before !== undefined) {
      await writeFile(file, before);
    }
    const written = await writeKnownFailures(await draftKnownFailures(file), report, IDS);
    return { written, text: await readFile(file, 'utf8') };
  }

  it('lists every failure once, with what was wrong as the reason to be replaced', async () => {
    const { written } = await write();
    expect(written).toMatchObject({ kept: 0, removed: [] });
    expect((await readKnownFailures(file)).entries).toEqual([
      {
        check: LIST,
        reason:
          'failed on 2026-11-21: Expected a list, got none. (write here why that is accepted)',
      },
      {
        check: 'awaiting-payments.header.uuid-missing',
        reason:
          'failed on 2026-11-21: Expected what is stated, got fail. (write here why that is accepted)',
      },
    ]);
  });

  it('makes the next run with it end with 0', async () => {
    await write();
    const knownFailures = await readKnownFailures(file);
    const { checks: results } = failing;
    expect(sampleReport({ results, knownFailures })).toMatchObject({
      verdict: 'not conformant',
      exitCode: 0,
      knownFailures: { unexpected: [], stale: [] },
    });
  });

  it('keeps what is there with its comments, a pattern for all that it matches', async () => {
    const before = `[
  // agreed in May
  { "check": "awaiting-payments.*", "reason": "release 4.2", "until": "2026-12-31" }, // all
]
`;
    const { written, text } = await write(before);
    expect(written).toEqual({ file, kept: 1, added: [], removed: [] });
    expect(text).toBe(before);
  });

  it('leaves out what would be stale in the next run, and says so', async () => {
    const { written, text } = await write(
      JSON.stringify([
        { check: 'login.manager', reason: 'passes now' },
        { check: LIST, reason: 'known' },
        { check: 'no-such.check', reason: 'misspelt' },
        { check: 'repay-loan.key-twice', reason: 'passes now' },
      ]),
    );
    expect(written).toMatchObject({
      kept: 1,
      removed: ['login.manager', 'no-such.check', 'repay-loan.key-twice'],
    });
    expect(written.added).toEqual(['awaiting-payments.header.uuid-missing']);
    expect(JSON.parse(text).map(({ reason }: { reason: string }) => reason)).toEqual([
      'known',
      expect.stringMatching(/^failed on/),
    ]);
  });

  it('keeps a pattern of which only some checks were selected', async () => {
    const results = sampleResults().filter(({ id }) => id === LIST);
    const part = sampleReport({ results, selection: `--check ${LIST}` });
    const { written } = await write('[{"check": "awaiting-payments.*", "reason": "known"}]', part);
    expect(written).toMatchObject({ kept: 1, removed: [] });
  });

  it('may leave out all that is there', async () => {
    const stale = '[{"check": "login.manager", "reason": "passes now"},]';
    const { written, text } = await write(stale, sampleReport());
    expect({ ...written, text }).toMatchObject({ kept: 0, added: [], text: '[]\n' });
  });

  it('does not lengthen what is over, nor drop what was not decided', async () => {
    const before = [
      { check: LIST, reason: 'over', until: '2026-01-01' },
      { check: 'awaiting-payments.header.uuid-missing', reason: 'known' },
      { check: 'awaiting-payments.role.cashier', reason: 'blocked in this run' },
    ];
    const { written, text } = await write(JSON.stringify(before));
    expect(written).toMatchObject({ kept: 3, added: [], removed: [] });
    expect(JSON.parse(text)).toEqual(before);
  });

  it('begins with the file that is in force where there is none yet', async () => {
    const base = join(dir, 'base.json');
    await writeFile(base, JSON.stringify([{ check: LIST, reason: 'from the base' }]));
    const draft = await draftKnownFailures(file, base);
    const { kept, added } = await writeKnownFailures(draft, failing, IDS);
    expect({ kept, added }).toEqual({
      kept: 1,
      added: ['awaiting-payments.header.uuid-missing'],
    });
  });

  it('refuses to touch a file that is something else', async () => {
    await writeFile(file, '{"name": "package"}');
    await expect(draftKnownFailures(file)).rejects.toThrow(/it is an object; expected a list/);
  });
});
