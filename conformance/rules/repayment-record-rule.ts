import { mayIdentify, second } from '../checks/idempotency/experiments.ts';
import { roundsInForms } from '../checks/idempotency/repeats-in-forms.ts';
import { VERIFICATIONS } from '../checks/repayments/repayment-texts.ts';
import { leavesOf } from '../expectations.ts';
import { valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { Knowledge } from './knowledge.ts';
import { recordOf } from './repay-loan-rules.ts';
import type { Rule, Told } from './rule.ts';

/** What the answers to repayments have held at one place of `data`. */
interface Place {
  values: Set<unknown>;
  /** whether every answer that had a value there had another */
  isUnique: boolean;
  /** the places that all of those answers have */
  shape: ReadonlySet<string>;
}

/** As many other values nothing has by chance that is not the record's own. */
const ENOUGH = 3;

/** The values of an answer that may name its record, by their place: not those of the request or the loan. */
function namesIn(told: Told, record: object, known: Knowledge): Map<string, unknown> | undefined {
  const loan = known.loanOf(valueAt(told.options.body, 'accountId'));
  if (loan === undefined) {
    return undefined;
  }
  const ofOthers = new Set(
    [...Object.values(loan), ...Object.values(told.options.body as object), ...VERIFICATIONS].map(
      String,
    ),
  );
  return new Map(
    leavesOf(record)
      .filter(({ value }) => mayIdentify(value) && !ofOthers.has(String(value)))
      .map(({ path, value }) => [path, value]),
  );
}

/** Notes what an answer holds that may name its record. */
function note(
  places: Map<string, Place>,
  names: ReadonlyMap<string, unknown>,
  shape: Set<string>,
): void {
  for (const [path, value] of names) {
    const before = places.get(path);
    const values = before?.values ?? new Set();
    places.set(path, {
      isUnique: before?.isUnique !== false && !values.has(value),
      values: values.add(value),
      shape: before ? shape.intersection(before.shape) : shape,
    });
  }
}

/**
 * Section 2.5: each repayment has a record, which its answer names. Where names have no name in the specification,
 * they are what is another in every answer; an answer that is like those but for such a value names none.
 */
export const repaymentRecordRule: Rule = {
  id: 'repay-loan.names-every-record',
  title: 'names the record of every repayment where the answers before did',
  requirements: ['REP-3'],
  level: 'must',
  endpoint: 'repay-loan',
  users: ['customer'],
  states: ['active-loan'],
  after: ['repay-loan.value.record-identifier'],
  cause: 'the answer to a repayment holds no identifier of its record',
  async ask(context) {
    await second(context, 'repay-loan');
    await roundsInForms(context, 'repay-loan');
  },
  unseen: 'Nothing was another in the answer to each of several repayments.',
  judge(told, known) {
    const record = recordOf(told);
    const names = record && namesIn(told, record, known);
    if (!record || !names) {
      return false;
    }
    const places = known.firstTold('what names repayments', new Map<string, Place>());
    const leaves = new Map(leavesOf(record).map(({ path, value }) => [path, value]));
    const shape = new Set(leaves.keys());
    const naming = [...places].filter(
      ([, { values, isUnique }]) => isUnique && values.size >= ENOUGH,
    );
    // The number of a record may be that of an amount as well, by chance.
    const isNamed = naming.some(([path]) => mayIdentify(leaves.get(path)));
    // What is told in another shape may name its record in another place.
    const isAlike = naming.every(([path, { shape: usual }]) =>
      [...usual].every((each) => each === path || shape.has(each) || places.get(each)?.isUnique),
    );
    const isElsewhere = [...names.keys()].some((path) => !places.has(path));
    if (naming.length > 0 && !isNamed && isAlike && !isElsewhere) {
      const paths = naming.map(([path]) => `data${path}`).join(' or ');
      deviate(`an identifier of the record at ${paths}, as in other answers`, 'none');
    }
    note(places, names, shape);
    return naming.length > 0;
  },
};
