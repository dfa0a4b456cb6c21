import { afterEach, describe, expect, test } from 'vitest';
import {
  closeStubs,
  emailOf,
  examine,
  find,
  goodLogin,
  goodState,
} from '../testing/examined-stub.ts';

afterEach(closeStubs);

describe('a state', () => {
  const answering = (name: string, status: number, body: unknown) => (state: string) =>
    state === name ? { status, body } : goodState(state);

  test('that the hook cannot provide is not supplied', async () => {
    const report = await examine({ stub: { state: answering('closed-loan', 404, {}) } });
    expect(find(report, 'closed-loan')).toMatchObject({
      finding: 'not supplied',
      message: 'the hook answers 404',
      untested: ['check of state closed-loan'],
    });
    expect(report.exitCode).toBe(3);
  });

  test('that nothing supplies is not supplied, and needs no capability that is not declared', async () => {
    const report = await examine({
      file: { states: {} },
      options: { checksNeeding: (name) => (name.endsWith('api-token') ? [] : ['a', 'b']) },
    });
    expect(find(report, 'offer-sent')).toMatchObject({
      finding: 'not supplied',
      advice: 'write values as states.offer-sent, or name a hook as states.url',
    });
    expect(find(report, 'revoked-api-token')?.finding).toBe('not needed');
    expect(report.untested).toEqual(['a', 'b']);
  });

  test('for which the hook breaks is a problem', async () => {
    const report = await examine({ stub: { state: answering('offer-sent', 500, 'c4n4ry') } });
    expect(find(report, 'offer-sent')).toMatchObject({
      finding: 'problem',
      message:
        'The states hook answered 500 for offer-sent; expected 200 with a JSON object of applicationId, email, password, or 404 where it cannot provide them',
    });
    expect(report.exitCode).toBe(1);
  });

  test('of somebody else than customer is a problem', async () => {
    const body = { customerId: 'somebody', count: 20 };
    const report = await examine({ stub: { state: answering('portfolios', 200, body) } });
    expect(find(report, 'portfolios')?.message).toBe(
      'customerId is not the user.id that the login of customer shows',
    );
  });

  test('whose own user cannot log in is a problem', async () => {
    const login = (email: string) =>
      email === emailOf('noLoan') ? { status: 401, body: {} } : goodLogin(email);
    const report = await examine({ stub: { login } });
    expect(find(report, 'no-active-loan')).toMatchObject({
      finding: 'problem',
      message: 'for its user the login is answered HTTP 401',
    });
  });

  test('whose own applicant cannot log in is a problem', async () => {
    const entry = { loanProductId: 'p', currencyCode: 'NGN' };
    const agent = { email: 'nobody@t.example', password: 'pw' };
    const login = (email: string) =>
      email === agent.email ? { status: 401, body: {} } : goodLogin(email);
    const report = await examine({
      stub: { login },
      file: { states: { 'loan-product': [{ ...entry, agent }] } },
    });
    expect(find(report, 'loan-product')).toMatchObject({
      finding: 'problem',
      message: 'for its user the login is answered HTTP 401',
    });
  });

  test('that is there says how many entries a run uses, and for how many checks', async () => {
    const report = await examine({
      options: {
        checksNeeding: (missing) => (missing === 'state offer-sent' ? ['a'] : []),
        entriesNeeded: (state) => (state === 'offer-sent' ? 9 : 0),
      },
    });
    expect(find(report, 'offer-sent')).toMatchObject({
      finding: 'ok',
      message: 'the hook provides it; a run uses 9, for 1 check',
    });
  });

  test('whose entries serve again is not short, and says what to add and to supply', async () => {
    const states = { 'loan-product': [{ loanProductId: 'p', currencyCode: 'NGN', bvn: '1' }] };
    const options = { checksNeeding: () => [], entriesNeeded: () => 9 };
    const few = await examine({ file: { states }, options });
    expect(find(few, 'loan-product')).toMatchObject({
      finding: 'ok',
      message:
        '1 in the target file; a run uses 9, for 0 checks, and one again where there are fewer',
      advice:
        'if you refuse a second one, add 8 to states.loan-product, or name a hook as states.url',
    });
    const enough = await examine({ file: { states }, options: { checksNeeding: () => [] } });
    const { advice } = find(enough, 'loan-product') ?? {};
    expect(advice).toMatch(/^if you refuse any value, supply values for loan-product: /);
    expect(advice).toContain(' agent.bvn,');
    expect(advice).not.toContain(' bvn,');
  });

  test('with fewer entries than a run uses is short', async () => {
    const states = { 'offer-sent': [{ applicationId: 'a' }, { applicationId: 'b' }] };
    const report = await examine({
      file: { states },
      options: {
        checksNeeding: (missing) => (missing === 'state offer-sent' ? ['a', 'b'] : []),
        entriesNeeded: () => 5,
      },
    });
    expect(find(report, 'offer-sent')).toMatchObject({
      finding: 'short',
      message: '2 in the target file, but a run uses 5, for 2 checks',
      advice: 'add 3 to states.offer-sent, or name a hook as states.url',
    });
    expect(report.exitCode).toBe(3);
  });
});
