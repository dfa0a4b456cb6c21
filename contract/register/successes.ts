import type { EndpointName } from '../endpoint-names.ts';

/** The requirement of each endpoint that a valid call of it succeeds. */
export const SUCCESSES: Readonly<Record<EndpointName, string>> = {
  login: 'LGN-1',
  refresh: 'RFR-1',
  logout: 'LGO-1',
  'fetch-organisation-preference': 'ORG-1',
  'awaiting-payments': 'PAY-19',
  'request-loan': 'LOAN-27',
  'repay-loan': 'REP-15',
  'update-application': 'APP-24',
  portfolios: 'PTF-3',
};
