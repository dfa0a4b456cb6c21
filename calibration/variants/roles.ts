import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Role } from '../../contract/roles.ts';
import { jsonAnswer, type Layer } from '../servers/exchange-layer.ts';
import { callerOf, isApiToken, sentToken, standardUser } from '../servers/tokens.ts';
import type { Axis } from './variant.ts';

/** Refuses roles at an endpoint with the body of a 403 (section 7). */
function refusing(endpoint: EndpointName, ...roles: Role[]): Layer {
  return async (request, next, context) => {
    const caller = context.endpoint === endpoint ? callerOf(request, context) : undefined;
    const token = sentToken(request)?.token ?? '';
    return caller && roles.includes(caller.role) && !isApiToken(token)
      ? jsonAnswer(403, { error: 'forbidden', message: 'not for you', role: caller.role })
      : next(request);
  };
}

/** Which roles may do what is mostly open (sections 4.4, 4.5, 4.7, 4.9). */
export const roles: Axis = {
  id: 'roles',
  open: [
    'ORG-8',
    'PAY-54',
    'PTF-21',
    'section 4.7: whether staff may record repayments is not said',
  ],
  choices: [
    {
      id: 'roles.narrow',
      warns: ['awaiting-payments.organisation'],
      how: 'lets customers list payments and portfolios only, and managers fetch the preference only',
      wrapping: () => ({
        layers: [
          refusing('awaiting-payments', 'MANAGER', 'AGENT'),
          refusing('portfolios', 'MANAGER', 'AGENT', 'CASHIER'),
          refusing('fetch-organisation-preference', 'AGENT', 'CASHIER', 'CUSTOMER'),
        ],
      }),
    },
    {
      id: 'roles.only-customers-repay',
      how: 'answers whoever of the staff records a repayment with the 403 of a role, which shows no FAILED',
      wrapping: () => ({ layers: [refusing('repay-loan', 'MANAGER', 'AGENT', 'CASHIER')] }),
    },
    {
      id: 'roles.only-customers-answer',
      how: 'answers whoever of the staff answers an offer with the 403 of a role, whatever the request',
      wrapping: () => ({ layers: [refusing('update-application', 'MANAGER', 'AGENT', 'CASHIER')] }),
    },
    {
      id: 'roles.preference-for-agents',
      how: 'lets only agents fetch the organisation preference',
      wrapping: () => ({
        layers: [refusing('fetch-organisation-preference', 'MANAGER', 'CASHIER', 'CUSTOMER')],
      }),
    },
  ],
};

/** A host need not know the tokens of another tenant, which may have a host of its own. */
export const otherTenants: Axis = {
  id: 'other-tenants',
  open: ['section 1: whether the host of one tenant knows the users of another is not said'],
  choices: [
    {
      id: 'other-tenants.unknown',
      how: 'answers tokens of another tenant with 401 on everything that belongs to this one',
      wrapping: () => ({
        layers: [
          async (request, next, context) => {
            const caller = context.endpoint === 'login' ? undefined : callerOf(request, context);
            const home = standardUser(context, 'customer').tenantId;
            return caller && caller.tenantId !== home && context.endpoint !== 'refresh'
              ? jsonAnswer(401, { message: 'who are you?' })
              : next(request);
          },
        ],
      }),
    },
  ],
};

/** Whether a 403 of awaiting-payments says FAILED beside its three fields is open. */
export const forbiddenBody: Axis = {
  id: 'forbidden-body',
  open: ['ERR-19'],
  choices: [
    {
      id: 'forbidden-body.bare',
      how: 'answers 403 with error, message and role and nothing else, but for repayments',
      wrapping: () => ({
        layers: [
          async (request, next, context) => {
            const response = await next(request);
            if (response.status !== 403 || context.endpoint === 'repay-loan') {
              return response;
            }
            const { error, message, role } = JSON.parse(response.body) as Record<string, unknown>;
            return jsonAnswer(403, { error: `${error} `, message, role });
          },
        ],
      }),
    },
  ],
};
