import { describe, expect, it } from 'vitest';
import type { AuditCheck } from '../report/load-report.ts';
import type { LoanRequestEvent, RepaymentEvent } from '../scripts/record/events.ts';
import { RUN, unsent } from '../testing/sample-repayment.ts';
import { type ApplicationRow, checkLedger, type LedgerRow } from './audit-ledger.ts';

describe('the ledger', () => {
  const booked = (repayment: RepaymentEvent, changes: Partial<LedgerRow> = {}): LedgerRow => ({
    accountId: repayment.accountId,
    amount: repayment.amount,
    paymentNarration: `load ${RUN} ${repayment.key}`,
    ...changes,
  });
  const acknowledged = { ...unsent(3), acknowledged: ['{}'] };
  const doubtful = { ...unsent(4), inDoubt: true };
  const refused = unsent(5);
  const other = { accountId: 'x', amount: 9, paymentNarration: 'load other-run key' };
  /** k6 ended the iteration before it could tell what came of its key */
  const cutOff = { accountId: 'account-1', amount: 7, paymentNarration: `load ${RUN} cut-off` };
  const check = async (rows: LedgerRow[]) => {
    const sent = { runIds: [RUN], repayments: [acknowledged, doubtful, refused], loanRequests: [] };
    const [finding, ...others] = await checkLedger(async () => ({ repayments: rows }), sent);
    expect(others).toEqual([]);
    return finding as AuditCheck;
  };

  it('may or may not have what is in doubt, and has rows of others', async () => {
    expect(await check([booked(acknowledged), other])).toMatchObject({ violations: [] });
    const both = await check([booked(acknowledged), booked(doubtful)]);
    expect(both).toMatchObject({ result: 'passed', examined: 2 });
  });

  it('may have keys once whose iteration was cut off, and says how many', async () => {
    const elsewhere = { ...cutOff, accountId: 'y', paymentNarration: `load ${RUN} last` };
    const finding = await check([booked(acknowledged), cutOff, elsewhere]);
    expect(finding).toMatchObject({ result: 'passed', examined: 3, violations: [] });
    expect(finding.message).toBe(
      '3 rows booked in this run, of them 2 for keys whose iteration was cut off before it saw an answer',
    );
    expect((await check([booked(acknowledged)])).message).toBe('1 rows booked in this run');
  });

  it.each([
    ['lacks what was acknowledged', [booked(doubtful)], 'acknowledged and is not booked'],
    ['has a key twice', [booked(acknowledged), booked(acknowledged)], 'is booked 2 times'],
    [
      'has what is in doubt twice',
      [booked(acknowledged), booked(doubtful), booked(doubtful)],
      'is booked 2 times',
    ],
    ['has what was refused', [booked(acknowledged), booked(refused)], 'is booked 1 times'],
    ['has another amount', [booked(acknowledged, { amount: 30 })], 'sent 3 and is booked as 30'],
    ['has another account', [booked(acknowledged, { accountId: 'y' })], 'account account-1: 3'],
    ['has a key twice that was cut off', [booked(acknowledged), cutOff, cutOff], 'booked 2 times'],
    [
      'has more of an account than a key that was cut off accounts for',
      [booked(acknowledged, { amount: 30 }), cutOff],
      'account account-1: 3 acknowledged and 37 booked',
    ],
  ])('fails when it %s', async (_what, rows, violation) => {
    const finding = await check(rows);
    expect(finding.result).toBe('failed');
    expect(finding.violations.join()).toContain(violation);
  });

  it('that is empty fails what was acknowledged', async () => {
    expect((await check([])).result).toBe('failed');
  });
});

describe('the loan applications of the ledger', () => {
  const asked = (name: string, changes: Partial<LoanRequestEvent> = {}): LoanRequestEvent => ({
    ...{ event: 'loan-request', key: `key-${name}`, lastName: `Load ${name}`, amount: 1000 },
    ...{ attempts: 1, acknowledged: 1, inDoubt: false },
    ...changes,
  });
  const kept = (name: string, loanAmount = 1000): ApplicationRow => ({
    ...{ lastName: `Load ${name}`, loanAmount },
  });
  const loanRequests = [
    asked('a'),
    asked('b', { attempts: 3, acknowledged: 3 }),
    asked('doubtful', { acknowledged: 0, inDoubt: true }),
    asked('refused', { acknowledged: 0 }),
  ];
  const check = async (...loanApplications: ApplicationRow[]) => {
    const sent = { runIds: [RUN], repayments: [], loanRequests };
    const checks = await checkLedger(async () => ({ repayments: [], loanApplications }), sent);
    return checks.find(({ id }) => id === 'applications') as AuditCheck;
  };

  it('are one for each acknowledged key, and may be one for a key in doubt', async () => {
    const others = kept('of another run');
    expect(await check(kept('a'), kept('b'), others)).toMatchObject({ result: 'passed' });
    const all = await check(kept('a'), kept('b'), kept('doubtful'), others);
    expect(all).toMatchObject({ result: 'passed', examined: 3 });
  });

  it.each<[string, string, ApplicationRow[]]>([
    ['none for an acknowledged key', 'key-b was acknowledged', [kept('a')]],
    ['two for a repeated key', 'key-b is booked 2 times', [kept('a'), kept('b'), kept('b')]],
    ['one for a refused key', 'key-refused is booked 1', [kept('a'), kept('b'), kept('refused')]],
    ['another amount', 'sent 1000 and is booked as 10', [kept('a', 10), kept('b')]],
  ])('fail where there is %s', async (_what, violation, rows) => {
    const finding = await check(...rows);
    expect(finding.result).toBe('failed');
    expect(finding.violations.join()).toContain(violation);
  });
});
