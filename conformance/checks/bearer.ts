import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { answerOf, expectSuccess, isSuccess } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import { expectAccepted, sendOwn } from './own-entry.ts';
import { PROTECTED_CALLS, type ProtectedCall } from './protected-calls.ts';

/**
 * A call that satisfies every rule, with the good token as Bearer; sent once per endpoint. The
 * answer to an offer takes an offer of its own, since it may succeed.
 */
export function bearerAnswer(context: CheckContext, call: ProtectedCall): Promise<Exchange> {
  return context.shared(`good Bearer token on ${call.endpoint}`, async (own) => {
    const options =
      call.endpoint === 'update-application'
        ? {
            as: await own.session('customer'),
            path: { 'loan-application-id': (await own.take('offer-sent')).applicationId },
            query: { status: true },
          }
        : (await call.prepare(own)).options;
    return own.call(call.endpoint, { ...options, bearer: true });
  });
}

/** What reads comes first, so that as little as possible is changed until one endpoint accepts. */
const GENTLE_FIRST = [
  'fetch-organisation-preference',
  'awaiting-payments',
  'portfolios',
  'refresh',
  'logout',
  'request-loan',
  'repay-loan',
  'update-application',
];

const somewhere: Check = {
  id: 'authentication.bearer.somewhere',
  title: 'accepts the token as Authorization: Bearer on at least one endpoint',
  requirements: ['AUT-3'],
  level: 'must',
  users: ['customer', 'manager'],
  phase: 'sessions',
  cause: 'the Bearer form of the token is not accepted',
  async run(context) {
    const answers: string[] = [];
    for (const endpoint of GENTLE_FIRST) {
      const call = PROTECTED_CALLS.find((each) => each.endpoint === endpoint);
      if (!call) {
        throw new Error(`there is no valid call of ${endpoint}`);
      }
      const exchange = await bearerAnswer(context, call).catch((error: unknown) => {
        // What one endpoint needs may be missing while another accepts.
        if (error instanceof NotSupplied) {
          return undefined;
        }
        throw error;
      });
      if (exchange && isSuccess(exchange)) {
        return;
      }
      if (exchange) {
        answers.push(`${endpoint}: ${answerOf(exchange)}`);
      }
    }
    deviate('Authorization: Bearer to be accepted on at least one endpoint', answers.join('; '));
  },
};

/** The entry that a success of its own takes. */
function takesFor(endpoint: string): Pick<Check, 'takes'> {
  if (endpoint === 'request-loan') {
    return { takes: { 'loan-product': 1 } };
  }
  return endpoint === 'repay-loan' ? { takes: { 'active-loan': 1 } } : {};
}

const everywhere: Check[] = PROTECTED_CALLS.map((call) => ({
  id: `authentication.bearer.${call.endpoint}`,
  title: `accepts the token as Authorization: Bearer on ${call.endpoint}`,
  requirements: ['AUT-28'],
  level: 'should',
  endpoint: call.endpoint,
  users: call.users,
  ...(call.endpoint === 'update-application'
    ? { takes: { 'offer-sent': 1 } }
    : { states: call.states, ...takesFor(call.endpoint) }),
  ...(call.phase && { phase: call.phase }),
  after: [call.twin],
  cause: 'the Bearer form of the token is not accepted everywhere',
  async run(context) {
    if (call.endpoint === 'request-loan' || call.endpoint === 'repay-loan') {
      const sent = await sendOwn(context, call.endpoint, { bearer: true });
      return expectAccepted(context, sent, `${call.endpoint} with Authorization: Bearer`);
    }
    const exchange = await bearerAnswer(context, call);
    expectSuccess(exchange, `${call.endpoint} with Authorization: Bearer`);
  },
}));

/** Section 5.2: the second accepted form of the token, somewhere as stated, best everywhere. */
export const bearerChecks: Check[] = [...everywhere, somewhere];
