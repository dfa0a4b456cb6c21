import { REGISTER } from '../../contract/register/index.ts';
import { createRedactor } from '../redaction/redact.ts';
import { redactReport } from '../report/redact-report.ts';
import type { Report } from '../report/report.ts';
import { SAMPLE_CHECKS, sampleExchange, sampleReport, sampleResults } from './sample-report.ts';

/**
 * A report over the real register in which so many checks fail, each a finding of its own with five
 * exchanges of 20,000 characters.
 */
export function sampleFailures(number: number): Report {
  const exchanges = Array.from({ length: 5 }, () =>
    sampleExchange({ response: { status: 200, headers: {}, body: 'x'.repeat(20_000) } }),
  );
  const [check] = SAMPLE_CHECKS;
  const [model] = sampleResults();
  if (!check || !model) {
    throw new Error('there are no sample checks');
  }
  const musts = REGISTER.filter(({ level, checked }) => level === 'must' && checked !== 'none');
  const checks = Array.from({ length: number }, (_, index) => ({
    ...check,
    id: `made-up-${index}.list`,
    requirements: [musts[index % musts.length]?.id ?? ''],
  }));
  const results = checks.map(({ id, title, requirements }) => {
    const [expected, got] = ['what the sentence says, in this and that situation', `${id} instead`];
    return {
      ...model,
      ...{ id, title, requirements, expected, got, exchanges, result: 'fail' as const },
      message: `Expected ${expected}, got ${got}.`,
    };
  });
  return redactReport(sampleReport({ checks, results, register: REGISTER }), createRedactor([]));
}
