import { describe, expect, it } from 'vitest';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
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

  it('ask for a language in a check of repayments of several turns, and in one of its turns not', () => {
    const forms = new FormsOfRun({ users: {}, headers: {} }, 1);
    for (const drawnBy of ['one check', 'another', 'a third', 'a fourth']) {
      const asks = [0, 1, 2].map(
        (turn) => 'accept-language' in forms.choose('repay-loan', { turn }, { drawnBy }).headers,
      );
      expect(new Set(asks)).toEqual(new Set([true, false]));
    }
  });

  it('ask for a language in most listings, and in no page of portfolios', () => {
    expect(askingForLanguage('awaiting-payments', 1)).toBeGreaterThan(48);
    expect(askingForLanguage('portfolios', 1)).toBe(0);
  });
});

describe('a media type that is refused', () => {
  const forms = new FormsOfRun({ users: {}, headers: {} }, 1);
  const withCharset = { 'content-type': 'application/json; charset=utf-8' };

  it('is told from other refusals by 415, where another was sent', () => {
    expect(forms.isOfMediaType(withCharset, exchangeStub(415, {}))).toBe(true);
    expect(forms.isOfMediaType(withCharset, exchangeStub(400, {}))).toBe(false);
    expect(forms.isOfMediaType({}, exchangeStub(415, {}))).toBe(false);
  });

  it('is a form that was refused once the usual one is taken', () => {
    const session = { access_token: 'a', refresh_token: 'b' };
    const answers = { refused: exchangeStub(415, {}), plain: exchangeStub(200, session) };
    forms.compareMediaTypes('login', withCharset, answers);
    expect(forms.formsOf('content-type').refused.map(({ endpoint }) => endpoint)).toEqual([
      'login',
    ]);
  });
});
