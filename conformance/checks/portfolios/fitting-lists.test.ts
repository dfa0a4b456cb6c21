import { describe, expect, it } from 'vitest';
import { fittingLists, hasListsAsLong } from './fitting-lists.ts';

const COUNT = 13;
const SIZES = [10, 3, 1];
const portfolio = (n: number) => ({ id: `p-${n}`, amountInvested: 100 * n });
const page = (size: number) => Array.from({ length: size }, (_, n) => portfolio(n));

/** The first pages of these sizes, each in a shape. */
const samplesOf = (shape: (entries: object[]) => unknown) =>
  SIZES.map((size) => ({ answer: shape(page(size)), wanted: Math.min(size, COUNT) }));

describe('the lists that are as long as asked for', () => {
  it('are the rows of a table, and not its columns', () => {
    const columns = ['id', 'name', 'amount'].map((name) => ({ name, type: 'text' }));
    const rows = (entries: object[]) => ({ columns, rows: entries.map(Object.values) });
    expect(fittingLists(samplesOf(rows))).toEqual([['rows']]);
  });

  it('are those of all pages within a page', () => {
    const pages = (entries: object[]) => ({
      pages: [0, 3, 6, 9].map((at) => ({ number: at, entries: entries.slice(at, at + 3) })),
    });
    expect(fittingLists(samplesOf(pages))).toEqual([['pages', '*', 'entries']]);
  });

  it('are the rows of a table without the one that names its columns', () => {
    const table = (entries: object[]) => [['id', 'amountInvested'], ...entries.map(Object.values)];
    expect(fittingLists(samplesOf(table))).toEqual([['1..']]);
    expect(fittingLists(samplesOf((entries) => ({ table: table(entries) })))).toEqual([
      ['table', '1..'],
    ]);
  });

  it('are those of all sections, whatever a section is called', () => {
    const sections = (entries: object[]) => ({
      '566': { symbol: 'N', positions: entries.filter((_, n) => n % 2 === 0) },
      '826': { symbol: 'L', positions: entries.filter((_, n) => n % 2 === 1) },
    });
    expect(fittingLists(samplesOf(sections))).toEqual([['*', 'positions']]);
  });

  it('are several beside each other, between others, with those that are empty so far', () => {
    const parted = (entries: object[]) => ({
      products: page(4),
      active: entries.filter((_, n) => n % 2 === 0),
      matured: entries.filter((_, n) => n % 2 === 1),
      pending: [],
      movements: page(2),
    });
    expect(fittingLists(samplesOf(parted))).toEqual([['active'], ['matured'], ['pending']]);
  });

  it('are the list of portfolios, and not what stands in each of them', () => {
    const within = (entries: object[]) => ({
      chart: page(12),
      list: entries.map((entry) => ({ ...entry, items: [portfolio(1)] })),
    });
    expect(fittingLists(samplesOf(within))).toEqual([['list']]);
  });

  it('may be those of sections that hold one each', () => {
    const sections = page(10).map((entry) => ({ month: 1, positions: [entry] }));
    expect(hasListsAsLong({ sections }, ['sections'])).toBe(true);
    expect(hasListsAsLong({ sections: page(10) }, ['sections'])).toBe(false);
    const within = page(10).map((entry) => ({ ...entry, movements: page(3) }));
    expect(hasListsAsLong({ within }, ['within'])).toBe(false);
  });

  it('are not known where the size is not obeyed', () => {
    expect(fittingLists(samplesOf(() => ({ items: page(10), links: page(2) })))).toBeUndefined();
  });
});
