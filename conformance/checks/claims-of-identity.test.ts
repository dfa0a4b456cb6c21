import { expect, it } from 'vitest';
import { SAMPLE_TARGET, sampleExchange } from '../testing/sample-report.ts';
import { claimsOfIdentity } from './claims-of-identity.ts';

const session = {
  user: 'otherManager',
  accessToken: 't',
  userId: 'u-1',
  login: sampleExchange({}),
} as const;

it('names somebody by the identifiers of a login', () => {
  expect(claimsOfIdentity({ target: SAMPLE_TARGET }, { ...session, tenantId: 't-1' })).toEqual({
    'X-User-Id': 'u-1',
    'X-Tenant-Id': 't-1',
    'X-Forwarded-User': 'u-1',
  });
});

it('leaves out what no header may hold', () => {
  const claims = claimsOfIdentity({ target: SAMPLE_TARGET }, { ...session, tenantId: 'банк' });
  expect(Object.keys(claims)).toEqual(['X-User-Id', 'X-Forwarded-User']);
});
