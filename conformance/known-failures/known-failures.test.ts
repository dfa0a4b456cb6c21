import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../contract/errors.ts';
import { sampleReport, sampleResults } from '../testing/sample-report.ts';
import { readKnownFailures } from './read-known-failures.ts';

const LIST = 'awaiting-payments.list';

function reportWith(
  entries: { check: string; reason: string; until?: string }[],
  changes: Parameters<typeof sampleResults>[0] = { [LIST]: ['fail'] },
) {
  const knownFailures = { file: 'known.json', entries };
  return sampleReport({ results: sampleResults(changes), knownFailures });
}

describe('a known failure', () => {
  it('lets the run exit with 0 and the target stay not conformant', () => {
    const report = reportWith([{ check: LIST, reason: 'ticket 1' }]);
    expect(report).toMatchObject({ verdict: 'not conformant', exitCode: 0 });
    expect(report.knownFailures).toEqual({
      file: 'known.json',
      expected: [{ check: LIST, reason: 'ticket 1' }],
      unexpected: [],
      stale: [],
    });
    expect(report.findings[0]?.known).toBe(true);
    expect(report.reasons.at(-1)).toBe(
      '1 failure is listed in known.json, none is new; the target stays not conformant.',
    );
  });

  it('does not excuse a failure that is not listed', () => {
    const report = reportWith([{ check: LIST, reason: 'r' }], {
      [LIST]: ['fail'],
      'repay-loan.key-twice': ['fail'],
    });
    expect(report.exitCode).toBe(1);
    expect(report.knownFailures?.unexpected).toEqual(['repay-loan.key-twice']);
  });

  it('fails the run once the check passes', () => {
    const report = reportWith([{ check: LIST, reason: 'r' }], {});
    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 1 });
    expect(report.knownFailures?.stale).toEqual([{ entry: LIST, problem: 'it passes now' }]);
  });

  it('is not stale while only some of the checks that its pattern names were selected', () => {
    const knownFailures = {
      file: 'known.json',
      entries: [{ check: 'awaiting-payments.*', reason: 'r' }],
    };
    const results = sampleResults().filter(({ id }) => id === LIST);
    const report = sampleReport({ results, knownFailures, selection: `--check ${LIST}` });
    expect(report.knownFailures?.stale).toEqual([]);
  });

  it('fails the run when it matches no check', () => {
    const report = reportWith([
      { check: LIST, reason: 'r' },
      { check: 'awaiting-payment.*', reason: 'misspelt' },
    ]);
    expect(report.exitCode).toBe(1);
    expect(report.knownFailures?.stale).toEqual([
      { entry: 'awaiting-payment.*', problem: 'it matches no check' },
    ]);
  });

  it('matches by glob, with dots meaning dots', () => {
    expect(reportWith([{ check: 'awaiting-payments.*', reason: 'r' }]).exitCode).toBe(0);
    expect(reportWith([{ check: 'awaiting-payments?list', reason: 'r' }]).exitCode).toBe(1);
    expect(reportWith([{ check: 'awaiting.payments.list', reason: 'r' }]).exitCode).toBe(1);
  });

  it('holds to the end of its last day and no longer', () => {
    const until = (date: string) => reportWith([{ check: LIST, reason: 'r', until: date }]);
    expect(until('2026-11-21').exitCode).toBe(0);
    expect(until('2026-11-20')).toMatchObject({
      exitCode: 1,
      knownFailures: {
        unexpected: [LIST],
        stale: [{ problem: 'its last day was 2026-11-20, so it excuses nothing any more' }],
      },
    });
  });

  it('says in the report where it is followed up and until when', () => {
    const knownFailures = {
      file: 'known.json',
      entries: [{ check: LIST, reason: 'next release', issue: 'LEND-381', until: '2026-12-31' }],
    };
    const report = sampleReport({ results: sampleResults({ [LIST]: ['fail'] }), knownFailures });
    expect(report.knownFailures?.expected).toEqual([
      { check: LIST, reason: 'next release (LEND-381, until 2026-12-31)' },
    ]);
  });

  it('excuses what it blocks, but not what went untested for another reason', () => {
    const blocked = { 'awaiting-payments.role.cashier': ['blocked', { blockedBy: LIST }] } as const;
    const entries = [{ check: LIST, reason: 'r' }];
    expect(
      reportWith(entries, {
        [LIST]: ['fail'],
        'awaiting-payments.role.cashier': [...blocked['awaiting-payments.role.cashier']],
      }).exitCode,
    ).toBe(0);
    expect(
      reportWith(entries, { [LIST]: ['fail'], 'repay-loan.key-twice': ['error'] }).exitCode,
    ).toBe(3);
  });

  it('is not stale while its check could not be decided', () => {
    const report = reportWith([{ check: LIST, reason: 'r' }], { [LIST]: ['error'] });
    expect(report.knownFailures?.stale).toEqual([]);
  });
});

describe('a known-failures file', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'assay-known-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  async function read(text: string) {
    const file = join(dir, 'known.json');
    await writeFile(file, text);
    return readKnownFailures(file);
  }

  it('may hold comments and trailing commas', async () => {
    const { entries } = await read('[ // since May\n {"check": "a.*", "reason": "r",}, ]');
    expect(entries).toEqual([{ check: 'a.*', reason: 'r' }]);
  });

  it.each([
    [
      'an entry without a reason',
      '[{"check": "a"}]',
      /\[0\] \(line 1\) has no "reason"; expected a text that says why/,
    ],
    [
      'a blank reason',
      '[{"check": "a",\n "reason": " "}]',
      /\[0\]\.reason \(line 2\) is " "; expected a text that says why/,
    ],
    [
      'a misspelt key',
      '[{"check": "a", "reason": "r", "untill": 1}]',
      /\[0\]\.untill \(line 1\) is not a known key; did you mean until\?/,
    ],
    [
      'an unknown key',
      '[{"check": "a", "reason": "r", "ticket": 1}]',
      /\[0\]\.ticket \(line 1\) is not a known key; the keys are check, reason, issue, until/,
    ],
    [
      'a date that is none',
      '[{"check":"a","reason":"r","until":"soon"}]',
      /\[0\]\.until \(line 1\) is "soon"; expected the last day .* as "YYYY-MM-DD"/,
    ],
    [
      'a check that is a number',
      '[{"check": 1, "reason": "r"}]',
      /\[0\]\.check \(line 1\) is the number 1; expected the id of a check as a text/,
    ],
    [
      'an entry that is a text',
      '["a"]',
      /\[0\] \(line 1\) is a text; expected an object with check/,
    ],
    ['an object', '{}', /it is an object; expected a list of entries/],
    ['broken JSON', '[\n{"check" "a"}]', /line 2: no valid JSON/],
  ])('is refused with %s', async (_what, text, message) => {
    const error = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toMatch(message);
  });

  it('may be written as the documentation shows', async () => {
    const page = join(import.meta.dirname, '..', '..', 'docs', 'known-failures.md');
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(await readFile(page, 'utf8')) ?? [];
    const { entries } = await read(example);
    expect(entries.map(({ issue, until }) => ({ issue, until }))).toEqual([
      { issue: 'LEND-381' },
      { until: '2026-12-31' },
    ]);
  });

  it('is refused when it is not there', async () => {
    await expect(readKnownFailures(join(dir, 'none.json'))).rejects.toThrow(
      /no such file or folder; --write-known-failures .*none\.json makes one/,
    );
  });
});
