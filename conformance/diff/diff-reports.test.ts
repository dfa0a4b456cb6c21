import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Report } from '../report/report.ts';
import { sampleReport, sampleResults } from '../testing/sample-report.ts';
import { renderDiffHtml } from './diff-page.ts';
import { diffReports } from './diff-reports.ts';
import { renderDiffText } from './diff-text.ts';
import type { FormerReport } from './read-report.ts';
import schema from './report-diff.schema.json' with { type: 'json' };

type Changes = Parameters<typeof sampleResults>[0];

const reportOf = (changes: Changes = {}, change: Partial<Report> = {}): FormerReport => ({
  ...sampleReport({ results: sampleResults(changes) }),
  ...change,
});

const kindsOf = (before: Changes, after: Changes) =>
  diffReports(reportOf(before), reportOf(after)).changes.map(({ kind, check, worse }) => [
    kind,
    check,
    worse,
  ]);

const LIST = 'awaiting-payments.list';
const DATE = 'awaiting-payments.date';

describe('the difference of two reports', () => {
  it.each([
    ['pass', 'fail', 'broken', true],
    ['pass', 'error', 'told no more', true],
    ['pass', 'blocked', 'told no more', true],
    ['pass', 'not tested', 'told no more', true],
    ['pass', 'observed', 'told no more', false],
    ['pass', 'not applicable', 'told no more', false],
    ['fail', 'pass', 'fixed', false],
    ['fail', 'fail', 'still failing', false],
    ['fail', 'error', 'told no more', false],
    ['not tested', 'pass', 'newly tested', false],
    ['blocked', 'pass', 'newly tested', false],
    ['not tested', 'fail', 'newly failing', true],
    ['error', 'fail', 'newly failing', true],
  ] as const)('calls %s, then %s %s', (before, after, kind, worse) => {
    expect(kindsOf({ [LIST]: [before] }, { [LIST]: [after] })).toEqual([[kind, LIST, worse]]);
  });

  it.each([
    ['pass', 'pass'],
    ['not tested', 'error'],
    ['observed', 'not tested'],
  ] as const)('says nothing of %s, then %s', (before, after) => {
    expect(kindsOf({ [LIST]: [before] }, { [LIST]: [after] })).toEqual([]);
  });

  it('puts what broke before what is fixed, and musts before shoulds', () => {
    const kinds = kindsOf(
      { 'login.manager': ['fail'] },
      { [DATE]: ['warn'], [LIST]: ['fail'] },
    ).map(([kind, check]) => `${kind} ${check}`);
    expect(kinds).toEqual([`broken ${LIST}`, `broken ${DATE}`, 'fixed login.manager']);
  });

  it('leaves out what the newer run did not select, and says so', () => {
    const after = reportOf({}, { selection: `--check ${LIST}` });
    after.checks = after.checks.filter(({ id }) => id === LIST);
    const diff = diffReports(reportOf({ [LIST]: ['fail'] }), after);
    expect(diff.changes.map(({ kind, check }) => [kind, check])).toEqual([['fixed', LIST]]);
    expect(diff.counts['not compared']).toBe(8);
    expect(diff.remarks.join()).toContain('8 checks of the older run are not compared');
  });

  it('tells of a check that a whole newer run has no more, without blaming the target', () => {
    const after = reportOf();
    after.checks = after.checks.filter(({ id }) => id !== LIST);
    expect(diffReports(reportOf(), after).changes).toMatchObject([
      { kind: 'told no more', check: LIST, before: 'pass', after: null, worse: false },
    ]);
  });

  it('follows checks under the ids that they had', () => {
    const named = (id: string, result: 'pass' | 'fail') => ({
      ...(reportOf().checks[1] as FormerReport['checks'][number]),
      ...{ id, result },
    });
    const before = reportOf({}, {});
    before.checks = [
      named('awaiting-payments.failure.status.date', 'pass'),
      named('awaiting-payments.failure.status.currency', 'fail'),
    ];
    const after = reportOf({}, {});
    after.checks = [named('awaiting-payments.failure.status', 'pass')];
    expect(diffReports(before, after).changes).toMatchObject([
      {
        kind: 'fixed',
        check: 'awaiting-payments.failure.status',
        formerly: [
          'awaiting-payments.failure.status.date',
          'awaiting-payments.failure.status.currency',
        ],
      },
    ]);
  });

  it('tells observations that moved, and none that came in another order', () => {
    const observed = (...values: string[]): Changes => ({
      'awaiting-payments.wrong-date': [
        'observed',
        { observations: values.map((value) => ({ subject: 'status of a wrong date', value })) },
      ],
    });
    expect(diffReports(reportOf(observed('400', '422')), reportOf(observed('422', '400')))).toEqual(
      expect.objectContaining({ observations: [], worse: false, exitCode: 0 }),
    );
    expect(diffReports(reportOf(observed('400')), reportOf(observed('422'))).observations).toEqual([
      {
        check: 'awaiting-payments.wrong-date',
        subject: 'status of a wrong date',
        before: ['400'],
        after: ['422'],
      },
    ]);
  });

  it('tells no observation as moved whose check came to no end, nor such a check as worse', () => {
    const id = 'awaiting-payments.wrong-date';
    const before = reportOf({
      [id]: ['observed', { observations: [{ subject: 'status', value: '400' }] }],
    });
    const diff = diffReports(before, reportOf({ [id]: ['blocked'] }));
    expect(diff).toMatchObject({ worse: false, observations: [] });
    expect(diff.changes).toMatchObject([{ kind: 'told no more', check: id }]);
  });

  it('says where register, seed, kit, passes or target differ', () => {
    const before = reportOf();
    const { registerVersion: _, ...contract } = before.contract;
    const remarks = diffReports(
      { ...before, contract: { ...contract, digest: '0' }, kit: { name: 'assay', version: '0' } },
      reportOf({}, { seed: 7, passes: 3, target: { ...before.target, name: 'Other' } }),
    ).remarks.join('\n');
    for (const said of ['register versions', 'seeds', 'versions of the kit', 'passes', 'targets']) {
      expect(remarks).toContain(said);
    }
    expect(diffReports(before, before).remarks).toEqual([]);
  });
});

