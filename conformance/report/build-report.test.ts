import { describe, expect, it } from 'vitest';
import { DEFAULT_SEED, REGISTER_VERSION } from '../../contract/register/version.ts';
import type { CheckResult, Result } from '../result.ts';
import {
  SAMPLE_CHECKS,
  sampleExchange,
  sampleFailedExchange,
  sampleReport,
  sampleResults,
} from '../testing/sample-report.ts';
import type { ReportInput } from './build-report.ts';
import { renderHtml } from './html/write-html.ts';
import { renderMarkdown } from './markdown.ts';
import { renderTerminal } from './terminal.ts';

type Changes = Record<string, [Result, Partial<CheckResult>?]>;
const reportOf = (changes: Changes) => sampleReport({ results: sampleResults(changes) });

/** What a gateway answers that limits the rate. */
const putOff = sampleExchange({ response: { status: 429, headers: {}, body: '' } });

const UUID_CHECKS = ['awaiting-payments.header.uuid-missing', 'portfolios.header.uuid-missing'];

describe('the verdict', () => {
  it('is conformant when every must that applies was tested and passed', () => {
    const report = sampleReport();
    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, reasons: [] });
    expect(report.counts).toMatchObject({ pass: 7, observed: 1, 'not applicable': 1, fail: 0 });
  });

  it('is not conformant once a must failed', () => {
    const report = reportOf({ 'awaiting-payments.list': ['fail'] });
    expect(report).toMatchObject({ verdict: 'not conformant', exitCode: 1 });
    expect(report.reasons).toEqual(['1 check of a must failed, with 1 cause.']);
  });

  it.each<Result>(['not tested', 'blocked', 'error'])(
    'is incomplete when a check of a must was %s',
    (result) => {
      const report = reportOf({ 'awaiting-payments.list': [result] });
      expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 3 });
      expect(report.reasons).toContain(`1 check of a must came to no result: 1 ${result}.`);
    },
  );

  it('is incomplete when one of several checks of a must was not tested', () => {
    const report = reportOf({ 'portfolios.header.uuid-missing': ['not tested'] });
    expect(report.verdict).toBe('incomplete');
    expect(report.coverage).toContainEqual(
      expect.objectContaining({ requirement: 'PAY-2', status: 'not tested' }),
    );
  });

  it.each<[Result, Partial<CheckResult>?]>([
    ['warn'],
    ['error', { exchanges: [sampleFailedExchange('timeout')] }],
    ['error', { exchanges: [putOff] }],
    ['not tested'],
  ])('stays conformant when a check of a should ends with %s', (...ending) => {
    expect(reportOf({ 'awaiting-payments.date': ending }).verdict).toBe('conformant');
  });

  it.each(['awaiting-payments.date', 'awaiting-payments.wrong-date'])(
    'is incomplete when the harness or the hook broke in %s, whatever its level',
    (id) => {
      const message = 'The states hook gave no answer.';
      const results = sampleResults({
        [id]: ['error', { message, exchanges: [sampleExchange()] }],
      });
      const report = sampleReport({ results, allowIncomplete: true });
      expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 3 });
      expect(report.reasons).toContain(
        `The harness or the states hook broke in ${id}: The states hook gave no answer.`,
      );
    },
  );

  it('is incomplete when the target answered no more at the end, with all musts passed', () => {
    const unreachable = 'PUT https://a.example/login: connect ECONNREFUSED (refused)';
    const report = sampleReport({ unreachable, allowIncomplete: true });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4, unreachable });
    expect(report.reasons[0]).toBe(
      `Sandbox of Example Transfers answered no more at the end of the run: ${unreachable}.`,
    );
  });

  it('says how many musts cannot be seen from outside', () => {
    const report = sampleReport();
    expect(report.unseenMusts).toBe(1);
    const sentence = '1 must cannot be seen from outside; the verdict says nothing of it.';
    for (const text of [renderTerminal(report), renderMarkdown(report), renderHtml(report)]) {
      expect(text).toContain(sentence);
    }
  });

  it('stays conformant when a must leaves nothing visible to test, and says so', () => {
    const report = reportOf({
      'repay-loan.key-twice': ['observed', { message: 'The answer has no body.' }],
    });
    expect(report.verdict).toBe('conformant');
    expect(report.coverage).toContainEqual(
      expect.objectContaining({
        requirement: 'REP-2',
        status: 'observed',
        reason: 'The answer has no body.',
      }),
    );
  });

  it('is incomplete when no check of a must exists', () => {
    const without = SAMPLE_CHECKS.filter(({ id }) => id !== 'repay-loan.key-twice');
    const results = sampleResults().filter(({ id }) => id !== 'repay-loan.key-twice');
    expect(sampleReport({ checks: without, results }).verdict).toBe('incomplete');
  });

  it('is incomplete when only a part was selected', () => {
    const results = sampleResults().slice(0, 1);
    const report = sampleReport({ results, selection: '--endpoint login' });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 3 });
    expect(report.reasons[0]).toBe('Only a part was selected: --endpoint login.');
  });

  it('is incomplete when the run was stopped, even with all musts passed', () => {
    const report = sampleReport({ partialReason: 'Ctrl-C' });
    expect(report).toMatchObject({ verdict: 'incomplete', partial: true, partialReason: 'Ctrl-C' });
  });

  it('is incomplete when nothing ran', () => {
    expect(sampleReport({ results: [] }).verdict).toBe('incomplete');
  });
});

