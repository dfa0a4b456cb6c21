import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { endpointOf } from '../../servers/endpoint-of.ts';
import type { Layer, PlainRequest } from '../../servers/exchange-layer.ts';
import { issueFor, sentToken, standardUser, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** A path as a router may read it. */
const inSmallLetters = (path: string) => path.replace(/^[^?]*/, (each) => each.toLowerCase());
const withoutSlash = (path: string) => path.replace(/\/(?=$|\?)/, '');

/** Serves an endpoint at another spelling of its path, where nothing asks for a token. */
const served = (
  endpoint: EndpointName,
  user: 'manager' | 'customer',
  read: (path: string) => string,
): Layer => {
  return (request, next, context) => {
    const path = read(request.path);
    const isMeant =
      path !== request.path && endpointOf(request.method, path) === endpoint && !sentToken(request);
    const meant: PlainRequest = { ...request, path };
    const token = () => issueFor(context, standardUser(context, user).id);
    return next(isMeant ? withToken(meant, token()) : request);
  };
};

/** Section 4: paths that are served to anybody, since what asks for the token does not know them. */
export const otherPathFaults: Fault[] = [
  {
    endpoint: 'fetch-organisation-preference' as const,
    user: 'manager' as const,
    where: 'with a slash behind it',
    read: withoutSlash,
  },
  {
    endpoint: 'awaiting-payments' as const,
    user: 'customer' as const,
    where: 'in capitals',
    read: inSmallLetters,
  },
  {
    endpoint: 'portfolios' as const,
    user: 'customer' as const,
    where: 'with a slash behind it',
    read: withoutSlash,
  },
].map(({ endpoint, user, where, read }) => ({
  id: `authentication.not-asked-for-at-another-path.${endpoint}`,
  breaks: 'SVC-31',
  caughtBy: `authentication.other-path.${endpoint}`,
  how: `${endpoint} is served without a token at its path ${where}.`,
  layers: [served(endpoint, user, read)],
}));
