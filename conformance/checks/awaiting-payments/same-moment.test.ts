import { describe, expect, it } from 'vitest';
import { endWithinMoment } from './same-moment.ts';

/** As many payments as moments are given, each a digit of the text. */
const payments = (moments: string) =>
  [...moments].map((digit) => ({ creationDate: `2026-03-0${digit}T10:00:00` }));

describe('the end of a page between two payments of the same moment', () => {
  it('is that of the largest page below the default size', () => {
    expect(endWithinMoment(payments('9876544321'))).toEqual({ page: 1, size: 6 });
    expect(endWithinMoment(payments('9'.repeat(30)))).toEqual({ page: 1, size: 19 });
  });

  it('is that of a later page where so many are before it', () => {
    const moments = '123456789'.repeat(3);
    expect(endWithinMoment(payments(`${moments}112`))).toEqual({ page: 2, size: 14 });
  });

  it('is none where all moments differ, are missing or no text', () => {
    expect(endWithinMoment(payments('987654321'))).toBeUndefined();
    expect(endWithinMoment([{}, {}])).toBeUndefined();
    expect(endWithinMoment([{ creationDate: 5 }, { creationDate: 5 }])).toBeUndefined();
  });
});
