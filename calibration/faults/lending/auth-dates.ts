import { intercept } from '../../servers/answers.ts';
import { failed } from '../../servers/exchange-layer.ts';
import { amend, withHeader } from '../../servers/requests.ts';
import type { Fault } from '../fault.ts';

const ENDPOINTS = [
  { endpoint: 'request-loan', breaks: 'LOAN-50', form: 'LOAN-51' },
  { endpoint: 'update-application', breaks: 'APP-51', form: 'APP-55' },
  { endpoint: 'repay-loan', breaks: 'REP-58', form: 'REP-78' },
] as const;

/** Section 4.6: an x-fapi-auth-date of which only the presence is looked at. */
const anyForm: Fault[] = ENDPOINTS.map(({ endpoint, breaks }) => ({
  id: `${endpoint}.header.x-fapi-auth-date-of-any-form`,
  breaks,
  caughtBy: `${endpoint}.refuses.x-fapi-auth-date-not-a-date`,
  how: `${endpoint} takes any text as x-fapi-auth-date.`,
  layers: [
    amend(endpoint, (request) =>
      request.headers['x-fapi-auth-date']
        ? withHeader(request, 'x-fapi-auth-date', '2026-01-31T09:30:00Z')
        : undefined,
    ),
  ],
}));

const utcOnly: Fault[] = ENDPOINTS.map(({ endpoint, form }) => ({
  id: `${endpoint}.header.x-fapi-auth-date-in-utc-only`,
  breaks: form,
  caughtBy: `${endpoint}.x-fapi-auth-date-with-offset`,
  how: `${endpoint} refuses an x-fapi-auth-date that does not end in Z.`,
  layers: [
    intercept(endpoint, failed(400, 'x-fapi-auth-date'), (request) =>
      /[+-]\d\d:\d\d$/.test(request.headers['x-fapi-auth-date'] ?? ''),
    ),
  ],
}));

/** Section 4.6: dates of which the form is not looked at, or one form taken only. */
export const authDateFaults: Fault[] = [...anyForm, ...utcOnly];
