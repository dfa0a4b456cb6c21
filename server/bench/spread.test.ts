import { expect, it } from 'vitest';
import { spreadOf } from './spread.ts';

it('gives the median and the middle half, whatever the order', () => {
  expect(spreadOf([9, 1, 5, 3, 7])).toEqual({ median: 5, from: 3, to: 7 });
  expect(spreadOf([2])).toEqual({ median: 2, from: 2, to: 2 });
});
