import { describe, expect, it } from 'vitest';
import type { AuditCheck } from '../report/load-report.ts';
import { auditReplying } from '../testing/audit-replying.ts';
import { answered, unsent } from '../testing/sample-repayment.ts';
import { auditedBy } from './audited.ts';

const check = (id: AuditCheck['id'], examined: number, message = ''): AuditCheck => ({
  ...{ id, examined, message, result: examined > 0 ? 'passed' : 'inconclusive', violations: [] },
});

describe('what an audit says of itself', () => {
  it('names what was compared with what, and that without a ledger nobody looked at the books', async () => {
    const [first, second] = [unsent(3), unsent(4)].map((each, index) =>
      answered(each, { recordId: `record-${index}` }),
    );
    const repayments = [first, second].filter((each) => each !== undefined);
    const records = new Map(repayments.map(({ accountId }, index) => [accountId, index]));
    const report = await auditReplying(repayments, ({ accountId }) => [
      ...([
        200,
        { status: 'SUCCESS', data: { recordId: `record-${records.get(accountId)}` } },
      ] as const),
    ]);
    expect(report.compared).toContain('2 acknowledgements with each other');
    expect(report.notAudited).toEqual(
      expect.arrayContaining([
        'whether each acknowledged repayment is booked once (no ledger is given: load.ledgerUrl)',
        'whether each request for a loan made one application (no ledger is given: load.ledgerUrl)',
      ]),
    );
  });

  it('says why a check that was tried could not be made', () => {
    const checks = [check('sums', 5), check('ledger', 0, 'the ledger is locked')];
    const { compared, notAudited } = auditedBy(checks, true);
    expect(compared).toEqual(['5 acknowledgements with each other']);
    expect(notAudited).toContain(
      'whether each acknowledged repayment is booked once (the ledger is locked)',
    );
    expect(notAudited).toContain(
      'whether each request for a loan made one application (the ledger does not tell it)',
    );
  });

  it('has compared what it found wrong', () => {
    const failed = { ...check('ledger', 0), result: 'failed' as const };
    expect(auditedBy([failed], true).compared).toHaveLength(1);
  });
});
