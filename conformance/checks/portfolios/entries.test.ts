import { describe, expect, it } from 'vitest';
import { lackBeside } from './entries.ts';

const one = { name: 'Bond', amounts: [{ invested: 10 }, { payable: 12.5 }] };
const other = { name: 'Fund', amounts: [{ invested: 7 }] };
const moved = { name: 'Bond', amounts: [{ invested: 10 }, { payable: 12.6 }] };
const cut = { name: 'Bond', amounts: [{ invested: 10 }] };

describe('what portfolios with an API token lack', () => {
  it('is nothing where they are those of the session, in any order', () => {
    const session = [one, other];
    expect(lackBeside([other, one], [session, session])).toBeUndefined();
  });

  it.each([
    ['another value', [moved, other]],
    ['one entry less', [one]],
    ['a field less', [cut, other]],
  ])('is %s where the session is listed the same again', (_what, listed) => {
    const session = [one, other];
    expect(lackBeside(listed, [session, session])).toBe('1 of 2 otherwise or not at all');
  });

  it('is no value that changes for the session, too', () => {
    expect(lackBeside([moved], [[one], [{ ...one, name: 'Bonds' }]])).toBeUndefined();
  });

  it('is a field that no entry has, whatever the values do', () => {
    expect(lackBeside([cut], [[one], [moved]])).toBe('none with amounts/*/payable');
  });
});
