/** The journeys, each a script of that name. */
export const JOURNEYS = ['payment-listing', 'lending'] as const;

/** The name of a journey. */
export type Journey = (typeof JOURNEYS)[number];
