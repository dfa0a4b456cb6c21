/** The journeys of the kit, each a script of that name. */
export const JOURNEYS = ['payment-listing', 'lending'] as const;

/** One of the kit's journeys. */
export type BuiltIn = (typeof JOURNEYS)[number];

/**
 * What a run does: a journey of the kit, the file of one of one's own, or several at once with their
 * rates, such as `payment-listing:50+./portfolios.ts:5`. In a report, their names joined by `+`.
 */
export type Journey = string;

/** One of the journeys that a run does at once. */
export interface PlannedJourney {
  /** also of its scenario */
  name: string;
  /** iterations per second: the level of the profile */
  rate: number;
}

/** Whether a journey is one of the kit's. */
export function isBuiltIn(name: string): name is BuiltIn {
  return (JOURNEYS as readonly string[]).includes(name);
}
