import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { StandardUserName } from '../../../fixtures/standard-users.ts';
import { becomes, type Change, edit, gone, withStatus } from '../../servers/answers.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { pathId } from '../../servers/requests.ts';
import { issueFor, withToken } from '../../servers/tokens.ts';
import { colleague } from '../../strangers/situation.ts';
import type { Plan } from '../plan.ts';
import type { Rule } from '../rule.ts';

/** A call that is answered with 403, and how a client makes it. */
interface Forbidden {
  name: string;
  endpoint: EndpointName;
  breaks: readonly string[];
  caller: StandardUserName;
  set?(plan: Plan): void;
  /** whether somebody is refused as what he is, and not for whose data it is */
  role: boolean;
  without?: readonly string[];
}

const NOT_OWN = ['caller', 'page', 'size'];

const FORBIDDEN: readonly Forbidden[] = [
  {
    name: 'cashier',
    endpoint: 'awaiting-payments',
    breaks: ['PAY-51'],
    caller: 'cashier',
    role: true,
    without: ['caller'],
  },
  {
    name: 'manager',
    endpoint: 'request-loan',
    breaks: ['LOAN-40'],
    caller: 'manager',
    role: true,
    without: ['caller'],
  },
  {
    name: 'cashier',
    endpoint: 'request-loan',
    breaks: ['LOAN-41'],
    caller: 'cashier',
    role: true,
    without: ['caller'],
  },
  {
    name: 'other-customer',
    endpoint: 'portfolios',
    breaks: ['PTF-6'],
    caller: 'customer',
    set(plan) {
      plan.owner = 'otherCustomer';
    },
    role: false,
    without: NOT_OWN,
  },
  {
    name: 'other-customer',
    endpoint: 'update-application',
    breaks: ['APP-36'],
    caller: 'customer',
    set(plan) {
      plan.owner = 'otherCustomer';
    },
    role: false,
    without: NOT_OWN,
  },
  {
    name: 'manager-of-another-organisation',
    endpoint: 'update-application',
    breaks: ['APP-40'],
    caller: 'otherManager',
    role: false,
    without: NOT_OWN,
  },
];

/** Takes who has no right for one who has. */
const letsIn: Layer = async (request, next, context) => {
  const right = await next(request);
  const { users, loanApplications } = context.dependencies.store;
  const named = pathId(request);
  if (right.status !== 403) {
    return right;
  }
  const id =
    context.endpoint === 'awaiting-payments' || context.endpoint === 'request-loan'
      ? colleague(request, context, context.endpoint === 'request-loan' ? 'AGENT' : 'MANAGER')
      : (loanApplications.byId(named)?.userId ?? users.byId(named)?.id);
  return id === undefined ? right : next(withToken(request, issueFor(context, id)));
};

/** What is wrong with the 403: way, requirement, how, change. */
const BODIES: readonly (readonly [string, string, string, string, Change])[] = [
  ['without-error', 'ERR-12', 'error is missing', 'error', gone],
  ['without-message', 'ERR-13', 'message is missing', 'message', gone],
  ['without-role', 'ERR-14', 'role is missing', 'role', gone],
  ['another-role', 'ERR-14', 'role is AUDITOR', 'role', becomes('AUDITOR')],
  ['error-no-text', 'ERR-12', 'error is a number', 'error', becomes(403)],
];

const forbidden = FORBIDDEN.flatMap(({ name, endpoint, breaks, caller, set, role, without }) => {
  const base = {
    endpoint,
    request(plan: Plan) {
      plan.caller = caller;
      set?.(plan);
    },
    ...(role && { kind: 'role' as const }),
    refuses: true,
    ...(without && { without }),
  };
  return [
    {
      ...base,
      id: `${endpoint}.${name}.let-in`,
      way: role ? 'role-let-in' : 'foreign-let-in',
      breaks,
      how: `${name.replaceAll('-', ' ')} is let in`,
      layer: letsIn,
      kept: ({ status }) => status === 401 || status === 403,
    },
    {
      ...base,
      id: `${endpoint}.${name}.refused-with-400`,
      way: 'forbidden-with-another-status',
      breaks,
      how: `${name.replaceAll('-', ' ')} is refused with 400 and not 403`,
      layer: async (request, next) => {
        const right = await next(request);
        return right.status === 403 ? { ...right, status: 400 } : right;
      },
      kept: ({ status }) => status === 401 || status === 403,
    },
    ...BODIES.map(
      ([what, requirement, how, field, change]): Rule => ({
        ...base,
        id: `${endpoint}.${name}.refused-${what}`,
        way: 'forbidden-without-its-body',
        breaks: [requirement],
        how: `${how} where ${name.replaceAll('-', ' ')} is refused`,
        layer: edit(endpoint, field, change, withStatus(403)),
        kept: ({ body, status }, { body: right }) => {
          return status === 403 && body[field] === right[field];
        },
      }),
    ),
  ] satisfies Rule[];
});

/** Rights that are not looked at, and refusals without what belongs to them (sections 5.10, 7). */
export const RIGHT_RULES: readonly Rule[] = forbidden;
