import { BAD_TOKENS } from '../../../conformance/checks/tokens/authentication.ts';
import { edit, gone, intercept, replace, withStatus } from '../../servers/answers.ts';
import { failed, type Layer } from '../../servers/exchange-layer.ts';
import { hasRole, servedAs } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'request-loan' as const;

/** Changes what happens on the lending host only. */
export const onLendingHost =
  (layer: Layer): Layer =>
  (request, next, context) =>
    context.host === 'lending' ? layer(request, next, context) : next(request);

const KINDS = [...BAD_TOKENS, { form: 'expired', what: 'an expired token' }];

const wrongStatus: Fault[] = KINDS.map(({ form, what }) => ({
  id: `request-loan.lending-host.${form}-answered-with-400`,
  breaks: 'LOAN-45',
  caughtBy: `request-loan.lending-host.refuses.${form}`,
  how: `The lending host answers ${what}, and every other bad token, with 400.`,
  layers: [onLendingHost(replace(endpoint, failed(400, 'bad token'), withStatus(401)))],
  alsoCaughtBy: [
    {
      checks: ['request-loan.lending-host.refuses.*'],
      because: 'the status is wrong for every kind of token, and each has its check',
    },
  ],
}));

const ROLES = [
  { user: 'manager', role: 'MANAGER' },
  { user: 'cashier', role: 'CASHIER' },
] as const;

const roles: Fault[] = ROLES.flatMap(({ user, role }) => [
  {
    id: `request-loan.lending-host.${user}-allowed`,
    breaks: 'LOAN-46',
    caughtBy: `request-loan.lending-host.forbids.${user}`,
    how: `A ${user} may request a loan on the lending host.`,
    layers: [onLendingHost(servedAs(endpoint, 'customer', hasRole(role)))],
  },
  {
    id: `request-loan.lending-host.${user}-without-role`,
    breaks: 'LOAN-46',
    caughtBy: `request-loan.lending-host.forbids.${user}`,
    how: `The 403 of the lending host for a ${user} does not tell the role.`,
    layers: [onLendingHost(edit(endpoint, 'role', gone, withStatus(403, hasRole(role))))],
  },
]);

const agentUnknown: Fault = {
  id: 'request-loan.lending-host.agent-refused',
  breaks: 'LOAN-42',
  caughtBy: 'request-loan.lending-host.agent',
  how: 'The lending host serves customers and no agents.',
  layers: [onLendingHost(intercept(endpoint, failed(404, 'no such path'), hasRole('AGENT')))],
};

/** Section 4.6: what holds on the lending host as on the tenant's. */
export const lendingHostFaults: Fault[] = [...wrongStatus, ...roles, agentUnknown];
