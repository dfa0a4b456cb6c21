import { requirements } from '../requirement.ts';

/** The error scenarios of repay-loan (section 7). */
export const REPAYMENT_SCENARIOS = requirements(
  ['repay-loan'],
  [
    {
      id: 'REP-47',
      section: '7',
      item: 'scenario loan-not-found',
      level: 'must',
      text: 'A customer without an active loan cannot repay: status FAILED and an error message.',
    },
    {
      id: 'REP-48',
      section: '7',
      item: 'scenario loan-closed',
      level: 'must',
      text: 'A closed loan cannot be repaid: status FAILED and an error message.',
    },
    {
      id: 'REP-49',
      section: '7',
      item: 'scenario unauthorized',
      level: 'must',
      text: 'A customerId that is not the authenticated user is refused: status FAILED and an error message.',
    },
    {
      id: 'REP-50',
      section: '7',
      item: 'scenario manual-not-allowed',
      level: 'must',
      text: 'A loan with third-party collection cannot be repaid by hand: status FAILED and an error message.',
    },
    {
      id: 'REP-51',
      section: '7',
      item: 'scenario invalid-amount',
      level: 'must',
      text: 'A repayment of zero, below zero or above the total payable is refused: status FAILED and an error message.',
    },
    {
      id: 'REP-52',
      section: '7',
      item: 'scenario bank-account-mismatch',
      level: 'must',
      text: "A bank account that is not the customer's is refused: status FAILED and an error message.",
    },
    {
      id: 'REP-53',
      section: '7',
      item: 'scenario missing-loan-application',
      level: 'must',
      text: 'A loan whose record lacks a loan application id cannot be repaid: status FAILED and an error message.',
    },
    {
      id: 'REP-81',
      section: '7',
      item: 'scenarios',
      level: 'must',
      text: 'Whatever a repayment fails for, a status that says so is FAILED, spelled so, and an error message stands beside it.',
    },
    {
      id: 'REP-54',
      section: '7',
      item: 'scenario-codes',
      level: 'open',
      text: 'The HTTP status codes of the repayment scenarios and the name of the error-message field are open.',
    },
    {
      id: 'REP-55',
      section: '7',
      item: 'header-errors',
      level: 'open',
      text: 'Status code and body of errors of the idempotency and x-fapi headers are open.',
    },
  ],
);
