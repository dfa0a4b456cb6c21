import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { amend, withHeader } from '../../servers/requests.ts';
import type { Fault } from '../fault.ts';

interface Emptied {
  endpoint: EndpointName;
  header: string;
  breaks: string;
  /** what the server does as if it had been sent */
  value: string;
}

const DEVICE = '0d9f8f5e-5f0e-4a53-9d43-3a1f5a4fbe0c';

const EMPTIED: Emptied[] = [
  { endpoint: 'awaiting-payments', header: 'platform', breaks: 'AUT-60', value: 'WEB' },
  { endpoint: 'awaiting-payments', header: 'uuid', breaks: 'AUT-60', value: DEVICE },
  { endpoint: 'portfolios', header: 'x-idempotency-key', breaks: 'AUT-61', value: DEVICE },
  {
    endpoint: 'request-loan',
    header: 'x-fapi-customer-ip-address',
    breaks: 'AUT-61',
    value: '102.88.34.10',
  },
  { endpoint: 'repay-loan', header: 'x-fapi-interaction-id', breaks: 'AUT-61', value: DEVICE },
  {
    endpoint: 'update-application',
    header: 'x-fapi-auth-date',
    breaks: 'AUT-61',
    value: '2026-01-31T09:30:00Z',
  },
];

/** Sections 5.3 and 5.4: headers of which only the presence is looked at. */
export const emptyHeaderFaults: Fault[] = EMPTIED.map(({ endpoint, header, breaks, value }) => ({
  id: `${endpoint}.header.${header}-empty-accepted`,
  breaks,
  caughtBy: `${endpoint}.refuses.empty-headers`,
  how: `${endpoint} takes an empty ${header}.`,
  layers: [
    amend(endpoint, (request) =>
      request.headers[header] === '' ? withHeader(request, header, value) : undefined,
    ),
  ],
}));
