import { schemaId } from '../schemas.ts';
import {
  AMOUNT,
  asked,
  type Extension,
  exactly,
  listOf,
  OURS,
  oneOf,
  success,
  TEXT,
  UUID,
} from './extension.ts';

const TAG = 'Lending, by the lender';

/** The loan application of section 2.4. */
const APPLICATION = { $ref: schemaId('loan-application') };

/** What the lender does, and what a borrower must know (sections 2.3, 3.1, 3.3, 4.7). */
export const LENDING = {
  'list-loan-products': {
    named: '2.3',
    tag: TAG,
    summary: "List the loan products of the caller's organisation",
    method: 'GET',
    path: `${OURS}/loan-products`,
    response: success(
      exactly({
        loanProducts: listOf(
          exactly({
            loanProductId: UUID,
            productName: TEXT,
            currencyCode: TEXT,
            minLoanAmount: AMOUNT,
            maxLoanAmount: AMOUNT,
            interestRate: { ...AMOUNT, description: 'percent over the whole term' },
            durationCounterUnitEnum: TEXT,
            minLoanDuration: AMOUNT,
            maxLoanDuration: AMOUNT,
            manualRepaymentAllowed: { type: 'boolean' },
          }),
        ),
      }),
    ),
    successStatus: 200,
  },
  'send-offer': {
    named: '3.1',
    tag: TAG,
    summary: 'Offer the loan: REQUESTED becomes OFFER_SENT',
    method: 'POST',
    path: `${OURS}/loan-applications/{id}/offer`,
    response: success(APPLICATION),
    successStatus: 200,
  },
  'disburse-loan': {
    named: '2.3',
    tag: TAG,
    summary: 'Pay out the loan of an accepted application',
    method: 'POST',
    path: `${OURS}/loan-applications/{id}/disbursement`,
    response: success(
      exactly({
        loanApplicationId: UUID,
        accountId: UUID,
        bankAccountId: UUID,
        disbursedAmount: AMOUNT,
        totalPayable: AMOUNT,
        currencyCode: TEXT,
        disbursedDate: TEXT,
      }),
    ),
    successStatus: 200,
  },
  'repayment-instructions': {
    named: '4.7',
    tag: TAG,
    summary: 'Tell where a repayment is transferred to, and under which reference',
    method: 'GET',
    path: '/api/v1/services/user/repayment-instructions/{id}',
    response: success(
      exactly({
        bankName: TEXT,
        bankCode: TEXT,
        accountNumber: TEXT,
        accountName: TEXT,
        accountId: UUID,
        accountStatus: oneOf(['ACTIVE', 'CLOSED']),
        bankAccountId: { type: ['string', 'null'], format: 'uuid' },
        repaymentReference: TEXT,
        totalPayable: AMOUNT,
        currencyCode: TEXT,
        manualRepaymentAllowed: { type: 'boolean' },
      }),
    ),
    successStatus: 200,
  },
  'verify-repayment': {
    named: '3.3',
    tag: TAG,
    summary: 'Say whether the money of a repayment came',
    method: 'PUT',
    path: `${OURS}/repayments/{id}/verification`,
    request: {
      schema: asked({ verificationStatus: oneOf(['VERIFIED', 'REJECTED']) }),
      example: { verificationStatus: 'VERIFIED' },
    },
    response: success(
      exactly({ repaymentRecordId: UUID, verificationStatus: oneOf(['VERIFIED', 'REJECTED']) }),
    ),
    successStatus: 200,
  },
} satisfies Record<string, Extension>;
