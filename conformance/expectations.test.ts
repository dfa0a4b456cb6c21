import { describe, expect, it } from 'vitest';
import {
  expectNoServerError,
  expectSuccess,
  isAnsweredOffer,
  isFromGateway,
  isRefusedAnswer,
  isRejection,
} from './expectations.ts';
import { wasFor } from './http/exchange.ts';
import { exchangeStub } from './testing/exchange-stub.ts';

const answered = (status: number, body: unknown = '', headers: Record<string, string> = {}) =>
  exchangeStub(status, body, { headers });

const LATER = { 'retry-after': '1' };

describe('the answer of a gateway', () => {
  it('is a 413, a 429, or a 503 that says when to come back', () => {
    expect(isFromGateway(answered(413))).toBe(true);
    expect(isFromGateway(answered(429))).toBe(true);
    expect(isFromGateway(answered(503, undefined, LATER))).toBe(true);
  });

  it('is no other, not even with Retry-After', () => {
    expect(isFromGateway(answered(503))).toBe(false);
    expect(isFromGateway(answered(500, undefined, LATER))).toBe(false);
    expect(isFromGateway(answered(400))).toBe(false);
  });
});

describe('a server error', () => {
  it('is neither a rejection nor to be passed over, whatever its body says', () => {
    const broken = answered(500, { status: 'FAILED', message: 'no' });
    expect(isRejection(broken)).toBe(false);
    expect(isRefusedAnswer(broken)).toBe(false);
    expect(isAnsweredOffer(broken)).toBe(false);
    expect(() => expectNoServerError(broken, 'a search')).toThrow('no server error for a search');
  });

  it('is not what a gateway says for a while', () => {
    expect(() => expectNoServerError(answered(503, undefined, LATER), 'a search')).not.toThrow();
  });
});

describe('a refused answer to an offer', () => {
  it.each([
    ['a 4xx', answered(409)],
    ['FAILED', answered(200, { status: 'FAILED', data: {} })],
    ['another status without data', answered(200, { status: 'ERROR', message: 'too late' })],
    ['data that is null', answered(200, { status: 'ERROR', data: null })],
    ['a list as data', answered(200, { status: 'SUCCESS', data: [] })],
    ['nothing at all', answered(204)],
  ])('is %s', (_, exchange) => {
    expect(isRefusedAnswer(exchange)).toBe(true);
    expect(isAnsweredOffer(exchange)).toBe(false);
  });

  it('is not a 2xx with an application, whatever its status says', () => {
    const exchange = answered(200, { status: 'ERROR', data: { loanStatus: 'ACCEPTED' } });
    expect(isRefusedAnswer(exchange)).toBe(false);
    expect(isAnsweredOffer(exchange)).toBe(true);
  });
});

describe('a valid call that is refused', () => {
  it('breaks that the endpoint takes valid calls, where it is known for which it was', () => {
    const refused = answered(403);
    wasFor(refused, 'portfolios');
    expect(() => expectSuccess(refused, 'page 2')).toThrow(
      expect.objectContaining({ expected: 'page 2 to succeed', breaks: 'PTF-3' }),
    );
    expect(() => expectSuccess(answered(403), 'page 2')).toThrow(
      expect.objectContaining({ breaks: undefined }),
    );
  });
});
