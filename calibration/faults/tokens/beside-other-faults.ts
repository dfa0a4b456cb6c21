import { pathParameterOf } from '../../servers/endpoint-of.ts';
import { failed } from '../../servers/exchange-layer.ts';
import { issueFor, sentToken, standardUser, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** Section 7, where a request has no good token and something else is wrong or unusual. */
export const besideOtherFaults: Fault[] = [
  {
    id: 'authentication.unknown-customer-before-the-token',
    breaks: 'ERR-1',
    caughtBy: 'authentication.missing.portfolios',
    how: 'Whose portfolios they are is looked up before the token, and nobody is not found.',
    layers: [
      (request, next, { endpoint, dependencies }) => {
        const id = pathParameterOf(request.method, request.path) ?? '';
        return endpoint === 'portfolios' &&
          !sentToken(request) &&
          !dependencies.store.users.byId(id)
          ? Promise.resolve(failed(404, 'there is no such user'))
          : next(request);
      },
    ],
  },
  {
    id: 'authentication.empty-on-ios-bearer',
    breaks: 'ERR-2',
    caughtBy: 'authentication.empty.fetch-organisation-preference',
    how: 'On IOS an empty Bearer token fetches the preference.',
    layers: [
      (request, next, context) =>
        context.endpoint === 'fetch-organisation-preference' &&
        request.headers.platform === 'IOS' &&
        request.headers.authorization?.trim() === 'Bearer'
          ? next(withToken(request, issueFor(context, standardUser(context, 'manager').id)))
          : next(request),
    ],
  },
];
