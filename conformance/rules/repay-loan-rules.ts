import type { LoanValues } from '../../target/target.ts';
import { textOf } from '../checks/entry-text.ts';
import {
  holdsAmount,
  isConfirmation,
  VERIFICATIONS,
  wordsOf,
} from '../checks/repayments/repayment-texts.ts';
import { expectField, expectValueSomewhere, isObject, leavesOf } from '../expectations.ts';
import { valueAt } from '../http/exchange.ts';
import { headerValue } from '../http/header-value.ts';
import { deviate } from '../outcome.ts';
import type { Knowledge } from './knowledge.ts';
import type { Rule, Told } from './rule.ts';

const base = {
  endpoint: 'repay-loan',
  level: 'must',
  users: ['customer'],
  states: ['active-loan'],
  after: ['repay-loan.succeeds'],
} satisfies Partial<Rule>;

/** The record that a repayment's answer carries, where it was recorded just now. */
export function recordOf({ succeeded, repeatedKey, json }: Told): object | undefined {
  const data = valueAt(json, 'data');
  return succeeded && !repeatedKey && typeof data === 'object' && data !== null ? data : undefined;
}

/** The loan that was repaid, where a state supplied it and its customer repaid it. */
function repaidLoan({ options, caller }: Told, known: Knowledge): LoanValues | undefined {
  const loan = known.loanOf(valueAt(options.body, 'accountId'));
  if (caller === undefined || loan === undefined) {
    return undefined;
  }
  // The address may be masked where it is told; then the path says who repays.
  const isOwn =
    caller.email === loan.customerEmail.toLowerCase() ||
    options.path?.['user-id']?.toLowerCase() === loan.customerId.toLowerCase();
  return isOwn ? loan : undefined;
}

const status: Rule[] = [
  {
    ...base,
    id: 'repay-loan.status-and-data',
    title: 'answers every recorded repayment with status and data',
    requirements: ['REP-18', 'SVC-12'],
    judge({ succeeded, repeatedKey, json }) {
      if (!succeeded || repeatedKey) {
        return false;
      }
      const data = valueAt(json, 'data');
      if (valueAt(json, 'status') === undefined) {
        deviate('status in the answer', 'none');
      }
      if (!isObject(data)) {
        deviate('data to be an object', textOf(data));
      }
      return true;
    },
  },
  {
    ...base,
    id: 'repay-loan.verificationStatus',
    title: 'gives verificationStatus as one of its three values',
    requirements: ['REP-1'],
    judge(told) {
      // What a repeated key is answered is open, but not which values there are.
      const data = valueAt(told.json, 'data');
      const isTold = told.succeeded && valueAt(data, 'verificationStatus') !== undefined;
      const record = recordOf(told) ?? (isTold ? (data as object) : undefined);
      if (!record) {
        return false;
      }
      expectField([record], 'repay-loan-response', 'data/verificationStatus', 'repayment record');
      return true;
    },
  },
  {
    ...base,
    id: 'repay-loan.pending-verification',
    title: 'gives every new repayment the verificationStatus PENDING_VERIFICATION',
    requirements: ['REP-2'],
    judge(told) {
      const said = valueAt(recordOf(told), 'verificationStatus');
      if (said === undefined) {
        return false;
      }
      if (said !== 'PENDING_VERIFICATION') {
        deviate('verificationStatus "PENDING_VERIFICATION"', textOf(said));
      }
      return true;
    },
  },
];

/** The values of section 2.5 that the request or the state foretells; names are not shown. */
const VALUES: {
  value: string;
  what: string;
  requirement: string;
  wanted(told: Told, loan: LoanValues): unknown;
}[] = [
  {
    value: 'customer-email',
    what: "the customer's e-mail address",
    requirement: 'REP-6',
    wanted: (_, loan) => loan.customerEmail,
  },
  {
    value: 'product-name',
    what: 'the name of the loan product',
    requirement: 'REP-7',
    // Who asks for a language may be told the name in it (RFC 9110 section 12.5.4).
    wanted: ({ exchange }, loan) =>
      headerValue(exchange.request.headers, 'accept-language') === undefined
        ? loan.productName
        : undefined,
  },
  {
    value: 'reference',
    what: 'the payment reference',
    requirement: 'REP-8',
    wanted: ({ options }) => valueAt(options.body, 'repaymentReference'),
  },
];

