import { describe, expect, it } from 'vitest';
import { wrongShape } from './documented-shape.ts';

describe('wrongShape', () => {
  const listing = ['GET', '/api/v6/services/paymentmanagement/awaiting-payments?page=1'] as const;
  const json = 'application/json';
  const failed = JSON.stringify({ status: 'FAILED', message: 'no' });

  it.each([
    ['no type', { status: 400, type: '', text: failed }],
    ['a page', { status: 400, type: 'text/html', text: failed }],
    ['no JSON', { status: 400, type: json, text: 'no' }],
    ['a code that nobody named', { status: 418, type: json, text: failed }],
    ['a refusal without a message', { status: 400, type: json, text: '{"status":"FAILED"}' }],
    ['a 403 without a role', { status: 403, type: json, text: failed }],
    ['a success of another endpoint', { status: 200, type: json, text: '{"status":"SUCCESS"}' }],
  ])('names %s', (_, received) => {
    expect(wrongShape(...listing, received)).not.toBeNull();
  });

  it('is content with what is documented', () => {
    expect(wrongShape(...listing, { status: 400, type: json, text: failed })).toBeNull();
    const success = { status: 200, type: json, text: '{"status":"SUCCESS"}' };
    expect(wrongShape('GET', '/healthz', success)).toBeNull();
    const page = { status: 200, type: 'text/html; charset=utf-8', text: '<!doctype html>' };
    expect(wrongShape('GET', '/docs?x=1', page)).toBeNull();
    expect(wrongShape('GET', '/healthz', page)).not.toBeNull();
  });
});
