import { expect, it } from 'vitest';
import { quotationOf } from './quotation.ts';

it('is the sentence of the section that holds it', () => {
  const row = { section: '4.5', sentence: 'Role CASHIER is not allowed to call it.' };
  expect(quotationOf(row)).toBe('Section 4.5 says: “Role CASHIER is not allowed to call it.”');
  expect(quotationOf({ ...row, sentenceSection: '7' })).toMatch(/^Section 7 says: “/);
});

it('says so where the specification says nothing', () => {
  expect(quotationOf({ section: '4.5' })).toBe('Section 4.5 says nothing of it.');
});
