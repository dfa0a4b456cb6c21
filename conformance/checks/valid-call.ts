import type { EndpointName } from '../../contract/endpoint-names.ts';
import type {
  Credentials,
  LoanValues,
  StateName,
  StateValues,
  UserName,
} from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { loanRequestBody } from './lending/loan-request-values.ts';
import { preferenceCaller } from './sessions/organisation-preference.ts';
import { ownerOf } from './state-owner.ts';

/** What a call that should succeed needs, and which check shows that it does. */
export interface ValidCall {
  users: UserName[];
  states: StateName[];
  /** the positive twin of every negative check that starts from this call */
  twin: string;
  /**
   * Options of a call that satisfies every rule. The states are shared ones: a negative check
   * leaves them as they were, and a check that means to succeed takes an entry of its own
   * (own-entry.ts).
   */
  options(context: CheckContext): Promise<CallOptions & { as: NonNullable<CallOptions['as']> }>;
}

/** Body of awaiting-payments that lists what the state promises (section 4.5). */
export function listingBody(state: StateValues['awaiting-payments']) {
  return {
    selectedCurrency: state.currency,
    fromDate: state.fromDate,
    toDate: state.toDate,
  };
}

/** Body of repay-loan with every required field (section 4.7). */
export function repaymentBody(loan: Repaid, amount: number) {
  return {
    repaymentAmount: amount,
    customerId: loan.customerId,
    accountId: loan.accountId,
    bankAccountId: loan.bankAccountId,
    repaymentReference: loan.repaymentReference,
  };
}

/** How many repayments a loan is good for where no state names an amount: small ones, of which many fit. */
const MANY = 1000;

/** Fewer and larger ones, in whole amounts: a business may have a least amount for one, or know no cents. */
export const FEWER = 10;

/** How many it is in this run: fewer where the small ones were too little for the target. */
export const repaymentsOfLoan = (context: CheckContext): Promise<{ count: number }> =>
  context.shared('repayments that a loan is good for', async () => ({ count: MANY }));

/**
 * The amount that the state names, else a part of the total payable. It is whole where the total is or the part
 * is large, since a target may know whole amounts only; otherwise in whole cents.
 */
export async function amountToRepay(
  context: CheckContext,
  { totalPayable, repaymentAmount }: Repayable,
): Promise<number> {
  if (repaymentAmount !== undefined) {
    return repaymentAmount;
  }
  const { count } = await repaymentsOfLoan(context.plain ?? context);
  const isWhole = Number.isInteger(totalPayable) || (count === FEWER && totalPayable >= count);
  return isWhole
    ? Math.max(1, Math.floor(totalPayable / count))
    : Math.max(1, Math.floor((totalPayable * 100) / count)) / 100;
}

type Repayable = Pick<StateValues['active-loan'], 'totalPayable' | 'repaymentAmount'>;
type Repaid = Pick<LoanValues, 'customerId' | 'accountId' | 'bankAccountId' | 'repaymentReference'>;

/** Path and query of an answer to an offer (section 4.8). */
export const offerCall = (applicationId: string, status: boolean | string) => ({
  path: { 'loan-application-id': applicationId },
  query: { status },
});

/** The call that repays a loan by whoever it belongs to, of `amountToRepay` unless another amount is given. */
export async function repaymentCall(
  context: CheckContext,
  loan: Repaid & Repayable & Partial<Credentials>,
  amount?: number,
) {
  return {
    as: await ownerOf(context, loan),
    path: { 'user-id': loan.customerId },
    body: repaymentBody(loan, amount ?? (await amountToRepay(context, loan))),
  };
}

/** When the offer that refusals share was asked for first, by `performance.now()`. */
export const offeredSince = (context: CheckContext): Promise<number> =>
  (context.plain ?? context).shared('since when there is the shared offer', async () =>
    performance.now(),
  );

