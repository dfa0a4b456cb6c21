import { randomUUID } from 'node:crypto';

/** What the stub target answers with. */
export interface Answer {
  status: number;
  body: string;
}

const CURRENCIES = ['NGN', 'GBP'];
const ROWS = 20;

/** A full page of 20 awaiting payments (section 2.2) for each currency, as ready text. */
const PAGES = new Map(
  CURRENCIES.map((currency) => [
    currency,
    page(Array.from({ length: ROWS }, (_, row) => payment(currency, row))),
  ]),
);
const EMPTY_PAGE = page([]);

/**
 * Section 4.5, cut to the size asked; there is but one page of each currency. One that strays has a payment
 * of a currency that nobody asked for.
 */
export function listingOf(
  query: URLSearchParams,
  body: string,
  empty: boolean,
  strays = false,
): Answer {
  const { selectedCurrency } = JSON.parse(body) as { selectedCurrency: string };
  const size = Number(query.get('size') ?? ROWS);
  const full = empty ? undefined : PAGES.get(selectedCurrency);
  if (strays) {
    return { status: 200, body: page([payment('XXX', 0)]) };
  }
  if (full === undefined) {
    return { status: 200, body: EMPTY_PAGE };
  }
  if (size >= ROWS) {
    return { status: 200, body: full };
  }
  const rows = Array.from({ length: size }, (_, row) => payment(selectedCurrency, row));
  return { status: 200, body: page(rows) };
}

/** Section 4.8: the application after the answer to its offer. */
export function updatedApplication(applicationId: string, accepted: boolean): Answer {
  const data = {
    applicationId,
    loanProductId: 'a0000000-0000-4000-8000-000000000001',
    userName: 'customer@stub.example',
    productName: 'Stub loan',
    currencyCode: 'NGN',
    employmentStatus: 'EMPLOYED',
    loanApplicationcreatedDate: '2026-01-31T09:30:00',
    userId: 'c0ffee00-0000-4000-8000-000000000001',
    durationCounterUnitEnum: 'MONTHS',
    requestedLoanAmount: 1000,
    loanStatus: accepted ? 'ACCEPTED' : 'WITHDRAWN',
    monthlyIncome: 500,
    dateOfBirth: '1990-06-15',
    loanDuration: 6,
  };
  return { status: 200, body: JSON.stringify({ status: 'SUCCESS', data }) };
}

/** Section 4.7: the record of a repayment, with names of our own for what the section leaves open. */
export function repaymentRecord(amount: number, reference: string): Answer {
  const data = {
    recordId: randomUUID(),
    verificationStatus: 'PENDING_VERIFICATION',
    amountRepaid: amount,
    name: 'Stub Customer',
    mail: 'customer@stub.example',
    product: 'Stub loan',
    reference,
    text: 'recorded',
  };
  return { status: 200, body: JSON.stringify({ status: 'SUCCESS', data }) };
}

/** The values of a state, or null where the stub has none of that name; what loans owe is up to it. */
export function stateOf(name: string, loansOwe = 100_000): object | null {
  switch (name) {
    case 'awaiting-payments':
      return {
        currency: 'NGN',
        otherCurrency: 'GBP',
        fromDate: '01/01/2026',
        toDate: '31/03/2026',
        count: ROWS,
        reference: 'PAY-REFERENCE-1',
      };
    case 'loan-product':
      return { loanProductId: 'a0000000-0000-4000-8000-000000000001', currencyCode: 'NGN' };
    case 'offer-sent':
      return { applicationId: randomUUID() };
    case 'active-loan':
      return {
        customerId: 'c0ffee00-0000-4000-8000-000000000001',
        accountId: randomUUID(),
        bankAccountId: 'b0000000-0000-4000-8000-000000000001',
        totalPayable: loansOwe,
        repaymentReference: 'LN-STUB',
      };
    default:
      return null;
  }
}

function page(awaitingPayments: object[]): string {
  return JSON.stringify({ status: 'SUCCESS', responseCode: 200, data: { awaitingPayments } });
}

function payment(currency: string, row: number): object {
  return {
    id: `d0000000-0000-4000-8000-0000000000${String(row).padStart(2, '0')}`,
    payableType: 'TRANSACTION',
    bankTransferFollowupActionType: 'AUTO_CONFIRM_TRANSACTION',
    bankTransferLifeCycle: 'AWAITING_BANK_TRANSFER_PAYMENT',
    mtoPaymentConfirmtionType: 'NOT_CONFIRMED',
    customerConfirmedPaymentDate: null,
    creationDate: '2026-02-01T10:00:00',
    currency,
    requestedBankTransferAmount: 100 + row,
    searchablePaymentReference: `PAY-REFERENCE-${row}`,
    payerBankTransferReference: `PAYER-${row}`,
  };
}
