import { describe, expect, it } from 'vitest';
import { textOf } from '../entry-text.ts';
import { findList, hasTwins } from './list.ts';

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

  it('is none where nothing is a list of objects', () => {
    for (const answer of [undefined, null, 'text', 5, {}, { data: { tags: ['a', 1, null] } }]) {
      expect(findList(answer)).toBeUndefined();
    }
  });
});

describe('entries', () => {
  it('are twins when their text is the same', () => {
    expect(hasTwins([portfolio(1), portfolio(2)].map(textOf))).toBe(false);
    expect(hasTwins([portfolio(1), portfolio(1)].map(textOf))).toBe(true);
  });
});
