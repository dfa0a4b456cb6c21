import { describe, expect, it } from 'vitest';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import { FormsOfRun } from './forms-of-run.ts';

/** In how many of 64 checks a request to an endpoint asks for a language, by a seed. */
function askingForLanguage(endpoint: EndpointName, seed: number): number {
  const forms = new FormsOfRun({ users: {}, headers: {} }, seed);
  const checks = Array.from({ length: 64 }, (_, index) => `check ${index}`);
  return checks.filter(
    (drawnBy) => 'accept-language' in forms.choose(endpoint, {}, { drawnBy }).headers,
  ).length;
}

describe('the forms of requests of a run', () => {
  it.each([1, 7, 20261121])(
    'ask for a language in about half of the repayments (seed %i)',
    (seed) => {
      const asking = askingForLanguage('repay-loan', seed);
      expect(asking).toBeGreaterThan(16);
      expect(asking).toBeLessThan(48);
    },
  );

  it('ask for a language in most listings, and in no page of portfolios', () => {
    expect(askingForLanguage('awaiting-payments', 1)).toBeGreaterThan(48);
    expect(askingForLanguage('portfolios', 1)).toBe(0);
  });
});
