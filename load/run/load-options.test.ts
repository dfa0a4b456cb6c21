import { describe, expect, it } from 'vitest';
import { UsageError } from '../../contract/errors.ts';
import type { LoadTarget } from '../load-target.ts';
import { checkedOptions } from './load-options.ts';

const URL = 'http://127.0.0.1:9';
const TARGET: LoadTarget = {
  ...{ name: 'nowhere', baseUrl: URL, lendingUrl: URL, investmentUrl: URL, timeoutMs: 30_000 },
  ...{ users: {}, states: {} },
};

/** What is wrong with the `load` section of a target that a program made itself. */
function complaintAbout(load: unknown): string {
  const target = { ...TARGET, load } as LoadTarget;
  try {
    checkedOptions({ journey: 'lending', target });
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
}

describe('the load section of a target', () => {
  it.each([
    undefined,
    {},
    { thresholds: { '*': { p95: 0 }, 'awaiting-payments': {}, 'repay-loan-repeat': {} } },
    { thresholds: {}, virtualUsers: { preAllocated: 5, max: 5 }, currencies: [], customers: [] },
  ])('is taken as %j', (load) => {
    expect(complaintAbout(load)).toBe('');
  });

  it.each([
    [null, 'load is null; expected an object'],
    [{ tresholds: {} }, 'load.tresholds is not a known key; did you mean thresholds?'],
    [{ thresholds: { '*': null } }, 'load.thresholds["*"] is null; expected an object'],
    [
      { thresholds: { login: { p95x: 1 } } },
      'load.thresholds.login.p95x is not a known key; did you mean p95?',
    ],
    [{ currencies: 'NGN' }, 'load.currencies is text; expected an array'],
    [
      { virtualUsers: { preAllocated: 5, max: 4 } },
      'load.virtualUsers.max is less than preAllocated; expected as many or more',
    ],
    [
      { ledgerUrl: 'file:///ledger' },
      'load.ledgerUrl is no http or https URL; expected an http or https URL such as https://sandbox.example/tenant',
    ],
    [
      { thresholds: { listing: null, refresh: { p99: -1 } } },
      expect.stringMatching(
        /^load\.thresholds\.listing is no endpoint under load; expected one of \*, awaiting-payments, .*; load\.thresholds\.refresh\.p99 is -1; expected 0 or more$/,
      ),
    ],
  ])('is refused as %j', (load, complaint) => {
    expect(complaintAbout(load)).toEqual(complaint);
  });
});

describe('the instances of a run', () => {
  const checked = (instances: number, preAllocated?: number) => () =>
    checkedOptions({
      ...{ journey: 'payment-listing', rate: 5, instances },
      target: {
        ...TARGET,
        load: preAllocated === undefined ? {} : { virtualUsers: { preAllocated } },
      },
    });

  it('may be as many as there are virtual users, since none may be without', () => {
    expect(checked(50)).not.toThrow();
    expect(checked(51)).toThrow('51 instances share 50 virtual users; run fewer, or raise');
    expect(checked(51, 100)).not.toThrow();
    expect(checked(3, 2)).toThrow('3 instances share 2 virtual users');
  });
});
