import type { Check } from '../check.ts';
import { expectSuccess } from '../expectations.ts';
import { deviate } from '../outcome.ts';
import { expectAccepted, sendOwn } from './own-entry.ts';
import { PROTECTED_CALLS } from './protected-calls.ts';

const fresh: Check[] = (['refresh', 'logout'] as const).map((endpoint) => ({
  id: `authentication.bearer.${endpoint}`,
  title: `accepts the token as Authorization: Bearer on ${endpoint}`,
  requirements: ['AUT-3'],
  level: 'must',
  endpoint,
  users: ['customer'],
  after: [`${endpoint}.succeeds`],
  phase: 'sessions',
  cause: 'the Bearer form of the token is not accepted',
  async run(context) {
    const session = await context.freshSession('customer');
    const body = endpoint === 'logout' ? {} : { refresh_token: session.refreshToken };
    const exchange = await context.call(endpoint, { as: session, body, bearer: true });
    expectSuccess(exchange, `${endpoint} with Authorization: Bearer`);
  },
}));

/** The entry that a success of its own takes. */
function takesFor(endpoint: string): Pick<Check, 'takes'> {
  if (endpoint === 'request-loan') return { takes: { 'loan-product': 1 } };
  return endpoint === 'repay-loan' ? { takes: { 'active-loan': 1 } } : {};
}

const shared: Check[] = PROTECTED_CALLS.filter((call) => !call.phase).map((call) => ({
  id: `authentication.bearer.${call.endpoint}`,
  title: `accepts the token as Authorization: Bearer on ${call.endpoint}`,
  requirements: ['AUT-3'],
  level: 'must',
  endpoint: call.endpoint,
  users: call.users,
  ...(call.endpoint === 'update-application'
    ? { takes: { 'offer-sent': 1 } }
    : { states: call.states, ...takesFor(call.endpoint) }),
  after: [call.twin],
  cause: 'the Bearer form of the token is not accepted',
  async run(context) {
    if (call.endpoint === 'request-loan' || call.endpoint === 'repay-loan') {
      const sent = await sendOwn(context, call.endpoint, { bearer: true });
      return expectAccepted(context, sent, `${call.endpoint} with Authorization: Bearer`);
    }
    const options =
      call.endpoint === 'update-application'
        ? {
            as: await context.session('customer'),
            path: { 'loan-application-id': (await context.take('offer-sent')).applicationId },
            query: { status: true },
          }
        : (await call.prepare(context)).options;
    const exchange = await context.call(call.endpoint, { ...options, bearer: true });
    if (exchange.response?.status === 401)
      deviate('the token to be accepted as Authorization: Bearer', 'HTTP 401');
    expectSuccess(exchange, `${call.endpoint} with Authorization: Bearer`);
  },
}));

/** Section 5.2: the second accepted form of the token, on every endpoint. */
export const bearerChecks: Check[] = [...shared, ...fresh];
