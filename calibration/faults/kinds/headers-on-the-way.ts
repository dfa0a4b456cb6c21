import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { amend, withHeader } from '../../servers/requests.ts';
import type { Fault } from '../fault.ts';

interface Replaced {
  endpoint: EndpointName;
  header: string;
  /** what proxies send by themselves, and the server takes for the header that is missing */
  by: string;
  breaks: string;
}

const REPLACED: Replaced[] = [
  {
    endpoint: 'request-loan',
    header: 'x-fapi-customer-ip-address',
    by: 'x-forwarded-for',
    breaks: 'LOAN-31',
  },
  { endpoint: 'repay-loan', header: 'x-fapi-interaction-id', by: 'x-request-id', breaks: 'REP-40' },
  {
    endpoint: 'update-application',
    header: 'x-fapi-customer-ip-address',
    by: 'x-forwarded-for',
    breaks: 'APP-31',
  },
];

/** Section 5.4: required headers in whose place a proxy's own are taken. */
export const headersOnTheWayFaults: Fault[] = REPLACED.map(({ endpoint, header, by, breaks }) => ({
  id: `${endpoint}.header.${header}-from-${by}`,
  breaks,
  caughtBy: `${endpoint}.refuses.no-${header}`,
  how: `${endpoint} takes ${by} where ${header} is missing.`,
  layers: [
    amend(endpoint, (request) => {
      const value = request.headers[by];
      return request.headers[header] === undefined && value !== undefined
        ? withHeader(request, header, value)
        : undefined;
    }),
  ],
}));
