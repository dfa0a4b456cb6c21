import type { Profile } from './profile.ts';

const RULE = '4.7 gives bounds of the amount; which other repayments a vendor takes is not shown';

/** Least share of what is owed that a repayment may be. */
const LEAST_SHARE = 0.1;

/** What a late repayment costs: a part of what is left, and so much in units of the currency. */
const INTEREST = 0.015;
const PENALTY = 25;

/** Rules about repayments, and forms of their answer. */
export const repaymentProfiles: Profile[] = [
  {
    name: 'one-pending-repayment',
    does: 'Refuses a second repayment of a loan while one waits for its verification.',
    room: RULE,
    change: (rules) => {
      rules.repayments.push(({ loan }) =>
        loan.pending.length > 0 ? 'a repayment of this loan is being verified' : undefined,
      );
    },
  },
  {
    name: 'whole-repayments',
    does: 'Refuses repayments in fractions of the currency.',
    room: '4.7: the rule of repaymentAmount says nothing of fractions',
    change: (rules) => {
      rules.repayments.push(({ amount }) =>
        Number.isInteger(amount) ? undefined : 'please repay whole amounts',
      );
      rules.supplies.add('repaymentAmount');
      const accepted = rules.acceptedRepayment;
      rules.acceptedRepayment = (totalPayable) => Math.floor(accepted(totalPayable));
    },
  },
  {
    name: 'least-repayment',
    does: 'Refuses repayments under a tenth of what is owed.',
    room: RULE,
    change: (rules) => {
      rules.repayments.push(({ amount, loan }) =>
        amount < LEAST_SHARE * loan.totalPayable ? 'this is less than an instalment' : undefined,
      );
      rules.supplies.add('repaymentAmount');
      rules.acceptedRepayment = (totalPayable) => Math.ceil(totalPayable / 4);
    },
  },
  {
    name: 'reference-once',
    does: 'Refuses a repaymentReference that was recorded before.',
    room: '4.7: it is the "reference of the bank transfer", and a transfer pays once',
    change: (rules) => {
      rules.repayments.push(({ reference, store }) =>
        store.loans.some(({ pending }) => pending.includes(reference))
          ? 'this transfer is recorded already'
          : undefined,
      );
    },
  },
  {
    name: 'reference-of-instructions',
    does: 'Refuses a repaymentReference other than that of the repayment instructions.',
    room: '4.7: "should match the reference in the repayment instructions"',
    change: (rules) => {
      rules.repayments.push(({ reference, loan }) =>
        reference === loan.reference ? undefined : 'we do not know this reference',
      );
    },
  },
  {
    name: 'recent-payments',
    does: 'Refuses a paymentDate in the future or older than a year.',
    room: '4.7: paymentDate is "ISO 8601"; which dates are taken is not shown',
    change: (rules) => {
      rules.repayments.push(({ at, now }) =>
        at > now + 60_000 || now - at > 365 * 86_400_000
          ? 'the payment date is not within the last year'
          : undefined,
      );
    },
  },
  {
    name: 'short-narration',
    does: 'Refuses a paymentNarration of more than 30 characters.',
    room: '8: "request-size limits: not shown"',
    change: (rules) => {
      rules.repayments.push(({ narration }) =>
        (narration ?? '').length > 30 ? 'the narration is too long' : undefined,
      );
    },
  },
  {
    name: 'repayment-counts-at-once',
    does: 'Lowers what is owed as soon as a repayment is recorded.',
    room: '3.3: "Moves between them: not shown", nor when the debt shrinks',
    change: (rules) => {
      rules.owedAfter = (owed, repaid) => owed - repaid;
    },
  },
  {
    name: 'charges-with-repayments',
    does: 'Books interest and a penalty with each repayment that leaves something, so that more is owed than before.',
    room: '4.7 names the total payable only; what makes it up, and when it grows, is not shown',
    excludes: ['repayment-counts-at-once'],
    change: (rules) => {
      rules.owedAfter = (owed, repaid) => {
        const left = owed - repaid;
        return left > 0 ? left * (1 + INTEREST) + PENALTY : left;
      };
    },
  },
  {
    name: 'amount-in-text',
    does: 'Shows the repaid amount as a text with currency and thousands.',
    room: '2.5: "the repaid amount … Their field names: not shown", nor the type',
    change: (rules) => {
      rules.repaidAmount = (amount, currency) => {
        const digits = { minimumFractionDigits: 2 };
        return `${currency} ${amount.toLocaleString('en-GB', digits)}`;
      };
    },
  },
  {
    name: 'amount-in-units-and-nanos',
    does: 'Shows the repaid amount as whole units and billionths, as google.type.Money has it.',
    room: '2.5: "the repaid amount … Their field names: not shown", nor the type',
    excludes: ['amount-in-text'],
    change: (rules) => {
      rules.repaidAmount = (amount, currencyCode) => {
        const units = Math.trunc(amount);
        return { currencyCode, units: `${units}`, nanos: Math.round((amount - units) * 100) * 1e7 };
      };
    },
  },
  {
    name: 'surname-first',
    does: 'Writes names as SURNAME, First.',
    room: '2.5: "the customer\'s name", in which form is not shown',
    change: (rules) => {
      rules.customerName = ({ firstName, lastName }) => `${lastName.toUpperCase()}, ${firstName}`;
    },
  },
  {
    name: 'called-by-e-mail',
    does: 'Calls who has no name by the e-mail address.',
    room: '2.5: "the customer\'s name", in which form is not shown',
    excludes: ['surname-first'],
    change: (rules) => {
      rules.customerName = ({ email }) => email;
    },
  },
];
