import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext, Session } from '../../check-context.ts';
import { answerOf, isTakenBy, successOf } from '../../expectations.ts';
import { refreshedSession } from '../../http/refreshed-session.ts';
import { deviate } from '../../outcome.ts';
import { ownCall } from '../own-entry.ts';
import { baseOf, LENDING, type LendingEndpoint, offerCall, takesOf } from '../valid-call.ts';

/** A request that nothing else of the run has made, and who makes it. */
interface Own {
  options: CallOptions;
  /** of a customer of the state's own; else the customer of the target file asks */
  email?: string | undefined;
  password?: string | undefined;
}

async function ownRequest(context: CheckContext, endpoint: LendingEndpoint): Promise<Own> {
  if (endpoint !== 'update-application') {
    const { options, values } = await ownCall(context, endpoint);
    const { email, password } = values;
    return { options, email, password };
  }
  const { applicationId, email, password } = await context.take('offer-sent');
  return { options: offerCall(applicationId, true), email, password };
}

function login(context: CheckContext, { email, password }: Own): Promise<Session> {
  return context.freshSession(
    email === undefined || password === undefined ? 'customer' : { email, password },
  );
}

/**
 * Section 4.2: "to continue, call the refresh endpoint", also to borrow. A refusal of a rule of the
 * business is one of the same request with the token of a login, too.
 */
export const lendingAfterRefreshChecks: Check[] = LENDING.map((endpoint) => ({
  ...baseOf(endpoint),
  id: `refresh.serves.${endpoint}`,
  title: `serves ${endpoint} with a refreshed token as with that of a login`,
  requirements: ['RFR-9'],
  takes: takesOf(endpoint),
  phase: 'sessions',
  after: [...baseOf(endpoint).after, 'refresh.succeeds'],
  cause: 'a refreshed token is not that of its user',
  async run(context) {
    const own = await ownRequest(context, endpoint);
    const as = await refreshedSession(context, await login(context, own));
    const exchange = await context.call(endpoint, { ...own.options, as, meantToSucceed: true });
    if (isTakenBy(endpoint, exchange)) {
      return;
    }
    // An offer that was answered in any way has no other answer to come.
    const isOffer = endpoint === 'update-application';
    const next = isOffer ? await ownRequest(context, endpoint).catch(unlessNotSupplied) : own;
    const other = next ?? own;
    const loggedIn = await login(context, other);
    const plain = await context.call(endpoint, { ...other.options, as: loggedIn });
    if (!isTakenBy(endpoint, plain)) {
      context.inconclusive('The request is refused with the token of a login, too.');
    }
    deviate(
      `${endpoint} to be served with a refreshed token, as with the token of a login`,
      answerOf(exchange),
      successOf(exchange),
    );
  },
}));
