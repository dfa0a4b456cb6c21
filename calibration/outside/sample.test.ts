import { expect, test } from 'vitest';
import { FAULTS } from '../faults/index.ts';
import { KIND_NAMES, kindOf, stratified } from './sample.ts';

const items = Array.from({ length: 100 }, (_, index) => ({
  id: `item ${index}`,
  group: index < 70 ? 'large' : 'small',
}));
const groupOf = ({ group }: { group: string }) => group;

test('a draw keeps the shares of the groups', () => {
  const drawn = stratified(items, groupOf, 10, 1);
  expect(drawn).toHaveLength(10);
  expect(drawn.filter(({ group }) => group === 'large')).toHaveLength(7);
});

test('a draw is the same for the same seed and another for another', () => {
  expect(stratified(items, groupOf, 10, 1)).toEqual(stratified(items, groupOf, 10, 1));
  expect(stratified(items, groupOf, 10, 1)).not.toEqual(stratified(items, groupOf, 10, 2));
});

test('a draw of more than there are is all of them', () => {
  expect(new Set(stratified(items, groupOf, 1000, 1))).toEqual(new Set(items));
});

test('every kind has faults', () => {
  expect(new Set(FAULTS.map(kindOf))).toEqual(new Set(KIND_NAMES));
});
