import { describe, expect, it } from 'vitest';
import { rowNumbersIn, withoutLeaves } from './row-numbers.ts';

describe('the numbers of rows', () => {
  it.each([
    [
      'from 1',
      [
        { sn: 1, of: 'a' },
        { sn: 2, of: 'b' },
      ],
      ['/sn'],
    ],
    [
      'from 0, as texts',
      [
        { sn: '0', of: 'a' },
        { sn: '1', of: 'b' },
      ],
      ['/sn'],
    ],
    [
      'in rows of values',
      [
        [1, 'a'],
        [2, 'b'],
      ],
      ['/0'],
    ],
    [
      'inside of each, in another order',
      [{ portfolio: { sn: 2, of: 'a' } }, { portfolio: { sn: 1, of: 'b' } }],
      ['/portfolio/sn'],
    ],
    [
      'in cursors, whatever they count',
      [
        { cursor: btoa('1:11:0'), of: 'a' },
        { cursor: btoa('1:11:1'), of: 'b' },
      ],
      ['/cursor'],
    ],
    [
      'not, where nothing but a cursor tells the entries apart',
      [
        { cursor: 'a', of: 'a' },
        { cursor: 'b', of: 'a' },
      ],
      [],
    ],
    [
      'beside another count',
      [
        { sn: 1, page: 1, of: 'a' },
        { sn: 2, page: 1, of: 'b' },
      ],
      ['/sn'],
    ],
    [
      'not, where they go on from a page before',
      [
        { sn: 3, of: 'a' },
        { sn: 4, of: 'b' },
      ],
      [],
    ],
    [
      'not, where they skip one',
      [
        { sn: 1, of: 'a' },
        { sn: 3, of: 'b' },
      ],
      [],
    ],
    [
      'not, where nothing else tells the entries apart',
      [
        { id: 1, of: 'a' },
        { id: 2, of: 'a' },
      ],
      [],
    ],
    ['not, where there is one entry', [{ sn: 1, of: 'a' }], []],
    ['not, where an entry is no object', [null, { sn: 1 }], []],
  ])('are found %s', (_, entries, names) => {
    expect([...rowNumbersIn(entries)]).toEqual(names);
  });

  it('are left out of an entry', () => {
    expect(withoutLeaves({ sn: 1, of: 'a' }, new Set(['/sn']))).toEqual({ of: 'a' });
    expect(withoutLeaves(null, new Set(['/sn']))).toBeNull();
  });
});
