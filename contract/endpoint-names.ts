/** The nine endpoints of section 4, in its order, by the names used throughout Assay. */
export const ENDPOINT_NAMES = [
  'login',
  'refresh',
  'logout',
  'fetch-organisation-preference',
  'awaiting-payments',
  'request-loan',
  'repay-loan',
  'update-application',
  'portfolios',
] as const;

/** The name of an endpoint of section 4. */
export type EndpointName = (typeof ENDPOINT_NAMES)[number];
