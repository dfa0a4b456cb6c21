import { FAULTS } from '../faults/index.ts';
import { combinations, SINGLE_VARIANTS } from '../variants/index.ts';
import { targetOf, wrappingOf } from '../variants/variant.ts';
import { kindOf, stratified } from './sample.ts';
import type { Subject } from './trials.ts';

/** How many servers of each sort, and the seed by which they are drawn. */
export interface Draw {
  faults: number;
  /** a quarter of them are random combinations */
  variants: number;
  seed: number;
}

const REFERENCE: Subject = {
  id: 'reference',
  kind: 'reference',
  group: '',
  wrapping: () => ({}),
  target: (server) => server.target,
};

/** The reference server, then variants and faults evenly mixed, so that any beginning has both. */
export function subjectsOf({ faults, variants, seed }: Draw): Subject[] {
  const mixed = combinations(seed, Math.floor(variants / 4));
  const axisOf = ({ id }: { id: string }) => id.split('.')[0] ?? '';
  const single = stratified(SINGLE_VARIANTS, axisOf, variants - mixed.length, seed);
  const conforming = [...single, ...mixed].map((variant): Subject => {
    return {
      id: variant.id,
      kind: 'variant',
      group: '',
      wrapping: () => wrappingOf(variant),
      target: (server) => targetOf(variant, server),
    };
  });
  const faulty = stratified(FAULTS, kindOf, faults, seed).map((fault): Subject => {
    return {
      id: fault.id,
      kind: 'fault',
      group: kindOf(fault),
      wrapping: () => fault,
      target: (server) => server.target,
    };
  });
  const placed = [conforming, faulty].flatMap((list) =>
    list.map((subject, index) => ({ subject, place: (index + 0.5) / list.length })),
  );
  const inOrder = placed.toSorted((a, b) => a.place - b.place);
  return [REFERENCE, ...inOrder.map(({ subject }) => subject)];
}
