import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { type ApplicationRow, checkLedger, type LedgerRow } from './audit-ledger.ts';
import { ledgerOf } from './ledger-url.ts';
import type { AuditCheck } from './load-report.ts';
import { identifierPaths } from './record-identifier.ts';
import { replayer } from './replay.ts';
import type { LoanRequestEvent, RepaymentEvent } from './scripts/events.ts';
import { type Planted, type StubTarget, startStubTarget } from './stub-target.ts';

const RUN = 'run-1';
let stub: StubTarget | undefined;
afterEach(async () => {
  await stub?.close();
  stub = undefined;
});

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
  return { target: stub.target, runId: RUN, repayments, loanRequests: [] };
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
      applications: 'inconclusive',
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

  it('takes a record for the same where every answer has a number of its own beside it', async () => {
    const { repayments, ...run } = await repaid();
    const [first, ...others] = repayments as [RepaymentEvent, ...RepaymentEvent[]];
    const traced = ({ acknowledged: [data = ''], ...rest }: RepaymentEvent, times: number) => ({
      ...rest,
      acknowledged: Array.from({ length: times }, () =>
        JSON.stringify({ ...JSON.parse(data), traceId: randomUUID() }),
      ),
    });
    const answered = [traced(first, 3), ...others.map((it) => traced(it, 1))];
    expect(resultsOf(await audit({ ...run, repayments: answered }))).toEqual({
      ...{ 'concurrent-keys': 'passed', sums: 'passed', replay: 'passed' },
    });
  });

  it('does not wait for every replay of a target that answers nothing any more', async () => {
    const { target, ...run } = await repaid();
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...unsent(3),
      acknowledged: [JSON.stringify({ recordId: `R-${index}` })],
    }));
    let asked = 0;
    const silent = createServer((request, response) => {
      const isLogin = request.url?.endsWith('/login');
      if (isLogin) response.end('{"access_token":"a.b.c"}');
      else if (++asked) request.socket.destroy();
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const gone = { ...target, baseUrl: url, lendingUrl: url };
    const report = await audit({ ...run, target: gone, repayments: many });
    expect(report.checks.at(-1)?.message).toContain('200 without an answer');
    expect(report.result).toBe('inconclusive');
    expect(asked).toBeLessThan(40);
    await new Promise((resolve) => silent.close(resolve));
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
  const check = async (rows: LedgerRow[]) => {
    const sent = { runId: RUN, repayments: [acknowledged, doubtful, refused], loanRequests: [] };
    const [finding, ...others] = await checkLedger(async () => ({ repayments: rows }), sent);
    expect(others).toEqual([]);
    return finding as AuditCheck;
  };

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
    const sent = { runId: RUN, repayments: [], loanRequests };
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

describe('the ledger behind a URL', () => {
  it('may be a list of repayments, or tell loan applications too', async () => {
    const { target } = await repaid();
    expect(Object.keys((await ledgerOf(target)?.()) ?? {})).toEqual([
      'repayments',
      'loanApplications',
    ]);
    const list = await served('[]');
    expect(await list.ledger()).toEqual({ repayments: [] });
    await list.close();
  });

  it.each(['{}', 'null', '{"repayments":[],"loanApplications":{}}', 'nonsense'])(
    'is unreadable where it answers %s',
    async (body) => {
      const wrong = await served(body);
      await expect(wrong.ledger()).rejects.toMatchObject({ name: 'UnavailableError' });
      await wrong.close();
    },
  );
});

/** A ledger that answers so. */
async function served(body: string) {
  const server = createServer((_request, response) => response.end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const ledgerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stub ??= await startStubTarget();
  const ledger = ledgerOf({ ...stub.target, load: { ledgerUrl } });
  return {
    ledger: () => ledger?.() ?? Promise.reject(new Error('there is no ledger')),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

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
