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

/** The reference server, then variants, then faults. */
export function subjectsOf({ faults, variants, seed }: Draw): Subject[] {
  const mixed = combinations(seed, Math.floor(variants / 4));
  const axisOf = ({ id }: { id: string }) => id.split('.')[0] ?? '';
  const single = stratified(SINGLE_VARIANTS, axisOf, variants - mixed.length, seed);
  return [
    {
      id: 'reference',
      kind: 'reference',
      group: '',
      wrapping: () => ({}),
      target: (s) => s.target,
    },
    ...[...single, ...mixed].map((variant): Subject => {
      return {
        id: variant.id,
        kind: 'variant',
        group: '',
        wrapping: () => wrappingOf(variant),
        target: (server) => targetOf(variant, server),
      };
    }),
    ...stratified(FAULTS, kindOf, faults, seed).map((fault): Subject => {
      return {
        id: fault.id,
        kind: 'fault',
        group: kindOf(fault),
        wrapping: () => fault,
        target: (server) => server.target,
      };
    }),
  ];
}