describe('the exit code', () => {
  it('is 0 for a run that lacks what was not supplied, where that is allowed', () => {
    const results = sampleResults({
      'awaiting-payments.list': ['not tested', { missing: ['user manager'] }],
    });
    expect(sampleReport({ results, allowIncomplete: true }).exitCode).toBe(0);
  });

  it.each<[string, Parameters<typeof reportOf>[0], Partial<ReportInput>?]>([
    ['a check came to no result', { 'awaiting-payments.list': ['error'] }],
    [
      'a check was blocked',
      { 'awaiting-payments.list': ['blocked', { blockedBy: 'login.manager' }] },
    ],
    ['a check went untested for another reason', { 'awaiting-payments.list': ['not tested'] }],
    ['the deadline passed', {}, { partialReason: 'the deadline of 1 ms' }],
  ])('stays 3 where incomplete is allowed and %s', (_what, changes, input) => {
    const results = sampleResults(changes);
    const report = sampleReport({ results, allowIncomplete: true, ...input });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 3 });
  });

  it('stays 1 for a failed run where incomplete is allowed', () => {
    const results = sampleResults({ 'awaiting-payments.list': ['fail'] });
    expect(sampleReport({ results, allowIncomplete: true }).exitCode).toBe(1);
  });

  it('is 4 when not one request was answered', () => {
    const exchanges = [sampleFailedExchange('refused')];
    const results = sampleResults().map(
      (result): CheckResult => ({ ...result, result: 'error', exchanges }),
    );
    const report = sampleReport({ results, allowIncomplete: true });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
    expect(report.reasons[0]).toMatch(/^Not one request to .* was answered: .*\(refused\)\.$/);
  });

  it('is not 4 when one request was answered', () => {
    const results = sampleResults({
      'login.manager': ['error', { exchanges: [sampleFailedExchange('timeout')] }],
      'awaiting-payments.list': ['fail', { exchanges: [sampleExchange()] }],
    }).filter(({ result }) => result !== 'pass');
    expect(sampleReport({ results }).exitCode).toBe(1);
  });

  it('is not 4 when the run was stopped before the first answer', () => {
    const exchanges = [sampleFailedExchange('stopped')];
    const results = sampleResults().map(
      (result): CheckResult => ({ ...result, result: 'not tested', exchanges }),
    );
    expect(sampleReport({ results, partialReason: 'Ctrl-C' }).exitCode).toBe(3);
  });
});

