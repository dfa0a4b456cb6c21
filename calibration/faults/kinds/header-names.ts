import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import type { Fault } from '../fault.ts';

/** Takes a header for one that is not there, where its name is written as `isUnknown` says. */
const unread =
  (endpoint: EndpointName, header: string, isUnknown: (name: string) => boolean): Layer =>
  (request, next, context) => {
    const name = request.names?.find((each) => each.toLowerCase() === header) ?? header;
    if (context.endpoint !== endpoint || !isUnknown(name)) {
      return next(request);
    }
    const { [header]: _, ...headers } = request.headers;
    return next({ ...request, headers });
  };

const isInCapitals = (name: string) => name === name.toUpperCase();
const hasCapitals = (name: string) => name !== name.toLowerCase();

/** RFC 9110 section 5.1, where headers are looked up by the letters of their names. */
export const headerNameFaults: Fault[] = (
  [
    ['fetch-organisation-preference', 'x-auth-token', isInCapitals],
    ['awaiting-payments', 'uuid', hasCapitals],
    ['portfolios', 'x-idempotency-key', isInCapitals],
    ['repay-loan', 'x-fapi-auth-date', isInCapitals],
    ['refresh', 'x-auth-token', hasCapitals],
  ] as const
).map(([endpoint, header, isUnknown]) => ({
  id: `${endpoint}.header-names-letter-by-letter`,
  breaks: 'SVC-34',
  caughtBy: 'service.header-names',
  how: `The header ${header} of ${endpoint} is not found where its name is written in capitals.`,
  layers: [unread(endpoint, header, isUnknown)],
}));
