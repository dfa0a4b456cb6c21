import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES } from './endpoint-names.ts';
import { ENDPOINTS, endpoint, pathOf } from './endpoints.ts';

/** The request lines of section 4, copied by hand and spelled as there. */
const LINES = {
  login: 'PUT base /api/v6/services/securitymanagement/login',
  refresh: 'POST base /api/v6/services/securitymanagement/refresh',
  logout: 'POST base /api/v6/services/securitymanagement/logout',
  'fetch-organisation-preference':
    'GET base /api/v6/services/admin/organisation-preference-management/fetch-organisaction-preference',
  'awaiting-payments': 'GET base /api/v6/services/paymentmanagement/awaiting-payments',
  'request-loan': 'POST base /api/v6/services/user/request-loan',
  'repay-loan': 'POST lending /api/v1/services/user/repay-loan/{user-id}',
  'update-application':
    'PUT lending /api/v1/services/user/update-application/{loan-application-id}',
  portfolios: 'GET investment /api/v1/user/portfolios/{customer-id}',
};

describe('the endpoint table', () => {
  it.each(ENDPOINT_NAMES)('has the method, host and path of %s', (name) => {
    const { method, host, path } = endpoint(name);
    expect(`${method} ${host} ${path}`).toBe(LINES[name]);
    expect(ENDPOINTS[name].name).toBe(name);
  });

  it.each(ENDPOINT_NAMES)('describes the path parameters of %s', (name) => {
    const { path, pathParameters } = endpoint(name);
    expect(pathParameters.map((parameter) => `{${parameter.name}}`)).toEqual(
      path.match(/\{[^}]+\}/g) ?? [],
    );
  });

  it('demands platform and uuid only where they are called required', () => {
    const demanding = ENDPOINT_NAMES.filter((name) =>
      endpoint(name).headers.some(
        (header) => header.name === 'platform' && header.required === 'must',
      ),
    );
    expect(demanding).toEqual(['awaiting-payments', 'portfolios']);
  });

  it('demands Content-Type nowhere', () => {
    for (const { headers } of Object.values(ENDPOINTS)) {
      expect(headers.find(({ name }) => name === 'Content-Type')?.required).not.toBe('must');
    }
  });
});

describe('pathOf', () => {
  it('fills in the parameters and encodes them', () => {
    expect(pathOf('portfolios', { 'customer-id': 'a/b c' })).toBe(
      '/api/v1/user/portfolios/a%2Fb%20c',
    );
  });

  it('names the parameter that is missing', () => {
    expect(() => pathOf('repay-loan')).toThrow('repay-loan: the path needs the parameter user-id');
  });
});
