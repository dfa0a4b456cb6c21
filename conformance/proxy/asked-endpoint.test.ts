import { describe, expect, it } from 'vitest';
import type { Target } from '../../target/target.ts';
import { SAMPLE_TARGET } from '../testing/sample-report.ts';
import { askedEndpoint, originsOf } from './asked-endpoint.ts';

const target: Target = {
  ...SAMPLE_TARGET,
  baseUrl: 'https://api.test/tenant-a',
  lendingUrl: 'https://lending.test',
  investmentUrl: 'https://api.test/invest/',
  users: {
    otherManager: { email: 'o@x.test', password: 'p', baseUrl: 'https://other.test/tenant-b' },
  },
};
const ID = '3f0c6a52-7d57-4a7e-9d0f-6d1f4f0a9b11';
const LISTING = '/api/v6/services/paymentmanagement/awaiting-payments';
const LOAN = '/api/v6/services/user/request-loan';

describe('what a request asks for', () => {
  it.each([
    ['https://api.test', 'GET', `/tenant-a${LISTING}`, 'awaiting-payments'],
    ['https://other.test', 'GET', `/tenant-b${LISTING}`, 'awaiting-payments'],
    ['https://api.test', 'GET', `/invest/api/v1/user/portfolios/${ID}`, 'portfolios'],
    ['https://api.test', 'POST', `/tenant-a${LOAN}`, 'request-loan'],
  ])('is found below the path of its host: %s %s %s', (origin, method, path, endpoint) => {
    expect(askedEndpoint(target, origin, method, path)).toMatchObject({ endpoint });
    expect(askedEndpoint(target, origin, method, path)).not.toHaveProperty('host');
  });

  it('may be on another host, which is told', () => {
    expect(askedEndpoint(target, 'https://lending.test', 'POST', LOAN)).toMatchObject({
      ...{ endpoint: 'request-loan', host: 'lending' },
    });
  });

  it('has its parameters decoded, numbers as numbers, and what came twice as both', () => {
    const path = '/api/v1/services/user/update-application/a%2Fb?status=true&page=2&size=1&size=2';
    expect(askedEndpoint(target, 'https://lending.test', 'PUT', path)).toMatchObject({
      path: { 'loan-application-id': 'a/b' },
      query: { status: 'true', page: 2, size: '1,2' },
    });
  });

  it.each([
    ['https://api.test', 'GET', LISTING],
    ['https://api.test', 'POST', `/tenant-a${LISTING}`],
    ['https://lending.test', 'GET', LISTING],
    ['https://lending.test', 'PUT', '/api/v1/services/user/update-application/a/b'],
    ['https://api.test', 'GET', '//'],
    ['https://api.test', 'GET', '//api.test/'],
    ['https://api.test', 'GET', `http://else.test/tenant-a${LISTING}`],
    ['https://api.test', 'OPTIONS', '*'],
  ])('is nothing of the specification elsewhere: %s %s %s', (origin, method, path) => {
    expect(askedEndpoint(target, origin, method, path)).toBeUndefined();
  });

  it('goes to as many origins as the target has', () => {
    expect(originsOf(target)).toEqual([
      'https://api.test',
      'https://lending.test',
      'https://other.test',
    ]);
  });
});