const values = VALUES.map(
  ({ value, what, requirement, wanted }): Rule => ({
    ...base,
    id: `repay-loan.value.${value}`,
    title: `answers every repayment with ${what} in data`,
    requirements: [requirement],
    judge(told, known) {
      const record = recordOf(told);
      const loan = repaidLoan(told, known);
      const expected = loan && wanted(told, loan);
      if (!record || (typeof expected !== 'string' && typeof expected !== 'number')) {
        return false;
      }
      expectValueSomewhere(record, expected, what);
      return true;
    },
  }),
);

/** Whether an amount has cents though the total payable has none: the currency may know none. */
const isFinerThanTotal = (repaid: number, loan: LoanValues | undefined) =>
  loan !== undefined && Number.isInteger(loan.totalPayable) && !Number.isInteger(repaid);

const AMOUNTS = [
  {
    value: 'amount',
    what: 'the repaid amount',
    requirement: 'REP-4',
    level: 'must',
    isMeant: (isFiner: boolean) => !isFiner,
  },
  {
    value: 'amount-with-cents',
    what: 'the cents of the repaid amount',
    requirement: 'REP-77',
    level: 'should',
    isMeant: (isFiner: boolean) => isFiner,
    unseen: 'No amount with cents was taken for a loan whose total payable has none.',
  },
] as const;

const amounts = AMOUNTS.map(
  ({ value, what, requirement, level, isMeant, ...rest }): Rule => ({
    ...base,
    ...rest,
    id: `repay-loan.value.${value}`,
    title: `answers every repayment with ${what} in data`,
    requirements: [requirement],
    level,
    judge(told, known) {
      const record = recordOf(told);
      const repaid = valueAt(told.options.body, 'repaymentAmount');
      if (!record || typeof repaid !== 'number') {
        return false;
      }
      const loan = known.loanOf(valueAt(told.options.body, 'accountId'));
      if (!isMeant(isFinerThanTotal(repaid, loan))) {
        return false;
      }
      if (!holdsAmount(record, repaid)) {
        deviate(
          `the repaid amount ${repaid} somewhere in data, as a number or in a text`,
          'no such amount',
        );
      }
      return true;
    },
  }),
);

const customerName: Rule = {
  ...base,
  id: 'repay-loan.value.customer-name',
  title: "answers every repayment with the customer's name in data",
  requirements: ['REP-5'],
  judge(told, known) {
    const record = recordOf(told);
    const loan = repaidLoan(told, known);
    if (!record || !loan) {
      return false;
    }
    // First and last name may stand in fields of their own; an e-mail address is no name, unless who has none
    // is called by it.
    const isAddress = loan.customerName.includes('@');
    const named = (text: string) => (isAddress ? text : text.replaceAll(/\S+@\S+/g, ' '));
    const held = new Set(
      leavesOf(record).flatMap(({ value }) =>
        typeof value === 'string' ? wordsOf(named(value)) : [],
      ),
    );
    if (wordsOf(loan.customerName).some((word) => !held.has(word))) {
      deviate(
        `the customer's name ${JSON.stringify(loan.customerName)} somewhere in data`,
        'no such name',
      );
    }
    return true;
  },
};

const message: Rule = {
  ...base,
  id: 'repay-loan.value.message',
  title: 'answers every repayment with a confirmation message',
  requirements: ['REP-9'],
  judge(told, known) {
    const loan = repaidLoan(told, known);
    if (!recordOf(told) || !loan) {
      return false;
    }
    const { status: _, ...rest } = told.json as Record<string, unknown>;
    const others = [
      ...Object.values(loan),
      ...Object.values(told.options.body ?? {}),
      ...VERIFICATIONS,
    ].map(String);
    if (!leavesOf(rest).some((leaf) => isConfirmation(leaf, others))) {
      deviate('a confirmation message in the answer', 'no text besides the other values');
    }
    return true;
  },
};

/** Sections 2.5 and 4.7: what the answer to every recorded repayment carries. */
export const repayLoanRules: Rule[] = [...status, ...amounts, ...values, customerName, message];
