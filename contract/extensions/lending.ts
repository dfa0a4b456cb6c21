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

const COLLECTED_BY = oneOf(['LENDER', 'THIRD_PARTY']);

/** Who collects a loan, and why, where somebody said. */
const COLLECTION = { collectedBy: COLLECTED_BY, collectionReason: { type: ['string', 'null'] } };

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
  'decline-application': {
    named: '3.1',
    tag: TAG,
    summary: 'Decline an application: REQUESTED becomes DECLINED',
    method: 'POST',
    path: `${OURS}/loan-applications/{id}/decline`,
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
        ...COLLECTION,
        manualRepaymentAllowed: { type: 'boolean' },
      }),
    ),
    successStatus: 200,
  },
  'change-collection': {
    named: '4.7',
    tag: TAG,
    summary: 'Hand the collection of a loan to a third party, or take it back, and say why',
    method: 'PUT',
    path: `${OURS}/loans/{id}/collection`,
    request: {
      schema: asked({ collectedBy: COLLECTED_BY, reason: { ...TEXT, maxLength: 200 } }),
      example: { collectedBy: 'THIRD_PARTY', reason: 'three instalments are overdue' },
    },
    response: success(exactly({ accountId: UUID, ...COLLECTION })),
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
