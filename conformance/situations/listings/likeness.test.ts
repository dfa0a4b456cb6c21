import { describe, expect, it } from 'vitest';
import {
  nearForms,
  partOf,
  partOfSome,
  textUnlike,
  trigramSimilarity,
  UNLIKE_BELOW,
} from './likeness.ts';

describe('the similarity of two references', () => {
  it('is 1 for the same text in any case and 0 for nothing in common', () => {
    expect(trigramSimilarity('PAY-8F3K2', 'pay-8f3k2')).toBe(1);
    expect(trigramSimilarity('ABCDEF', 'UVWXYZ')).toBe(0);
    expect(trigramSimilarity('', 'UVWXYZ')).toBe(0);
  });

  it('tells a slip of one letter from another reference', () => {
    expect(trigramSimilarity('PAY-8F3K2M7Q', 'PAY-8F3L2M7Q')).toBeGreaterThan(UNLIKE_BELOW);
    expect(trigramSimilarity('PAY-8F3K2M7Q', 'PAY-1X9Z7B4T')).toBeLessThan(UNLIKE_BELOW);
  });
});

describe('the near forms of a reference', () => {
  it('are a prefix, an inner part, other case and a slip', () => {
    expect(nearForms('PAY-8F3K2M7Q')).toEqual([
      { form: 'prefix', text: 'PAY-8F3K' },
      { form: 'inner part', text: '-8F3K2' },
      { form: 'other case', text: 'pay-8f3k2m7q' },
      { form: 'one letter changed', text: 'PAY-8F4K2M7Q' },
      { form: 'punctuation left out', text: 'PAY8F3K2M7Q' },
    ]);
  });

  it('leave out what equals the reference', () => {
    expect(nearForms('1234').map(({ form }) => form)).not.toContain('other case');
    expect(nearForms('')).toEqual([]);
  });

  it('change no letter of a few, since what is left is another reference', () => {
    expect(nearForms('a').map(({ form }) => form)).toEqual(['other case']);
    expect(nearForms('7')).toEqual([]);
    expect(nearForms('A-17').map(({ form }) => form)).toContain('one letter changed');
  });
});

describe('a part that some references hold', () => {
  const references = ['PAY-AB12', 'PAY-AB34', 'PAY-CB12', 'PAY-DE77'];

  it('is the longest that more than so many hold, and not all', () => {
    expect(partOfSome('PAY-AB12', references, 1)).toBe('B12');
    expect(partOfSome('pay-ab34', references, 1)).toBe('ab');
    expect(partOfSome('PAY-AB12', references, 2)).toBe('B');
  });

  it('is none where all hold what so many do', () => {
    expect(partOfSome('PAY-AB12', references, 3)).toBeUndefined();
    expect(partOfSome('', references, 0)).toBeUndefined();
  });
});

describe('a text unlike all references', () => {
  const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

  it('is made of letters and digits that none of them holds', () => {
    const text = textUnlike(['PAY-8F3K2M7Q', 'pay-qxz']) ?? '';
    expect(text).toMatch(/^[a-z0-9]{9}$/);
    for (const letter of text) {
      expect('pay-8f3k2m7q qxz').not.toContain(letter);
    }
  });

  it('repeats the last letter that is free', () => {
    expect(textUnlike([LETTERS_AND_DIGITS.replace('v', '')])).toBe('vvvvvvvvv');
  });

  it('shares no two neighbours with any where they hold every letter and digit', () => {
    const text = textUnlike([LETTERS_AND_DIGITS.toUpperCase()]) ?? '';
    expect(text).toMatch(/^[a-z0-9]{9}$/);
    for (let at = 0; at + 1 < text.length; at += 1) {
      expect(LETTERS_AND_DIGITS).not.toContain(text.slice(at, at + 2));
    }
  });

  it('is none where the references hold every pair', () => {
    const all = [...LETTERS_AND_DIGITS];
    expect(textUnlike(all.flatMap((a) => all.map((b) => a + b)))).toBeUndefined();
  });
});

describe('a part of a reference', () => {
  it('is in turn its end, its middle and its beginning', () => {
    const parts = Array.from({ length: 4 }, (_, turn) => partOf('TRF-ADA-123', 3, turn));
    expect(parts).toEqual(['123', 'ADA', 'TRF', '123']);
  });
});
