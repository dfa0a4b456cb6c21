import { amend } from '../../servers/requests.ts';
import type { Fault } from '../fault.ts';

const ENDPOINTS = [
  { endpoint: 'request-loan', breaks: 'LOAN-50' },
  { endpoint: 'update-application', breaks: 'APP-51' },
  { endpoint: 'repay-loan', breaks: 'REP-58' },
] as const;

/** Section 4.6: an x-fapi-auth-date of which only the presence is looked at. */
export const authDateFaults: Fault[] = ENDPOINTS.map(({ endpoint, breaks }) => ({
  id: `${endpoint}.header.x-fapi-auth-date-of-any-form`,
  breaks,
  caughtBy: `${endpoint}.refuses.x-fapi-auth-date-not-a-date`,
  how: `${endpoint} takes any text as x-fapi-auth-date.`,
  layers: [
    amend(endpoint, (request) =>
      request.headers['x-fapi-auth-date']
        ? {
            ...request,
            headers: { ...request.headers, 'x-fapi-auth-date': '2026-01-31T09:30:00Z' },
          }
        : undefined,
    ),
  ],
}));
