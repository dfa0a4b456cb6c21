import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoint-names.ts';
import { PROTECTED } from '../../contract/register/protected.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../../fixtures/standard-users.ts';
import { standardUser } from '../servers/tokens.ts';
import { bearer } from '../strangers/situation.ts';
import type { AxisValue } from './axis.ts';

const SESSIONS: EndpointName[] = ['login', 'refresh', 'logout', 'fetch-organisation-preference'];
const WITH_PLATFORM: EndpointName[] = [...SESSIONS, 'awaiting-payments', 'portfolios'];

/** Calls in a row mean something where nobody says what the first of them does to the second. */
const IN_A_ROW = ENDPOINT_NAMES.filter((name) => name !== 'logout');

/** Few data: what they list is one page, and none of it in another currency. */
const FEW = ['currency', 'range', 'page', 'size=large'];

/** Somebody else than the customer calls. Only users that a target file has. */
function caller(
  name: StandardUserName,
  value: string,
  when: string,
  endpoints: readonly EndpointName[],
  more: Pick<AxisValue, 'breaks' | 'without'> = {},
): AxisValue {
  const { role } = STANDARD_LOGINS[name];
  return {
    axis: 'caller',
    value,
    endpoints,
    when,
    holds(_request, { user }, context) {
      const standard = standardUser(context, 'customer');
      const sameTenant = user?.tenantId === standard.tenantId;
      return (
        user?.role === role &&
        user.id !== standard.id &&
        sameTenant === (STANDARD_LOGINS[name].tenant === 0)
      );
    },
    enter(plan) {
      plan.caller = name;
      if (plan.endpoint === 'update-application') {
        plan.owner = name;
      }
    },
    ...more,
  };
}

const platform = (value: string): AxisValue => ({
  axis: 'platform',
  value,
  endpoints: WITH_PLATFORM,
  when: `from the platform ${value}`,
  holds: ({ headers }) => headers.platform === value,
  enter(plan) {
    plan.headers.platform = value;
  },
  breaks: { refusing: ['PAY-24'] },
});

const meanwhile = (who: 'same-user' | 'other-user', when: string): AxisValue => ({
  axis: 'at-once',
  value: who,
  endpoints: ENDPOINT_NAMES,
  when,
  holds: (_request, { meanwhile: met }) => met.has(who),
  enter(plan) {
    plan.meanwhile = who;
  },
  without: ['often', 'order'],
});

/**
 * Who calls, from where, with which token and after what. Left out: the usual value of each axis
 * (X-Auth-Token, the customer, WEB, a token of the last login), in which every suite is all the
 * time; an access token from before a refresh, and the first of two sessions, which a target may
 * end (only other users' doings may not, section 5.5); users that no target file names.
 */
export const CALLER_AXES: readonly AxisValue[] = [
  {
    axis: 'header',
    value: 'bearer',
    endpoints: PROTECTED,
    when: 'with the token as Authorization: Bearer',
    holds: (request, _facts, context) => bearer(request, context),
    enter(plan) {
      plan.bearer = true;
    },
    breaks: { refusing: ['AUT-28'], badToken: ['ERR-9'] },
  },
  caller('manager', 'manager', 'by a manager', [...SESSIONS, 'awaiting-payments'], {
    breaks: { refusing: ['PAY-58'] },
  }),
  caller('agent', 'agent', 'by an agent', [...SESSIONS, 'awaiting-payments', 'request-loan'], {
    breaks: { refusing: ['LOAN-38'] },
  }),
  caller('cashier', 'cashier', 'by a cashier', SESSIONS),
  caller(
    'otherCustomer',
    'other-customer',
    'by another customer of the organisation',
    [...SESSIONS, 'awaiting-payments', 'update-application'],
    { without: FEW },
  ),
  caller(
    'otherManager',
    'other-organisation',
    'by the manager of another organisation',
    [...SESSIONS, 'awaiting-payments'],
    { without: FEW },
  ),
  platform('ANDROID'),
  platform('IOS'),
  {
    axis: 'device',
    value: 'changed',
    endpoints: ['logout', 'fetch-organisation-preference', 'awaiting-payments', 'portfolios'],
    when: 'from another device (uuid) than the one of the login',
    holds: (_request, { otherDevice }) => otherDevice,
    enter(plan) {
      plan.headers.uuid = '5e0c2f7a-3b1d-4f8e-9a60-7c2d1e4b8f95';
    },
  },
  {
    axis: 'token',
    value: 'refreshed',
    endpoints: PROTECTED,
    when: 'with a token that came from a refresh',
    holds: (_request, { refreshed }) => refreshed,
    enter(plan) {
      plan.refreshed = true;
    },
    breaks: { refusing: ['RFR-9'] },
  },
  {
    axis: 'order',
    value: 'after-other-logout',
    endpoints: ENDPOINT_NAMES,
    when: 'after another session of the user was logged out',
    holds: (_request, { outlivedAnother }) => outlivedAnother,
    enter(plan) {
      plan.before = 'other session logged out';
    },
    without: ['often'],
  },
  {
    axis: 'order',
    value: 'after-refusal',
    endpoints: ENDPOINT_NAMES,
    when: 'right after a request of the same session that was refused',
    holds: (_request, { afterRefusal }) => afterRefusal,
    enter(plan) {
      plan.before = 'refused';
    },
    without: ['often'],
  },
  {
    axis: 'often',
    value: 'second',
    endpoints: IN_A_ROW,
    when: 'the second time in a session',
    holds: (_request, { turn }) => turn === 2,
    enter(plan) {
      plan.warmUp = 1;
    },
  },
  {
    axis: 'often',
    value: 'every-third',
    endpoints: ENDPOINT_NAMES,
    when: 'every third time that the user calls it',
    holds: (_request, { userTurn }) => userTurn % 3 === 0,
    enter(plan) {
      plan.warmUp = 2;
    },
  },
  meanwhile('same-user', 'while another call of the same user is on the way'),
  meanwhile('other-user', "while another user's call is on the way"),
  {
    axis: 'extra',
    value: 'accept-language',
    endpoints: ENDPOINT_NAMES,
    when: 'with an Accept-Language header',
    holds: ({ headers }) => headers['accept-language'] !== undefined,
    enter(plan) {
      plan.headers['Accept-Language'] = 'en-NG, en;q=0.8';
    },
  },
];
