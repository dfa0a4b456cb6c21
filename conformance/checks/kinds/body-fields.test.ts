import { describe, expect, it } from 'vitest';
import { bodyFields, firstOf, wrongValues } from './body-fields.ts';

/** By hand, from sections 2.3, 4.1, 4.2, 4.5 and 4.7: type and requirement of each field. */
const FIELDS = {
  login: ['email string LGN-5', 'currentPassword string LGN-6'],
  refresh: ['refresh_token string RFR-6'],
  'awaiting-payments': [
    'selectedCurrency string PAY-30',
    'fromDate string PAY-31',
    'toDate string PAY-32',
    'searchablePaymentReference string PAY-95 optional',
  ],
  'request-loan': [
    'currencyCode string LOAN-1',
    'dateOfBirth string LOAN-2',
    'durationCounter number LOAN-3',
    'loanApplicationStatusEnum string LOAN-4',
    'employmentStatus string LOAN-5',
    'loanAmount number LOAN-6',
    'bvn string LOAN-7',
    'firstName string LOAN-8',
    'lastName string LOAN-9',
    'accountNumber string LOAN-10',
    'bankCode string LOAN-11',
    'phoneNumber string LOAN-12',
    'loanDuration number LOAN-13',
    'loanProductId string LOAN-14',
    'loanRepaymentMethodEnum string LOAN-15',
    'monthlyIncome number LOAN-16',
  ],
  'repay-loan': [
    'repaymentAmount number REP-19',
    'customerId string REP-20',
    'accountId string REP-21',
    'bankAccountId string REP-22',
    'repaymentReference string REP-23',
    'paymentDate string REP-57 optional',
    'paymentNarration string REP-80 optional',
  ],
} as const;

describe('the fields of a body', () => {
  it.each(Object.entries(FIELDS))('are those that the specification gives %s', (name, fields) => {
    const told = bodyFields(name as keyof typeof FIELDS).map(
      ({ field, type, requirement, required }) =>
        `${field} ${type} ${requirement}${required ? '' : ' optional'}`,
    );
    expect(told).toEqual(fields);
  });

  it('are none where no body is shown', () => {
    expect(bodyFields('update-application')).toEqual([]);
  });

  it('each have a requirement, and an item that has none is a mistake', () => {
    expect(() => firstOf('must', '4.7', 'shoeSize')).toThrow('section 4.7 has no must of shoeSize');
  });
});

describe('wrong values', () => {
  const text = { type: 'string', required: true, hasDefault: false, hasForm: false } as const;

  it('of a text are an object, a list and null; true may be read as a text', () => {
    expect(wrongValues(text, 'Ada')).toEqual([{ not: 'a string' }, ['Ada', 'Ada'], null]);
  });

  it('are none that JavaScript reads as the value itself', () => {
    const good = '31/01/2026';
    const values = wrongValues({ ...text, hasForm: true }, good);
    expect(values.map(String)).not.toContain(good);
    expect(wrongValues({ ...text, type: 'number' }, 5).map(Number)).not.toContain(5);
  });

  it('of a text with a form include true', () => {
    expect(wrongValues({ ...text, hasForm: true }, '2026-01-31')).toContain(true);
  });

  it('of a number include a text that is no number', () => {
    const values = wrongValues({ ...text, type: 'number' }, 5);
    expect(values).toEqual(['not a number', [5, 5], null, true, { value: 5 }]);
  });

  it('leave null out where the field is optional or has a default', () => {
    expect(wrongValues({ ...text, required: false }, 'x')).not.toContain(null);
    expect(wrongValues({ ...text, hasDefault: true }, 'x')).not.toContain(null);
  });
});
