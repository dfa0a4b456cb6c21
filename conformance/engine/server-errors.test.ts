import { describe, expect, it } from 'vitest';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { ServerErrors } from './server-errors.ts';

const answered = (status: number, headers: Record<string, string> = {}) =>
  exchangeStub(status, '', { headers });

describe('the answers with 5xx of a run', () => {
  it('are told once, with the check that saw them first', () => {
    const errors = new ServerErrors();
    const exchange = answered(500);
    errors.note('a', 'observed', [answered(404), exchange]);
    errors.note('b', 'pass', [exchange]);
    expect(errors.unblamed()).toEqual([{ check: 'a', exchange }]);
  });

  it.each(['fail', 'error'] as const)('are left out where a check gave %s for them', (result) => {
    const errors = new ServerErrors();
    const exchange = answered(502);
    errors.note('a', 'observed', [exchange]);
    errors.note('b', result, [exchange]);
    expect(errors.unblamed()).toEqual([]);
  });

  it('hold no 503 that asks to come back, which is a gateway putting the request off', () => {
    const errors = new ServerErrors();
    errors.note('a', 'observed', [answered(503, { 'retry-after': '1' })]);
    expect(errors.unblamed()).toEqual([]);
    errors.note('b', 'observed', [answered(503)]);
    expect(errors.unblamed()).toHaveLength(1);
  });
});
