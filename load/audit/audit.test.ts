import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import type { RepaymentEvent } from '../scripts/record/events.ts';
import { type Planted, type StubTarget, startStubTarget } from '../self-check/stub-target.ts';
import { auditReplying, checkOf, resultsOf } from '../testing/audit-replying.ts';
import { answered, RUN, unsent } from '../testing/sample-repayment.ts';
import { audit } from './audit.ts';
import { ledgerOf } from './ledger-url.ts';
import { replayer } from './replay.ts';

let stub: StubTarget | undefined;
afterEach(async () => {
  await stub?.close();
  stub = undefined;
});

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
  return { target: stub.target, runIds: [RUN], repayments, loanRequests: [] };
}

/** Three acknowledged keys of one loan, and a ledger that has each of them once. */
function acknowledgedThrice() {
  const repayments = [3, 4, 5].map((amount) =>
    answered(unsent(amount), { recordId: `R-${amount}` }),
  );
  const rows = repayments.map(({ accountId, amount, key }) => ({
    ...{ accountId, amount, paymentNarration: `load ${RUN} ${key}` },
  }));
  return { repayments, ledger: async () => ({ repayments: rows }) };
}

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
      if (isLogin) {
        response.end('{"access_token":"a.b.c"}');
      } else if (++asked) {
        request.socket.destroy();
      }
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

  it.each<[string, number, object]>([
    ['409', 409, { status: 'FAILED' }],
    ['422', 422, {}],
    ['a good status whose body says FAILED', 200, { status: 'FAILED', message: 'known key' }],
  ])('passes a target that refuses every repeated key with %s', async (_what, status, body) => {
    const { repayments } = acknowledgedThrice();
    const report = await auditReplying(repayments, () => [status, body]);
    expect(checkOf(report, 'replay')).toMatchObject({ result: 'passed', examined: 3 });
    expect(checkOf(report, 'replay')?.message).toContain('0 the same record, 3 refused, 0 without');
    expect(report.result).toBe('passed');
  });

  it.each([401, 408, 429, 500])('learns nothing from a replay answered %i', async (status) => {
    const { repayments } = acknowledgedThrice();
    const report = await auditReplying(repayments, () => [status, { status: 'FAILED' }]);
    expect(checkOf(report, 'replay')).toMatchObject({ result: 'inconclusive', examined: 0 });
    expect(checkOf(report, 'replay')?.message).toContain('0 refused, 3 without');
    expect(report.result).toBe('inconclusive');
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

describe('an audit of which a part cannot be made', () => {
  const unreadable = async () => {
    throw new UnavailableError('the ledger http://x cannot be read: it answered 500');
  };

  it.each([
    ['cannot be read', unreadable, 'the ledger http://x cannot be read'],
    [
      'is no database',
      async () => {
        throw new UsageError('x.db is no database of the reference server');
      },
      'x.db is no database',
    ],
  ])('is inconclusive when the ledger %s, and keeps the rest', async (_what, ledger, why) => {
    const report = await audit({ ...(await repaid()), ledger });
    expect(resultsOf(report)).toEqual({
      ...{ 'concurrent-keys': 'inconclusive', sums: 'passed' },
      ...{ replay: 'passed', ledger: 'inconclusive' },
    });
    expect(checkOf(report, 'ledger')?.message).toContain(why);
    expect(report.result).toBe('inconclusive');
  });

  it.each([
    [500, /answers the login of .* with 500/],
    [403, /refuses the login of .* \(403\)/],
  ])('is inconclusive when the login is answered %i, and keeps the rest', async (status, why) => {
    const { repayments, ledger } = acknowledgedThrice();
    const report = await auditReplying(repayments, () => [200, {}], [status, {}], { ledger });
    expect(resultsOf(report)).toEqual({
      ...{ 'concurrent-keys': 'inconclusive', sums: 'passed' },
      ...{ replay: 'inconclusive', ledger: 'passed' },
    });
    expect(checkOf(report, 'replay')?.message).toMatch(why);
    expect(report.result).toBe('inconclusive');
  });

  it('fails all the same where another part finds money doubled', async () => {
    const report = await audit({ ...(await repaid({ duplicateKeys: true })), ledger: unreadable });
    expect(resultsOf(report)).toMatchObject({ replay: 'failed', ledger: 'inconclusive' });
    expect(report.result).toBe('failed');
  });

  it('throws when it is stopped, whatever the reason, and for a defect of ours', async () => {
    const run = await repaid();
    const reason = new UnavailableError('another instance failed');
    await expect(audit({ ...run, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const defect = new TypeError('x is undefined');
    await expect(audit({ ...run, ledger: () => Promise.reject(defect) })).rejects.toBe(defect);
  });
});
