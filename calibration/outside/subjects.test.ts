import { expect, test } from 'vitest';
import { subjectsOf } from './subjects.ts';

const draw = { faults: 20, variants: 8, seed: 1 };

test('the reference server comes first, then as many variants and faults as asked for', () => {
  const [first, ...others] = subjectsOf(draw);
  expect(first?.kind).toBe('reference');
  expect(Map.groupBy(others, ({ kind }) => kind).get('variant')).toHaveLength(8);
  expect(Map.groupBy(others, ({ kind }) => kind).get('fault')).toHaveLength(20);
});

test('a comparison stopped early has seen variants and faults', () => {
  const kinds = new Set(
    subjectsOf(draw)
      .slice(1, 6)
      .map(({ kind }) => kind),
  );
  expect(kinds).toEqual(new Set(['variant', 'fault']));
});

test('the same seed draws the same servers', () => {
  const ids = () => subjectsOf(draw).map(({ id }) => id);
  expect(ids()).toEqual(ids());
});
