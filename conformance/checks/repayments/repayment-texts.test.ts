import { describe, expect, it } from 'vitest';
import { holdsAmount, isConfirmation } from './repayment-texts.ts';

describe('an amount in an answer', () => {
  it.each([
    10.71,
    '10.71',
    '10.710',
    'NGN 10.71',
    'NGN10.71',
    '10,71',
    '10.71 NGN',
    '₦10.71',
    '10,71 ₦',
    '‎١٠٫٧١ ر.س',
    '１０．７１元',
    'Your repayment of NGN 10.71 was received.',
  ])('is found in %j', (value) => {
    expect(holdsAmount({ paid: [{ value }] }, 10.71)).toBe(true);
  });

  it.each(['1234.56', '1,234.56', '1.234,56 EUR', "CHF 1'234.56", '1 234,56', '1\u00a0234,56'])(
    'is found with separators in %j',
    (value) => {
      expect(holdsAmount({ value }, 1234.56)).toBe(true);
    },
  );

  it('may be whole, with or without a fraction of nothing', () => {
    for (const value of [1500, '1500', '1,500', '1.500', '1500.00', '1.500,00', 'NGN 1,500.00']) {
      expect(holdsAmount({ value }, 1500), String(value)).toBe(true);
    }
  });

  it.each([1071, '1071'])('is found in %j, in the minor unit', (value) => {
    expect(holdsAmount({ amountMinor: value }, 10.71)).toBe(true);
  });

  it('is not in the minor unit under the name that it was sent by', () => {
    expect(holdsAmount({ repaymentAmount: 1071 }, 10.71)).toBe(false);
    expect(holdsAmount({ repaymentAmount: 1071, amountMinor: 1071 }, 10.71)).toBe(true);
  });

  it('is found in two fields: units and nanos, or digits and a scale', () => {
    expect(holdsAmount({ paid: { units: '10', nanos: 710_000_000 } }, 10.71)).toBe(true);
    expect(holdsAmount({ paid: { value: '107100', scale: 4 } }, 10.71)).toBe(true);
    expect(holdsAmount({ units: '10', paid: { nanos: 710_000_000 } }, 10.71)).toBe(false);
    expect(holdsAmount({ paid: { units: '10', nanos: 0 } }, 10.71)).toBe(false);
    expect(holdsAmount({ paid: { value: '10', scale: 0 } }, 10.71)).toBe(false);
  });

  it.each([
    1070,
    '1072',
    'NGN 1071',
    '10.72',
    'NGN 110.71',
    '10.7',
    '',
    null,
    true,
    'none',
    'REF-10.71-X',
    '2026-10-71',
  ])('is not found in %j', (value) => {
    expect(holdsAmount({ value }, 10.71)).toBe(false);
  });

  it('is not taken from a date, a time or an identifier', () => {
    for (const value of [
      '2026-01-10',
      '10:30',
      '10/01/2026',
      'a10-b',
      'LN-10',
      '2026-01-10T09:10Z',
    ]) {
      expect(holdsAmount({ value }, 10), value).toBe(false);
    }
  });
});

describe('a confirmation message', () => {
  const others = ['Ada Okafor', 'ada@example.com', 'Quick Loan', 'LN-77AB'];
  const isOne = (text: string, name = 'x') =>
    isConfirmation({ path: `/${name}`, value: text }, others);

  it.each([
    'the repayment is recorded',
    'REPAYMENT RECORDED',
    'CONFIRMED',
    'Recorded.',
    'تم تسجيل السداد',
    '还款已记录，等待核实',
    '已收到10.71奈拉',
    'Платёж принят',
  ])('is %j', (text) => {
    expect(isOne(text)).toBe(true);
  });

  it.each([
    '',
    '  ',
    '12345',
    'Ada',
    'quick loan',
    'NGN',
    'NGN 10.71',
    '10.71 NGN',
    'PENDING_VERIFICATION',
    'BANK_TRANSFER',
    '6f1c2f6e-8f2c-4a55-9a45-0b8f14f1a001',
    '2026-01-31T09:30:00Z',
    'LN-77AB',
    'somebody@example.com',
    'REP0001',
  ])('is not %j', (text) => {
    expect(isOne(text)).toBe(false);
  });

  it('may be a code where the field says that it is a message', () => {
    expect(isOne('REPAYMENT_RECORDED', 'message')).toBe(true);
    expect(isOne('OK', 'confirmationMessage')).toBe(true);
    expect(isOne('Ada', 'Information')).toBe(true);
    expect(isOne(others[0] ?? '', 'message')).toBe(false);
    expect(isOne('', 'message')).toBe(false);
  });

  it('is no value that is not a text', () => {
    expect(isConfirmation({ path: '/message', value: 5 }, others)).toBe(false);
    expect(isConfirmation({ path: '/message', value: '✓' }, others)).toBe(true);
    expect(isConfirmation({ path: '/state', value: '✓' }, others)).toBe(false);
    expect(isConfirmation({ path: '/message', value: '12' }, others)).toBe(false);
  });
});
