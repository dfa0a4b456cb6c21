import { describe, expect, it } from 'vitest';
import type { RepaymentEvent } from '../scripts/record/events.ts';
import { auditReplying, checkOf, resultsOf } from '../testing/audit-replying.ts';
import { answered, RUN, unsent } from '../testing/sample-repayment.ts';

describe('the audit of answers with an identifier of the loan beside that of the record', () => {
  let count = 0;
  const fresh = () => `N-${count++}`;
  const loanId = (accountId: string) => ({ loanId: `loan-of-${accountId}` });
  /** Acknowledged once each. */
  const keysOf = (accounts: string[], data: (accountId: string) => object) =>
    accounts.map((accountId) => answered(unsent(3, accountId), data(accountId)));
  const success = (data: object): [number, object] => [200, { status: 'SUCCESS', data }];

  it('finds a key booked again where one loan was repaid twice', async () => {
    const data = (accountId: string) => ({ recordId: fresh(), ...loanId(accountId) });
    const keys = keysOf(['a', 'a', 'b'], data);
    const [first, ...others] = keys as [RepaymentEvent, ...RepaymentEvent[]];
    const twice = answered(first, data('a'), data('a'));
    const report = await auditReplying([twice, ...others], ({ accountId }) =>
      success(data(accountId)),
    );
    expect(resultsOf(report)).toEqual({
      ...{ 'concurrent-keys': 'failed', sums: 'passed', replay: 'failed' },
    });
  });

  it('does not take two repayments of one loan for one record', async () => {
    const report = await auditReplying(keysOf(['a', 'a', 'b'], loanId), ({ accountId }) =>
      success(loanId(accountId)),
    );
    expect(report.result).toBe('inconclusive');
    expect(report.checks).toHaveLength(1);
    expect(report.checks[0]?.message).toContain('no field of the answers identifies a record');
  });

  it.each<[string, (accountId: string) => object]>([
    ['the loan', loanId],
    ['the record', (accountId) => ({ recordId: `R-of-${accountId}` })],
  ])(
    'cannot tell, where no loan was repaid twice, whether what stays is of %s',
    async (_what, staying) => {
      const data = (accountId: string) => ({ ...staying(accountId), changingId: fresh() });
      const keys = keysOf(['a', 'b', 'c'], data);
      const [first, ...others] = keys as [RepaymentEvent, ...RepaymentEvent[]];
      const twice = answered(first, data('a'), data('a'));
      const report = await auditReplying([twice, ...others], ({ accountId }) =>
        success(data(accountId)),
      );
      expect(resultsOf(report)).toEqual({
        ...{ 'concurrent-keys': 'inconclusive', sums: 'passed', replay: 'inconclusive' },
      });
      expect(checkOf(report, 'replay')?.message).toMatch(/3 .*no loan was repaid twice/);
      expect(checkOf(report, 'concurrent-keys')?.message).toMatch(/1 .*no loan was repaid twice/);
      expect(report.result).toBe('inconclusive');
    },
  );

  it('needs the ledger where only the answers sent at once leave it open', async () => {
    const data = (accountId: string) => ({ ...loanId(accountId), recordId: `R-of-${accountId}` });
    const keys = keysOf(['a', 'b'], data);
    const [first, second] = keys as [RepaymentEvent, RepaymentEvent];
    const other = { ...data('a'), recordId: fresh() };
    const repayments = [answered(first, data('a'), other), second];
    const reply = ({ accountId }: { accountId: string }) => success(data(accountId));
    const without = await auditReplying(repayments, reply);
    expect(resultsOf(without)).toMatchObject({ 'concurrent-keys': 'inconclusive' });
    expect(without.result).toBe('inconclusive');
    const rows = repayments.map(({ accountId, amount, key }) => ({
      ...{ accountId, amount, paymentNarration: `load ${RUN} ${key}` },
    }));
    const ledger = async () => ({ repayments: rows });
    expect((await auditReplying(repayments, reply, undefined, { ledger })).result).toBe('passed');
  });

  it('passes and fails, where no loan was repaid twice, if all identifiers agree', async () => {
    const data = (accountId: string) => ({ recordId: `R-of-${accountId}`, ...loanId(accountId) });
    const keys = keysOf(['a', 'b'], data);
    const same = await auditReplying(keys, ({ accountId }) => success(data(accountId)));
    expect(checkOf(same, 'replay')).toMatchObject({ result: 'passed', examined: 2 });
    const other = await auditReplying(keys, () => success({ recordId: fresh(), loanId: fresh() }));
    expect(checkOf(other, 'replay')).toMatchObject({ result: 'failed', violations: { length: 2 } });
  });
});
