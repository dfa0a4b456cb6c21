import { expect, it } from 'vitest';
import { kindOf, orderTurn, strengthIn } from './further-pass.ts';

it('every third further pass brings three together, the others one order after the other', () => {
  const passes = [0, 1, 2, 3, 4, 5, 6];
  expect(passes.map(kindOf)).toEqual([
    'usual',
    ...['three together', 'orders', 'orders'],
    ...['three together', 'orders', 'orders'],
  ]);
  const usual = undefined;
  expect(passes.map(strengthIn)).toEqual([usual, 3, usual, usual, 3, usual, usual]);
  expect(passes.map(orderTurn)).toEqual([undefined, undefined, 0, 1, undefined, 2, 3]);
});
