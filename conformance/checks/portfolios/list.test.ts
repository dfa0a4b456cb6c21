import { describe, expect, it } from 'vitest';
import { textOf } from '../entry-text.ts';
import { entriesAt, findList, hasTwins } from './list.ts';

const portfolio = (id: number) => ({ id, holdings: [{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }] });

describe('the list of portfolios', () => {
  it('is the answer where it is an array', () => {
    expect(findList([portfolio(1)])).toEqual([]);
    expect(findList([])).toEqual([]);
  });

  it('are rows of values where nothing is a list of objects', () => {
    const rows = [
      ['p-1', 10],
      ['p-2', 20],
    ];
    expect(findList({ columns: ['id', 'amountInvested'], rows })).toEqual(['rows']);
    expect(findList({ chart: rows, items: [portfolio(1)] })).toEqual(['items']);
  });

  it('is found however it is wrapped', () => {
    expect(findList({ portfolios: [portfolio(1)] })).toEqual(['portfolios']);
    expect(findList({ status: 'SUCCESS', data: { content: [portfolio(1)] } })).toEqual([
      'data',
      'content',
    ]);
  });

  it('is the largest of several, not a list within an entry', () => {
    const answer = { links: [{ rel: 'next' }], data: { items: [portfolio(1), portfolio(2)] } };
    expect(findList(answer)).toEqual(['data', 'items']);
  });

  it('is the one that is called so, whatever is longer', () => {
    const answer = { portfolios: [portfolio(1)], transactions: [{ a: 1 }, { b: 2 }] };
    expect(findList({ data: answer })).toEqual(['data', 'portfolios']);
    const customers = { data: [{ customerId: 'c', portfolios: [portfolio(1), portfolio(2)] }] };
    expect(findList(customers)).toEqual(['data', '0', 'portfolios']);
    const charted = { chart: [{ day: 1 }, { day: 2 }], items: [portfolio(1)] };
    expect(findList(charted)).toEqual(['items']);
  });

  it('is found where it is empty', () => {
    expect(findList({ data: [] })).toEqual(['data']);
  });

  it('is not looked for beyond any sensible depth', () => {
    let deep: unknown = [portfolio(1)];
    for (let level = 0; level < 100_000; level += 1) {
      deep = { deep };
    }
    expect(findList(deep)).toBeUndefined();
  });

  it('are objects alike under their ids where there is no list', () => {
    const data = { 'p-1': { id: 1, amount: 10 }, 'p-2': { id: 2, amount: 20 } };
    expect(findList({ status: 'SUCCESS', data })).toEqual(['data']);
    expect(findList({ data, items: [portfolio(3)] })).toEqual(['items']);
    expect(findList({ page: { number: 1 }, links: { next: 'x' } })).toBeUndefined();
  });

  it('is none where nothing is a list of objects', () => {
    for (const answer of [undefined, null, 'text', 5, {}, { data: { tags: ['a', 1, null] } }]) {
      expect(findList(answer)).toBeUndefined();
    }
  });
});

describe('the entries of another page', () => {
  const names = new Set(['id', 'holdings']);

  it('are those of the list at the same place', () => {
    expect(entriesAt({ data: [portfolio(1)] }, ['data'], names)).toEqual([portfolio(1)]);
    expect(entriesAt([portfolio(1)], [], names)).toEqual([portfolio(1)]);
  });

  it('are one that stands there alone, and none where nothing does', () => {
    expect(entriesAt({ data: portfolio(1) }, ['data'], names)).toEqual([portfolio(1)]);
    expect(entriesAt({ data: { message: 'none' } }, ['data'], names)).toEqual([]);
    expect(entriesAt({ data: null }, ['data'], names)).toEqual([]);
    const everywhere = { _links: {}, vendor: 'x' };
    const few = new Set([...Object.keys(everywhere), 'cursor', 'node']);
    expect(entriesAt({ ...everywhere, data: everywhere }, ['data'], few)).toEqual([]);
  });

  it('are those of an object that has them under their ids', () => {
    const data = { 'p-1': portfolio(1), note: 'of two', 'p-2': portfolio(2) };
    expect(entriesAt({ data }, ['data'], new Set())).toEqual([portfolio(1), portfolio(2)]);
    expect(entriesAt({ data: { 'p-3': portfolio(3) } }, ['data'], names)).toEqual([portfolio(3)]);
  });

  it('are those of all pages within a page', () => {
    const pages = [
      { number: 1, entries: [portfolio(1), portfolio(2)] },
      { entries: [portfolio(3)] },
    ];
    expect(entriesAt({ pages }, ['pages', '*', 'entries'], names)).toEqual(
      [1, 2, 3].map(portfolio),
    );
    expect(entriesAt({ pages: null }, ['pages', '*', 'entries'], names)).toEqual([]);
  });

  it('are those of an object that names them by numbers', () => {
    const data = { 10: portfolio(1), 11: portfolio(2) };
    expect(entriesAt({ data }, ['data'], names)).toEqual([portfolio(1), portfolio(2)]);
  });
});

describe('entries', () => {
  it('are twins when their text is the same', () => {
    expect(hasTwins([portfolio(1), portfolio(2)].map(textOf))).toBe(false);
    expect(hasTwins([portfolio(1), portfolio(1)].map(textOf))).toBe(true);
  });
});
