import type { BuiltIn } from './journey.ts';

/** Logins and refreshes, which come beside every journey. */
export const BACKGROUND = ['login', 'refresh'];

/** Whether an endpoint is asked beside the journeys: what they are about is not how it fares. */
export function isBackground(endpoint: string): boolean {
  return BACKGROUND.includes(endpoint);
}

/** The endpoints that each journey calls in every run. */
export const ENDPOINTS: Record<BuiltIn, string[]> = {
  'payment-listing': ['awaiting-payments'],
  lending: ['request-loan', 'update-application', 'repay-loan'],
};

/** Endpoints called only now and then: gated, but a short run may do without them. */
export const OCCASIONAL: Record<BuiltIn, string[]> = {
  'payment-listing': [],
  lending: ['request-loan-repeat', 'update-application-repeat', 'repay-loan-repeat'],
};
