import { describe, expect, it } from 'vitest';
import { SAMPLE_REGISTER, sampleResults } from '../testing/sample-report.ts';
import { findingsOf } from './findings.ts';

const fail = (got: string) => ['fail', { got, message: `Expected x, got ${got}.` }] as const;

describe('findings', () => {
  it('tell an endpoint that answers 5xx once, whatever its checks expected', () => {
    const results = sampleResults({
      'awaiting-payments.list': [...fail('HTTP 500, message "internal error"')],
      'awaiting-payments.header.uuid-missing': [...fail('HTTP 500, message "boom at line 7"')],
      'awaiting-payments.role.cashier': [...fail('HTTP 503, no body')],
      'portfolios.header.uuid-missing': [...fail('HTTP 200')],
    });
    expect(
      findingsOf(results, SAMPLE_REGISTER).map(({ title, checks }) => [title, checks]),
    ).toEqual([
      [
        'awaiting-payments: 2 checks got HTTP 500, message "internal error"',
        ['awaiting-payments.list', 'awaiting-payments.header.uuid-missing'],
      ],
      ['portfolios: Header uuid not required', ['portfolios.header.uuid-missing']],
      ['awaiting-payments: Expected x, got HTTP 503, no body.', ['awaiting-payments.role.cashier']],
    ]);
  });
});