describe('the findings', () => {
  it('put failures of one cause on several endpoints together', () => {
    const { findings } = reportOf(
      Object.fromEntries(UUID_CHECKS.map((id) => [id, ['fail'] satisfies [Result]])),
    );
    expect(findings).toEqual([
      {
        title: 'Header uuid not required (on 2 endpoints)',
        level: 'must',
        requirements: ['PAY-2'],
        endpoints: ['awaiting-payments', 'portfolios'],
        checks: UUID_CHECKS,
        blocks: 0,
      },
    ]);
  });

  it('lead with what blocks most, then musts, then shoulds', () => {
    const { findings } = reportOf({
      'awaiting-payments.date': ['warn'],
      'awaiting-payments.header.uuid-missing': ['fail'],
      'portfolios.header.uuid-missing': ['fail'],
      'awaiting-payments.list': ['fail'],
      'awaiting-payments.role.cashier': ['blocked', { blockedBy: 'awaiting-payments.list' }],
    });
    expect(findings.map(({ level, blocks, checks }) => [level, blocks, checks[0]])).toEqual([
      ['must', 1, 'awaiting-payments.list'],
      ['must', 0, 'awaiting-payments.header.uuid-missing'],
      ['should', 0, 'awaiting-payments.date'],
    ]);
  });

  it('tell errors from failures and name what happened to the connection', () => {
    const exchanges = [sampleFailedExchange('timeout')];
    const { findings } = reportOf({
      'awaiting-payments.list': ['error', { exchanges }],
      'repay-loan.key-twice': ['error', { exchanges }],
    });
    expect(findings.map(({ title }) => title)).toEqual([
      'No usable answer to 2 checks: no complete answer in time',
    ]);
  });
});

describe('the coverage table', () => {
  it('has one row for each requirement and gives a row the status of the one it repeats', () => {
    const { coverage } = reportOf({ 'awaiting-payments.header.uuid-missing': ['fail'] });
    expect(coverage.map(({ requirement, status }) => `${requirement} ${status}`)).toEqual([
      'LOGIN-1 passed',
      'PAY-1 passed',
      'PAY-2 failed',
      'PAY-3 passed',
      'PAY-4 passed',
      'PAY-5 observed',
      'PAY-6 failed',
      'REP-1 not checkable',
      'TOK-1 not applicable',
      'REP-2 passed',
    ]);
  });
});

describe('what else the report holds', () => {
  it('quotes the specification in its rows, by the section that says it', () => {
    const { coverage } = sampleReport();
    const row = (id: string) => coverage.find(({ requirement }) => requirement === id);
    expect(row('PAY-1')?.sentence).toMatch(/^Returns the awaiting payments/);
    expect(row('PAY-1')).not.toHaveProperty('sentenceSection');
    expect(row('PAY-3')).toMatchObject({ section: '4.5', sentenceSection: '7' });
    expect(row('PAY-2')).not.toHaveProperty('sentence');
  });

  it('names the version of the register and the seed, the usual one or another', () => {
    expect(sampleReport().contract.registerVersion).toBe(REGISTER_VERSION);
    expect(sampleReport().seed).toBe(DEFAULT_SEED);
    expect(sampleReport({ seed: 7 }).seed).toBe(7);
  });

  it('names what the target file did not supply with the checks that went untested', () => {
    const { missing, reasons } = reportOf({
      'awaiting-payments.role.cashier': ['not tested', { missing: ['user cashier'] }],
    });
    expect(missing).toEqual([{ what: 'user cashier', checks: ['awaiting-payments.role.cashier'] }]);
    expect(reasons).toContain('The target file does not supply user cashier.');
  });

  it('lists observations and each retry once', () => {
    const exchange = sampleExchange({ retries: [{ reason: 'HTTP 429', waitedMs: 1000 }] });
    const observations = [{ subject: 'status of a wrong date', value: '400' }];
    const report = reportOf({
      'awaiting-payments.wrong-date': ['observed', { observations, exchanges: [exchange] }],
      'awaiting-payments.list': ['fail', { exchanges: [exchange] }],
    });
    expect(report.observations).toEqual([
      { check: 'awaiting-payments.wrong-date', subject: 'status of a wrong date', value: '400' },
    ]);
    expect(report.retries).toHaveLength(1);
  });

  it('holds the same checks in the same order whatever order they ended in', () => {
    const results = sampleResults().reverse();
    expect(sampleReport({ results }).checks).toEqual(sampleReport().checks);
  });
});