describe('its renderings', () => {
  const older = reportOf({ 'login.manager': ['fail'] });
  const newer = reportOf({
    [LIST]: ['fail', { message: 'Expected a list, got <script>alert(1)</script>\u001b[31m.' }],
  });
  const diff = diffReports(older, newer);

  it('are JSON of the published schema', () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    expect(validate(JSON.parse(JSON.stringify(diff))), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...diff, exitCode: 3 })).toBe(false);
  });

  it('say on a terminal what got worse, without what steers it', () => {
    const text = renderDiffText(diff);
    expect(text).toMatch(/^WORSE {2}Sandbox of Example Transfers: not conformant before/);
    expect(text).toContain(`must   ${LIST}: pass, then fail`);
    expect(text).toContain('1 broken, 1 fixed, 7 checks unchanged');
    expect(text).not.toContain('\u001b');
  });

  it('tell what one cause blocks once', () => {
    const blocked = { message: 'It builds on login.manager, which did not pass.' };
    const text = renderDiffText(
      diffReports(
        reportOf(),
        reportOf({ [LIST]: ['blocked', blocked], [DATE]: ['blocked', blocked] }),
      ),
    );
    expect(text).toContain(`must   ${LIST} and 1 other: pass, then blocked`);
    expect(text).not.toContain(DATE);
  });

  it('are a page that runs its own script alone and escapes what came from a target', () => {
    const page = renderDiffHtml(diff, older, newer);
    expect(page).toMatch(/script-src &#39;sha256-[^;']+&#39;;/);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('Broken');
  });
});
