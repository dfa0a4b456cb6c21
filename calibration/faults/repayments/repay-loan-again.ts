import { randomUUID } from 'node:crypto';
import { changed, edit, editBody, gone, successful } from '../../servers/answers.ts';
import {
  failed,
  type Layer,
  type LayerContext,
  type PlainRequest,
  type PlainResponse,
} from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf } from '../../servers/requests.ts';
import type { Fault } from '../fault.ts';
import { withKeyOf } from '../repeats-and-restarts.ts';
import { loanOf, recordsWhere, says } from './repay-loan-scenarios.ts';

const endpoint = 'repay-loan' as const;
const refused = (message: string) => Promise.resolve(failed(400, message));

/** What has been repaid of a loan; nothing of none. */
const recordedOf = (loan: ReturnType<typeof loanOf>, { dependencies }: LayerContext) =>
  loan ? dependencies.store.repayments.ofLoan(loan.id) : [];

/**
 * Refuses as too much what would be more than is left once something else was taken off, too: what `lost`
 * tells of a request and its answer, in units of the currency.
 */
const alsoTakingOff =
  (lost: (response: PlainResponse, request: PlainRequest, before: boolean) => number): Layer =>
  async (request, next, context) => {
    if (context.endpoint !== endpoint) {
      return next(request);
    }
    const { accountId, repaymentAmount } = objectOf(request.body) ?? {};
    const key = `request ${request.headers['x-idempotency-key']}`;
    const slot = `taken off ${accountId}`;
    const takenOff = Number(context.memory.get(slot) ?? 0);
    const loan = loanOf(request, context);
    const recorded = recordedOf(loan, context);
    const repaid = recorded.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const asked = Number(repaymentAmount) + takenOff;
    const isNew = !context.memory.has(key);
    if (
      loan &&
      isNew &&
      takenOff > 0 &&
      repaid > 0 &&
      asked * 100 > loan.totalPayableMinor - repaid
    ) {
      return failed(400, 'Invalid amount');
    }
    const response = await next(request);
    context.memory.set(key, true);
    context.memory.set(
      slot,
      takenOff + (recorded.length > 0 ? lost(response, request, !isNew) : 0),
    );
    return response;
  };

const amountOf = (request: PlainRequest) => Number(objectOf(request.body)?.repaymentAmount);

