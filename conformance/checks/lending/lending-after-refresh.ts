import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { StateName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext, Session } from '../../check-context.ts';
import { answerOf, isAnsweredOffer, isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { ownCall } from '../own-entry.ts';
import { refreshedSession } from '../refreshed-session.ts';
import { VALID_CALLS } from '../valid-call.ts';

/** The endpoints of lending that a customer calls. */
type LendingEndpoint = 'request-loan' | 'repay-loan' | 'update-application';

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
  const path = { 'loan-application-id': applicationId };
  return { options: { path, query: { status: true } }, email, password };
}

function login(context: CheckContext, { email, password }: Own): Promise<Session> {
  return context.freshSession(
    email === undefined || password === undefined ? 'customer' : { email, password },
  );
}

const isServed = (endpoint: LendingEndpoint, exchange: Exchange): boolean =>
  endpoint === 'update-application' ? isAnsweredOffer(exchange) : isSuccess(exchange);

/** What a success of each uses up. */
const TAKES = {
  'request-loan': 'loan-product',
  'repay-loan': 'active-loan',
  'update-application': 'offer-sent',
} satisfies Record<LendingEndpoint, StateName>;

/**
 * Section 4.2: "to continue, call the refresh endpoint", also to borrow. A refusal of a rule of the
 * business is one of the same request with the token of a login, too.
 */
export const lendingAfterRefreshChecks: Check[] = (
  Object.entries(TAKES) as [LendingEndpoint, StateName][]
).map(([endpoint, state]) => ({
  id: `refresh.serves.${endpoint}`,
  title: `serves ${endpoint} with a refreshed token as with that of a login`,
  requirements: ['RFR-9'],
  level: 'must',
  endpoint,
  users: ['customer'],
  // One that may be answered is taken, and none is shared.
  ...(endpoint !== 'update-application' && { states: VALID_CALLS[endpoint].states }),
  takes: { [state]: 1 },
  phase: 'sessions',
  after: [VALID_CALLS[endpoint].twin, 'refresh.succeeds'],
  cause: 'a refreshed token is not that of its user',
  async run(context) {
    const own = await ownRequest(context, endpoint);
    const as = await refreshedSession(context, await login(context, own));
    const exchange = await context.call(endpoint, { ...own.options, as, meantToSucceed: true });
    if (isServed(endpoint, exchange)) {
      return;
    }
    // An offer that was answered in any way has no other answer to come.
    const other =
      endpoint === 'update-application'
        ? ((await ownRequest(context, endpoint).catch(unlessNotSupplied)) ?? own)
        : own;
    const plain = await context.call(endpoint, {
      ...other.options,
      as: await login(context, other),
    });
    if (!isServed(endpoint, plain)) {
      context.inconclusive('The request is refused with the token of a login, too.');
    }
    deviate(
      `${endpoint} to be served with a refreshed token, as with the token of a login`,
      answerOf(exchange),
    );
  },
}));
