import { describe, expect, it } from 'vitest';
import { wholeNumberOption } from './whole-number-option.ts';

describe('an option that is a whole number', () => {
  it('has its standard where it is not given', () => {
    expect(wholeNumberOption({}, 'seed', 7)).toBe(7);
    expect(wholeNumberOption({ seed: '12' }, 'seed', 7)).toBe(12);
  });

  it.each(['', '-1', '1.5', 'many', '0x10', ' 3', '99999999999'])('is refused as "%s"', (given) => {
    expect(() => wholeNumberOption({ seed: given }, 'seed', 7)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(/^--seed is/) }),
    );
  });

  it.each(['0', '10000'])('is refused as %s where it has to be from 1 to 9999', (trials) => {
    const bounds = { least: 1, most: 9999 };
    expect(wholeNumberOption({ trials: '9999' }, 'trials', 20, bounds)).toBe(9999);
    expect(() => wholeNumberOption({ trials }, 'trials', 20, bounds)).toThrow('from 1 to 9999');
  });
});
