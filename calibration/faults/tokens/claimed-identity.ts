import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { withPathParameter } from '../../servers/requests.ts';
import { callerOf, issueFor, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** Takes whoever a header names for who asks, where the token is a good one. */
const believing =
  (endpoint: EndpointName, header: string): Layer =>
  (request, next, context) => {
    const named = context.dependencies.store.users.byId(request.headers[header] ?? '');
    const isMeant = context.endpoint === endpoint && named && callerOf(request, context);
    return next(isMeant ? withToken(request, issueFor(context, named.id)) : request);
  };

/** Section 5.10: servers that believe a header of who asks, which only their own proxy should set. */
export const claimedIdentityFaults: Fault[] = [
  {
    id: 'portfolios.user-of-x-user-id',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.forbids.otherCustomer',
    how: 'Portfolios are listed for the user whom X-User-Id names.',
    layers: [believing('portfolios', 'x-user-id')],
    alsoCaughtBy: [
      { checks: ['portfolios.forbids.*'], because: 'whoever asks may name the owner' },
    ],
  },
  {
    id: 'repay-loan.user-of-x-forwarded-user',
    breaks: 'REP-16',
    caughtBy: 'repay-loan.forbids.other-user-id',
    how: 'The user-id of a repayment is held against X-Forwarded-User where that is there.',
    layers: [
      (request, next, context) => {
        const caller = callerOf(request, context);
        const named = request.headers['x-forwarded-user'];
        const isMeant =
          context.endpoint === 'repay-loan' &&
          named !== undefined &&
          named === pathParameterOf(request.method, request.path);
        return next(isMeant && caller ? withPathParameter(request, caller.id) : request);
      },
    ],
    alsoCaughtBy: [
      { checks: ['repay-loan.forbids.*'], because: 'whoever repays may name another user' },
    ],
  },
  {
    id: 'update-application.user-of-x-user-id',
    breaks: 'APP-36',
    caughtBy: 'update-application.forbids.customer-by-other-customer',
    how: 'An offer is answered for the user whom X-User-Id names.',
    layers: [believing('update-application', 'x-user-id')],
    alsoCaughtBy: [
      {
        checks: [
          'update-application.{forbids,refusal-changes-nothing}.*',
          'update-application.applicant',
        ],
        because: 'whoever asks may name the owner',
      },
    ],
  },
];