/** A call for each endpoint that satisfies every rule of it, by the customer where roles allow. */
export const VALID_CALLS = {
  'fetch-organisation-preference': {
    users: ['manager'],
    states: [],
    twin: 'fetch-organisation-preference.succeeds',
    options: async (context) => ({
      as: await context.session((await preferenceCaller(context.plain ?? context)).user),
    }),
  },
  'awaiting-payments': {
    users: ['customer'],
    states: ['awaiting-payments'],
    twin: 'awaiting-payments.succeeds',
    options: async (context) => ({
      as: await context.session('customer'),
      body: listingBody(await context.state('awaiting-payments')),
    }),
  },
  'request-loan': {
    users: ['customer'],
    states: ['loan-product'],
    twin: 'request-loan.succeeds',
    options: async (context) => {
      const product = await context.state('loan-product');
      const by = context.caller === 'agent' ? 'agent' : 'customer';
      return {
        as: await ownerOf(context, by === 'agent' ? (product.agent ?? {}) : product, by),
        body: loanRequestBody(product, by),
      };
    },
  },
  'repay-loan': {
    users: ['customer'],
    states: ['active-loan'],
    twin: 'repay-loan.succeeds',
    options: async (context) => repaymentCall(context, await context.state('active-loan')),
  },
  'update-application': {
    users: ['customer'],
    states: ['offer-sent'],
    twin: 'update-application.data',
    async options(context) {
      const offer = await context.state('offer-sent');
      await offeredSince(context);
      return {
        as: await ownerOf(context, offer),
        ...offerCall(offer.applicationId, true),
      };
    },
  },
  portfolios: {
    users: ['customer'],
    states: ['portfolios'],
    twin: 'portfolios.succeeds',
    options: async (context) => ({
      as: await context.session('customer'),
      path: { 'customer-id': (await context.state('portfolios')).customerId },
    }),
  },
} satisfies { [E in EndpointName]?: ValidCall };

/**
 * What checks that start from the valid call of an endpoint have in common, unless they say otherwise. Those of
 * update-application name no state: its refusals share an offer that they set apart themselves, and what may be
 * answered is taken.
 */
export function baseOf<E extends SharedEndpoint>(endpoint: E) {
  const { users, states, twin }: ValidCall = VALID_CALLS[endpoint];
  return {
    level: 'must' as const,
    endpoint,
    users,
    after: [twin],
    ...(endpoint !== 'update-application' && { states }),
  };
}

/** Endpoints that a shared session may call; refresh and logout need a session of their own. */
export type SharedEndpoint = keyof typeof VALID_CALLS;

/** The endpoints that make a record under an x-idempotency-key. */
export type RecordingEndpoint = 'request-loan' | 'repay-loan';

/** The endpoints of lending that a customer calls. */
export type LendingEndpoint = RecordingEndpoint | 'update-application';

/** The state whose entries a success of each uses up. */
export const USES_UP = {
  'request-loan': 'loan-product',
  'repay-loan': 'active-loan',
  'update-application': 'offer-sent',
} as const satisfies Record<LendingEndpoint, StateName>;

/** Those endpoints. */
export const LENDING = Object.keys(USES_UP) as readonly LendingEndpoint[];

/** Whether a success of an endpoint uses something up. */
export const usesUp = (endpoint: EndpointName): endpoint is LendingEndpoint => endpoint in USES_UP;

/** What a check takes whose call of the endpoint is meant to succeed. */
export const takesOf = (endpoint: LendingEndpoint): NonNullable<Check['takes']> => ({
  [USES_UP[endpoint]]: 1,
});

/** Those that only read: they can be asked as often as one likes. */
export const READING = [
  'fetch-organisation-preference',
  'awaiting-payments',
  'portfolios',
] as const satisfies readonly SharedEndpoint[];

/** Whether an endpoint only reads. */
export const onlyReads = (endpoint: EndpointName): endpoint is (typeof READING)[number] =>
  READING.some((each) => each === endpoint);
