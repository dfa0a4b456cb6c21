import type { Check } from '../check.ts';

/** A check that holds whatever the target does, but for what is changed. */
export const stubCheck = (id: string, change: Partial<Check> = {}): Check => ({
  id,
  title: id,
  requirements: [],
  level: 'must',
  run: async () => {},
  ...change,
});
