import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { leavesOf } from '../../expectations.ts';
import { jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { first, mayHideIdentifier, mayNameRecord, second } from '../idempotency/experiments.ts';
import { headerRefusals } from '../lending/lending-headers.ts';
import { expectServedTogether } from '../lending/served-together.ts';
import { expectFirstAccepted } from '../own-entry.ts';
import { baseOf } from '../valid-call.ts';
import { expectNothingOptionalDemanded } from './optional-demanded.ts';
import { VERIFICATIONS } from './repayment-texts.ts';

const endpoint = 'repay-loan' as const;
const base = baseOf(endpoint);

/** What the answer to a repayment may hold that names no record of it: of which loan it was, and how much. */
async function notOfRecord(context: CheckContext, { body }: CallOptions): Promise<string[]> {
  const { values: loan } = await first(context, endpoint);
  const repaid = Number(valueAt(body, 'repaymentAmount'));
  return [...Object.values(loan), repaid, ...VERIFICATIONS].map(String);
}

const IDENTIFIER = 'an identifier of the repayment record somewhere in data';
const NONE = 'no value that may be one';

const succeeds: Check = {
  ...base,
  id: 'repay-loan.succeeds',
  title: 'records a repayment with every required field',
  requirements: ['REP-15', 'REP-24', 'REP-27', 'SVC-4'],
  after: [],
  takes: { 'active-loan': 1 },
  async run(context) {
    const sent = await first(context, endpoint);
    await expectNothingOptionalDemanded(context, sent);
    expectFirstAccepted(sent, 'a repayment with every required field');
  },
  again: (context) => expectServedTogether(context, endpoint),
};

const identifier: Check = {
  ...base,
  id: 'repay-loan.value.record-identifier',
  title: 'answers a repayment with an identifier of its record in data',
  requirements: ['REP-3'],
  after: ['repay-loan.status-and-data'],
  cause: 'the answer to a repayment holds no identifier of its record',
  async run(context) {
    const { exchange: one, options } = await first(context, endpoint);
    if (mayNameRecord(one, await notOfRecord(context, options))) {
      return;
    }
    // What one answer hides in a sentence or a time, a second one may show by differing.
    const { exchange: other } = await second(context, endpoint);
    if (mayHideIdentifier(one, other)) {
      context.inconclusive(
        'What differs between two repayments is a time or a sentence, which may or may not name the record.',
      );
    }
    deviate(IDENTIFIER, NONE);
  },
};

const fieldNames: Check = {
  ...base,
  id: 'repay-loan.observes.field-names',
  title: 'shows the field names in the answer to a repayment',
  requirements: ['REP-10'],
  level: 'open',
  after: ['repay-loan.status-and-data'],
  async run(context) {
    const { exchange } = await first(context, endpoint);
    const names = leavesOf(valueAt(jsonOf(exchange), 'data')).map(({ path }) => path.slice(1));
    context.observe('fields of data of repay-loan', names.sort().join(' '));
  },
};

/** Sections 2.5 and 4.7: a repayment that is recorded, and what its answer carries. */
export const repayLoanChecks: Check[] = [
  succeeds,
  identifier,
  fieldNames,
  ...headerRefusals(endpoint),
];
