import type { Role } from '../../../contract/roles.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { callerOf, issueFor, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { named } from './update-application-states.ts';

/** Whoever has a role answers for the customers of the tenant. */
const answersFor =
  (role: Role): Layer =>
  (request, next, context) => {
    const caller = callerOf(request, context);
    const application =
      context.endpoint === 'update-application' ? named(request, context) : undefined;
    const isOwn = application?.tenantId === caller?.tenantId;
    return next(
      caller?.role === role && application && isOwn
        ? withToken(request, issueFor(context, application.userId))
        : request,
    );
  };

/** Sections 4.8 and 5.10, for staff of the customer's tenant. */
export const staffOfferFaults: Fault[] = (['MANAGER', 'CASHIER'] as const).map((role) => ({
  id: `update-application.answered-by-${role.toLowerCase()}`,
  breaks: 'APP-52',
  caughtBy: `update-application.refuses.${role.toLowerCase()}`,
  how: `A ${role.toLowerCase()} may answer the offers of customers.`,
  layers: [answersFor(role)],
}));
