import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { checkLedger, type LedgerRow } from './audit-ledger.ts';
import { ledgerOf } from './ledger-url.ts';
import { identifierPaths } from './record-identifier.ts';
import { replayer } from './replay.ts';
import type { RepaymentEvent } from './scripts/events.ts';
import { type Planted, type StubTarget, startStubTarget } from './stub-target.ts';

const RUN = 'run-1';
let stub: StubTarget | undefined;
afterEach(() => stub?.close());

function unsent(amount: number): RepaymentEvent {
  const key = randomUUID();
  const accountId = 'account-1';
  const body = JSON.stringify({
    repaymentAmount: amount,
    customerId: 'customer-1',
    accountId,
    bankAccountId: 'bank-1',
    repaymentReference: 'LN-1',
    paymentNarration: `load ${RUN} ${key}`,
  });
  const path = '/api/v1/services/user/repay-loan/customer-1';
  const outcome = { attempts: 1, acknowledged: [], inDoubt: false };
  return { event: 'repayment', key, path, body, accountId, amount, ...outcome };
}

/** A stub to which three repayments were made, and what a script would have seen of them. */
async function repaid(planted: Planted = {}) {
  stub = await startStubTarget(planted);
  const send = await replayer(stub.target);
  const repayments: RepaymentEvent[] = [];
  for (const amount of [3, 4, 5]) {
    const repayment = unsent(amount);
    const { data } = await send(repayment);
    repayments.push({ ...repayment, acknowledged: [JSON.stringify(data)] });
  }
  return { target: stub.target, runId: RUN, repayments };
}

const resultsOf = (report: Awaited<ReturnType<typeof audit>>) =>
  Object.fromEntries(report.checks.map(({ id, result }) => [id, result]));

describe('the audit', () => {
  it('passes a target that booked every repayment once', async () => {
    const run = await repaid();
    const report = await audit({ ...run, ledger: ledgerOf(run.target) });
    expect(resultsOf(report)).toEqual({
      'concurrent-keys': 'inconclusive',
      sums: 'passed',
      replay: 'passed',
      ledger: 'passed',
    });
    expect(report.result).toBe('passed');
  });

  it('fails a target that books a repeated key again', async () => {
    const report = await audit(await repaid({ duplicateKeys: true }));
    expect(resultsOf(report)).toMatchObject({ replay: 'failed' });
    expect(report.checks.at(-1)?.violations[0]).toMatch(/key .* was record .* and is record/);
    expect(report.result).toBe('failed');
  });

  it('fails a target that answered one key with two records', async () => {
    const { repayments, ...run } = await repaid();
    const [first, second, third] = repayments as [RepaymentEvent, RepaymentEvent, RepaymentEvent];
    const twice = { ...first, acknowledged: [...first.acknowledged, ...second.acknowledged] };
    const report = await audit({ ...run, repayments: [twice, second, third] });
    expect(resultsOf(report)).toMatchObject({ 'concurrent-keys': 'failed' });
  });

  it('fails a target that answered two keys with one record', async () => {
    const { repayments, ...run } = await repaid();
    const [first, second, third] = repayments as [RepaymentEvent, RepaymentEvent, RepaymentEvent];
    const same = { ...second, acknowledged: first.acknowledged };
    const report = await audit({ ...run, repayments: [first, same, third] });
    expect(resultsOf(report)).toMatchObject({ sums: 'failed' });
  });

  it('is inconclusive when nothing was acknowledged', async () => {
    const run = await repaid();
    const report = await audit({ ...run, repayments: [unsent(1)] });
    expect(report.result).toBe('inconclusive');
  });

  it('replays keys from all over the run when there are more than it may', async () => {
    const run = await repaid();
    const report = await audit({ ...run, replays: 2 });
    expect(report.checks.find(({ id }) => id === 'replay')?.examined).toBe(2);
  });
});

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
  const check = (rows: LedgerRow[]) =>
    checkLedger(async () => rows, { runId: RUN, repayments: [acknowledged, doubtful, refused] });

  it('may or may not have what is in doubt, and has rows of others', async () => {
    expect(await check([booked(acknowledged), other])).toMatchObject({ violations: [] });
    const both = await check([booked(acknowledged), booked(doubtful)]);
    expect(both).toMatchObject({ result: 'passed', examined: 2 });
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
    [
      'has a key that nobody sent',
      [booked(acknowledged), { ...other, paymentNarration: `load ${RUN} stray` }],
      'key stray is booked',
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

describe('the identifier of a record', () => {
  const recorded = (data: object): RepaymentEvent => ({
    ...unsent(3),
    acknowledged: [JSON.stringify(data)],
  });

  it('is found by its name or form, at any depth', () => {
    const records = [1, 2].map((id) =>
      recorded({ inner: { repaymentId: `R-${id}` }, code: randomUUID(), at: `12:00:0${id}` }),
    );
    expect(identifierPaths(records)).toEqual(['/inner/repaymentId', '/code']);
  });

  it('is no echo of the request and nothing that all records share', () => {
    const records = [1, 2, 3].map(() => recorded({ accountId: 'account-1', userId: 'u-1' }));
    expect(identifierPaths(records)).toEqual([]);
  });
});
