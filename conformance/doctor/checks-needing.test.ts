import { expect, test } from 'vitest';
import { parseTarget } from '../../target/target-file.ts';
import { stubCheck } from '../testing/stub-check.ts';
import { checksNeedingOf } from './checks-needing.ts';

const CHECKS = [
  stubCheck('login.cashier', { users: ['cashier'] }),
  stubCheck('refuses-cashier', { users: ['cashier'] }),
  stubCheck('accepts-offer', { takes: { 'offer-sent': 1 } }),
  stubCheck('refuses-second-answer', { after: ['accepts-offer'] }),
  stubCheck('accepts-api-token', { capability: 'apiTokens', states: ['api-token'] }),
  stubCheck('needs-nothing', {}),
];

const target = { name: 'Stub', baseUrl: 'http://localhost' };
const needing = checksNeedingOf(CHECKS, parseTarget(target));

test.each([
  ['user cashier', ['login.cashier', 'refuses-cashier']],
  ['user agent', []],
  ['state offer-sent', ['accepts-offer', 'refuses-second-answer']],
  ['capability apiTokens', ['accepts-api-token']],
])('without %s these do not run: %j', (missing, expected) => {
  expect(needing(missing)).toEqual(expected);
});

test('a state of a capability is needed only where that is declared', () => {
  expect(needing('state api-token')).toEqual([]);
  const declaring = parseTarget({ ...target, capabilities: ['apiTokens'] });
  expect(checksNeedingOf(CHECKS, declaring)('state api-token')).toEqual(['accepts-api-token']);
});
