import { describe, expect, it } from 'vitest';
import { goOnGrowing, haveGrown, restlessCallers } from './list-changes.ts';

const TODAY = '2026-01-31T12:00:00';
const payment = (id: string, creationDate = '2025-06-01T10:00:00') => ({ id, creationDate });

describe('lists have grown', () => {
  const before = new Map([['customer', [payment('1'), payment('2')]]]);
  const now = (...entries: unknown[]) => new Map([['customer', entries]]);

  it.each([
    ['where payments of just now came', [payment('3', TODAY), payment('1'), payment('2')], true],
    ['not where nothing came', [payment('1'), payment('2')], false],
    ['not where some went', [payment('3', TODAY), payment('1')], false],
    ['not where older ones are shown', [payment('3'), payment('1'), payment('2')], false],
    [
      'not where one of those is older',
      [payment('1'), payment('2'), payment('3', TODAY), payment('4')],
      false,
    ],
  ])('%s', (_, entries, grown) => {
    expect(haveGrown(before, now(...entries), TODAY)).toBe(grown);
  });
});

describe('lists to which old payments come', () => {
  const lists = (count: number) =>
    new Map([['full', Array.from({ length: count }, (_, place) => payment(String(place)))]]);

  it.each([
    ['grow where more come again and again', [2, 3, 3, 4, 5], true],
    [
      'grow where more come now and then',
      [2, 3, ...Array(9).fill(3), ...Array(9).fill(4), 5],
      true,
    ],
    ['do not where they came once', [2, ...Array(25).fill(3)], false],
    ['are not waited for where nothing came before', [2, 2, 2, 2, 2, 2, 3, 4], false],
    ['do not where some go', [2, 3, 4, 3, 4, 5, 6, 7, 8, 9], false],
    ['do not where nothing came', [3, 3, 3, 3, 3, 3, 4, 5, 6], false],
    ['grow where nothing came before the first look', [3, 3, 4, 5], true],
  ])('%s', async (_, counts, growing) => {
    const [before = 0, now = 0, ...looks] = counts;
    const look = async (time: number) => lists(looks[time - 1] ?? 0);
    const none = async () => {};
    expect(await goOnGrowing([lists(before), lists(now)], look, none)).toBe(growing);
  });
});

it('a long list of others of which the end is not read grows all the same', async () => {
  const payments = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => payment(String(from + place)));
  const lists = (count: number) =>
    new Map([
      ['full', payments(0, count)],
      ['manager NGN', payments(count, count + 3)],
    ]);
  const look = async (time: number) => lists(3 + time);
  expect(await goOnGrowing([lists(2), lists(3)], look, async () => {})).toBe(true);
});

it('a list has grown that more than a page came to just now, though others are not found meanwhile', () => {
  const made = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => payment(String(from + place), TODAY));
  const lists = (from: number, to: number) => new Map([['full', made(from, to).reverse()]]);
  expect(haveGrown(lists(0, 50), lists(10, 70), TODAY)).toBe(true);
  expect(haveGrown(lists(0, 50), lists(10, 60), TODAY)).toBe(false);
});

describe('lists from which payments go', () => {
  const lists = (customer: unknown[], manager: unknown[]) =>
    new Map([
      ['full', customer],
      ['customer NGN', customer],
      ['manager NGN', manager],
    ]);
  const [one, two, three] = ['1', '2', '3'].map((id) => payment(id));
  const before = lists([one], [one, two, three]);

  it.each([
    ['are those of who saw them go for good', [one], [one, three], [one], ['manager']],
    ['may be sent others that stay', [one], [one, payment('4')], [one, payment('4')], ['manager']],
    ['may miss one that moved up a page meanwhile', [one], [one], [one, three], ['manager']],
    [
      'may go while the list is read, which misses another',
      [one],
      [one, two],
      [one, three],
      ['manager'],
    ],
    ['are none where what went comes back', [one], [one, three], [one, two, three], []],
    ["are none where the customer's go", [], [two, three], [two, three], []],
    ['may go soon after they came, as others do', [one], [one, payment('5')], [one], ['manager']],
    [
      'are none where what came went and nothing else',
      [one],
      [one, two, three, payment('5')],
      [one, two, three],
      [],
    ],
    ['are none where nothing went', [one], [one, two, three], [one, two, three], []],
  ])('%s', (_, customer, manager, later, callers) => {
    const readings = [before, lists(customer, manager), lists(customer, later)] as const;
    expect([...restlessCallers(readings, TODAY)]).toEqual(callers);
  });
});
