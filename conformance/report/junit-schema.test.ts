import { describe, expect, it } from 'vitest';
import { examineJunit } from '../testing/junit-rules.ts';
import { sampleFailedExchange, sampleReport, sampleResults } from '../testing/sample-report.ts';
import { renderJunit } from './write-junit.ts';

describe('the rules of the schema', () => {
  it.each([
    ['<testsuites skipped="1"/>', 'testsuites has skipped'],
    ['<testsuites><testcase name="a"/></testsuites>', '<testcase> below testsuites'],
    ['<testsuite name="a" tests="1" failures="0"/>', 'testsuite lacks errors'],
    ['<testsuites time="1e-7"/>', 'testsuites took 1e-7'],
    ['<testsuites>words</testsuites>', 'text in testsuites'],
  ])('find %s wrong', (xml, problem) => {
    expect(examineJunit(xml).problems).toEqual([problem]);
  });
});

describe('junit.xml', () => {
  const LIST = 'awaiting-payments.list';
  const report = sampleReport({
    results: sampleResults({
      [LIST]: ['fail', { durationMs: 0.0001 }],
      'awaiting-payments.header.uuid-missing': ['fail'],
      'awaiting-payments.role.cashier': ['blocked', { blockedBy: LIST }],
      'portfolios.header.uuid-missing': ['not tested', { missing: ['state portfolios'] }],
      'repay-loan.key-twice': ['error', { exchanges: [sampleFailedExchange('reset')] }],
      'awaiting-payments.date': ['warn'],
    }),
    knownFailures: {
      file: 'known.json',
      entries: [{ check: LIST, reason: 'fixed in "4.2" & <later>', issue: 'LEND-381' }],
    },
  });
  const xml = renderJunit(report);

  it('keeps to the schema of Jenkins', () => {
    const { problems, counts } = examineJunit(xml);
    expect(problems).toEqual([]);
    expect(counts).toMatchObject({ testcase: 9, failure: 1, error: 1, skipped: 4 });
  });

  it('skips a known failure with its reason, and every skip says why', () => {
    const skips = [...xml.matchAll(/<skipped((?: [a-z]+="[^"]*")*)/g)].map(
      ([, attributes]) => attributes,
    );
    expect(skips).toHaveLength(4);
    for (const attributes of skips) {
      expect(attributes).toMatch(/^ message="[^"]+"/);
    }
    expect(xml).toContain(
      '<skipped message="known failure: fixed in &quot;4.2&quot; &amp; &lt;later&gt; (LEND-381)"/>',
    );
    expect(xml).not.toContain(`<failure message="${LIST}`);
    expect(xml).toMatch(
      /<testsuite name="awaiting-payments"[^>]* failures="1" errors="0" skipped="3"/,
    );
  });
});