/** Sections 2.5 and 4.7, for a loan that is repaid more than once. */
export const repayLoanAgainFaults: Fault[] = [
  {
    id: 'repay-loan.record-identifier-lost-with-a-narration',
    breaks: 'REP-3',
    caughtBy: 'repay-loan.names-every-record',
    how: 'The answer to a repayment that has a paymentNarration names no record.',
    layers: [
      edit(
        endpoint,
        'data/repaymentRecordId',
        gone,
        (_, request) => objectOf(request.body)?.paymentNarration !== undefined,
      ),
    ],
  },
  {
    id: 'idempotency.key-lost-by-a-refusal.repay-loan',
    breaks: 'REP-42',
    caughtBy: 'idempotency.repeated.repay-loan',
    how: 'A key whose repayment was refused for its amount keeps nothing from being recorded twice.',
    layers: [
      async (request, next, context) => {
        const slot = `lost ${request.headers['x-idempotency-key']}`;
        if (context.endpoint !== endpoint || Number.isNaN(amountOf(request))) {
          return next(request);
        }
        const isLost = context.memory.get(slot) === true;
        const response = await next((isLost && withKeyOf(request, randomUUID())) || request);
        if (response.status === 400) {
          context.memory.set(slot, true);
        }
        return response;
      },
    ],
  },
  {
    id: 'repay-loan.payment-date-without-milliseconds-refused',
    breaks: 'REP-75',
    caughtBy: 'repay-loan.paymentDate-forms',
    how: 'A paymentDate has to have milliseconds where it has a time.',
    layers: [
      (request, next, context) =>
        context.endpoint === endpoint &&
        /T\d\d:\d\d:\d\d(Z|[+-])/.test(String(objectOf(request.body)?.paymentDate))
          ? refused('body /paymentDate has no milliseconds')
          : next(request),
    ],
  },
  {
    id: 'repay-loan.payment-date-without-time-refused',
    breaks: 'REP-75',
    caughtBy: 'repay-loan.paymentDate-forms',
    how: 'A paymentDate has to have a time.',
    layers: [
      (request, next, context) =>
        context.endpoint === endpoint &&
        /^\d{4}-\d\d-\d\d$/.test(String(objectOf(request.body)?.paymentDate))
          ? refused('body /paymentDate has no time')
          : next(request),
    ],
  },
  {
    id: 'repay-loan.rest-refused',
    breaks: 'REP-76',
    caughtBy: 'repay-loan.rest',
    how: 'After a repayment of a loan, no more than half of it may be repaid at once.',
    layers: [
      (request, next, context) => {
        const loan = loanOf(request, context);
        return context.endpoint === endpoint &&
          loan &&
          recordedOf(loan, context).length > 0 &&
          amountOf(request) * 200 > loan.totalPayableMinor
          ? refused('this is more than half of the loan')
          : next(request);
      },
    ],
  },
  {
    id: 'repay-loan.too-much-halves-the-loan',
    breaks: 'REP-28',
    caughtBy: 'repay-loan.total-payable',
    how: 'What was refused as more than the total payable halves what may be repaid.',
    layers: [
      async (request, next, context) => {
        const slot = `halved ${objectOf(request.body)?.accountId}`;
        const loan = loanOf(request, context);
        const isMore = loan && amountOf(request) * 200 > loan.totalPayableMinor;
        if (context.endpoint === endpoint && isMore && context.memory.has(slot)) {
          return refused('Invalid amount');
        }
        const response = await next(request);
        if (context.endpoint === endpoint && response.body.includes('total payable')) {
          context.memory.set(slot, true);
        }
        return response;
      },
    ],
  },
  {
    id: 'repay-loan.refused-repayment-taken-off',
    breaks: 'REP-79',
    caughtBy: 'repay-loan.takes-off-once',
    how: 'What was refused for its bank account is taken off what is left of a loan.',
    layers: [
      alsoTakingOff((response, request) =>
        response.body.includes('ank account') && response.status >= 400 ? amountOf(request) : 0,
      ),
    ],
  },
  {
    id: 'repay-loan.repayment-without-a-header-taken-off',
    breaks: 'REP-79',
    caughtBy: 'repay-loan.takes-off-once',
    how: 'What was refused for a missing header is taken off what is left of a loan.',
    layers: [
      alsoTakingOff((response, request) =>
        request.headers['x-fapi-interaction-id'] === undefined && response.status >= 400
          ? amountOf(request)
          : 0,
      ),
    ],
  },
  {
    id: 'repay-loan.repaid-loan-answers-failed-otherwise',
    breaks: 'REP-81',
    caughtBy: 'repay-loan.failed-with-message',
    how: 'A repayment of a loan that another one has repaid as a whole is answered with status "Failed".',
    layers: [
      editBody(
        endpoint,
        (body) => ({ ...(body as object), status: 'Failed' }),
        ({ status }, request, context) => {
          const loan = loanOf(request, context);
          const recorded = recordedOf(loan, context);
          const repaid = recorded.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
          return status >= 400 && loan !== undefined && repaid >= loan.totalPayableMinor;
        },
      ),
    ],
  },
  {
    id: 'repay-loan.any-account-once-repaid',
    breaks: 'REP-52',
    caughtBy: 'repay-loan.takes-off-once',
    how: 'Of a loan that was repaid in part the bank account is not looked at any more.',
    layers: [
      recordsWhere(
        (response, request, context) =>
          says('Bank account mismatch')(response, request, context) &&
          recordedOf(loanOf(request, context), context).length > 0,
      ),
    ],
    alsoCaughtBy: [
      { checks: ['repay-loan.rest'], because: 'it sends that as well before it looks at the rest' },
    ],
  },
  {
    id: 'repay-loan.recorded-and-called-failed',
    breaks: 'REP-81',
    caughtBy: 'repay-loan.failed-with-message',
    how: 'Every fourth repayment that is recorded is answered with status FAILED.',
    layers: [
      edit(
        endpoint,
        'status',
        changed(() => 'FAILED'),
        ({ status }, _request, context) => {
          const recorded = kept(context, 'recorded repayments', () => ({ count: 0 }));
          recorded.count += status === 200 ? 1 : 0;
          return status === 200 && recorded.count % 4 === 0;
        },
      ),
    ],
  },
  {
    id: 'repay-loan.repeat-taken-off',
    breaks: 'REP-79',
    caughtBy: 'repay-loan.takes-off-once',
    how: 'A repeated key is answered as before, and its amount taken off once more.',
    layers: [
      alsoTakingOff((response, request, isRepeat) =>
        isRepeat && response.status === 200 ? amountOf(request) : 0,
      ),
    ],
  },
  {
    id: 'repay-loan.rest-in-binary-numbers',
    breaks: 'REP-76',
    caughtBy: 'repay-loan.rest',
    how: 'Amounts are added as binary numbers and compared with the total payable.',
    layers: [
      (request, next, context) => {
        const loan = loanOf(request, context);
        if (context.endpoint !== endpoint || !loan) {
          return next(request);
        }
        const repaid = recordedOf(loan, context)
          .map(({ amountMinor }) => amountMinor / 100)
          .reduce((sum, amount) => sum + amount, 0);
        const whole = repaid + amountOf(request);
        return repaid > 0 && whole > loan.totalPayableMinor / 100
          ? refused('Invalid amount')
          : next(request);
      },
    ],
  },
  {
    id: 'repay-loan.old-payments-verified',
    breaks: 'REP-2',
    caughtBy: 'repay-loan.pending-verification',
    how: 'A repayment that was paid more than a day ago is VERIFIED at once.',
    layers: [
      edit(
        endpoint,
        'data/verificationStatus',
        changed(() => 'VERIFIED'),
        (response, request, context) =>
          successful(response, request, context) &&
          Date.now() - Date.parse(String(objectOf(request.body)?.paymentDate)) > 24 * 3_600_000,
      ),
    ],
  },
  {
    id: 'repay-loan.cents-cut-off',
    breaks: 'REP-77',
    caughtBy: 'repay-loan.value.amount-with-cents',
    how: 'The repaid amount is answered without its cents.',
    layers: [
      edit(
        endpoint,
        'data/repaymentAmount',
        changed((amount) => Math.trunc(Number(amount))),
      ),
    ],
  },
];
