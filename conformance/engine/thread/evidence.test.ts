import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { createEvidence } from './evidence.ts';

const exchange = (size: number, retries: Exchange['retries'] = []) =>
  exchangeStub(200, 'b'.repeat(size), { headers: { 'x-long': 'h'.repeat(2_000) }, retries });

const MEGABYTE = 1_000_000;

describe('the evidence of a run', () => {
  it('is kept as it is while it is little', () => {
    const one = exchange(1_000);
    expect(createEvidence().of([one])[0]).toBe(one);
  });

  it('is cut beyond the budget, the same exchange to the same object', () => {
    const evidence = createEvidence();
    const long = exchange(3 * MEGABYTE);
    expect(evidence.of([long])[0]).toBe(long);
    const [short] = evidence.of([long]);
    expect(short?.response?.body).toMatch(/^b{512}… \[cut, .+\]$/);
    expect(short?.response?.headers['x-long']).toMatch(/^h{512}… \[cut/);
    expect(evidence.of([long])[0]).toBe(short);
    expect(long.response?.body).toHaveLength(3 * MEGABYTE);
  });

  it('keeps of many exchanges beyond the budget the last ones, and every retry', () => {
    const evidence = createEvidence();
    evidence.of([exchange(4 * MEGABYTE)]);
    const retried = exchange(10, [{ reason: 'HTTP 429', waitedMs: 0 }]);
    const many = [retried, ...Array.from({ length: 20 }, () => exchange(MEGABYTE))];
    const kept = evidence.of(many);
    expect(kept).toHaveLength(5);
    expect(kept[0]?.retries).toHaveLength(1);
  });

  it('goes on to keep short exchanges in full while the budget lasts', () => {
    const evidence = createEvidence();
    evidence.of([exchange(5 * MEGABYTE)]);
    const small = exchange(10);
    expect(evidence.of([small])[0]).toBe(small);
  });
});
