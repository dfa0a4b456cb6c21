import { fromMinor } from '../../../contract/values/currencies.ts';
import { lendingDesk } from '../../../server/lending-desk.ts';
import type { User } from '../../../server/store/users.ts';
import type { StateName, StateValues, Target } from '../../../target/target.ts';
import type { Layer, LayerContext } from '../../servers/exchange-layer.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { ownLoans, ownProducts, withPools } from '../../servers/own-customers.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, standardUser } from '../../servers/tokens.ts';
import type { WrappedServer } from '../../servers/wrapped-server.ts';
import { succeeded } from '../succeeded.ts';
import type { Axis, Choice } from '../variant.ts';

/** More entries than a run takes, so that none has to serve again. */
const ENTRIES = 12;

type Endpoint = 'request-loan' | 'repay-loan';
type Body = Record<string, unknown>;

const refusal = (message: string) => jsonAnswer(422, { status: 'FAILED', message });

/** Refuses bodies that would be good but for a rule of the business. */
function refusing(
  endpoint: Endpoint,
  reason: (body: Body, caller: User, context: LayerContext) => string | undefined,
): Layer {
  return async (request, next, context) => {
    const caller = callerOf(request, context);
    const body = objectOf(request.body);
    if (context.endpoint !== endpoint || !caller || !body) {
      return next(request);
    }
    if (!['CUSTOMER', 'AGENT'].includes(caller.role)) {
      return next(request);
    }
    const message = reason(body, caller, context);
    return message === undefined ? next(request) : refusal(message);
  };
}

/** Lets a caller have one record at a time, and none more is ever closed. */
function oneAtATime(endpoint: Endpoint, message: string, of = (_: Body) => ''): Layer {
  const open = new Set<string>();
  return async (request, next, context) => {
    const caller = callerOf(request, context);
    if (context.endpoint !== endpoint || !caller) {
      return next(request);
    }
    const slot = `${caller.id} ${of(objectOf(request.body) ?? {})}`;
    if (open.has(slot)) {
      return jsonAnswer(409, { status: 'FAILED', message });
    }
    open.add(slot);
    const response = await next(request);
    if (!succeeded(response, request, context)) {
      open.delete(slot);
    }
    return response;
  };
}

/** Repayments that a loan may have before they are verified. */
const MOST_REPAYMENTS = 4;

const fewRepayments = refusing('repay-loan', ({ accountId }, caller, { dependencies }) => {
  const { loans, repayments } = dependencies.store;
  const loan = loans.ofUser(String(accountId), caller.id);
  return loan && repayments.ofLoan(loan.id).length >= MOST_REPAYMENTS
    ? 'this loan has too many repayments that wait to be verified'
    : undefined;
});

/** Refusals of repayments of one loan after which somebody is to call. */
const MOST_REFUSALS = 4;

/** Takes no repayment of a loan any more of which too many were refused. */
function refusedTooOften(): Layer {
  const refusals = new Map<string, number>();
  return async (request, next, context) => {
    const accountId = String(objectOf(request.body)?.accountId);
    const had = refusals.get(accountId) ?? 0;
    if (context.endpoint !== 'repay-loan' || !callerOf(request, context)) {
      return next(request);
    }
    const response = had < MOST_REFUSALS ? await next(request) : undefined;
    if (response === undefined || succeeded(response, request, context)) {
      return response ?? refusal('please call us about this loan');
    }
    refusals.set(accountId, had + 1);
    return response;
  };
}

/** Whoever applies has to be who the bank knows by that number. */
const registered = refusing('request-loan', (body, caller, { dependencies }) => {
  const known = { ...dependencies.store.users.profile(caller.id), ...caller };
  const fields = ['bvn', 'firstName', 'lastName', 'dateOfBirth', 'phoneNumber'] as const;
  const wrong = fields.find(
    (field) => typeof body[field] === 'string' && body[field] !== known[field],
  );
  return wrong && `the ${wrong} is not the one registered`;
});

/** The product lends small amounts for a short time. */
const limits = refusing('request-loan', (body, _caller, context) => {
  const product = lendingDesk(context.dependencies).product(
    standardUser(context, 'customer'),
    'manual',
  );
  const most = fromMinor(product.minAmountMinor * 2, product.currency);
  if (Number(body.loanAmount) > most) {
    return `the product lends at most ${most}`;
  }
  if (Number(body.loanDuration) > product.minDuration * 2) {
    return 'the product lends for less time';
  }
  return undefined;
});

const wholeOnly = (['request-loan', 'repay-loan'] as const).map((endpoint) =>
  refusing(endpoint, (body) => {
    const amount = body.loanAmount ?? body.repaymentAmount;
    return typeof amount === 'number' && !Number.isInteger(amount)
      ? 'amounts are whole numbers'
      : undefined;
  }),
);

/** A repayment is of a tenth of the loan at least. */
const leastRepayment = refusing('repay-loan', (body, caller, { dependencies }) => {
  const loan = dependencies.store.loans.ofUser(String(body.accountId), caller.id);
  const amount = Number(body.repaymentAmount);
  const isSmall = loan && amount < fromMinor(loan.totalPayableMinor, loan.currency) / 20;
  return isSmall && amount > 0 ? 'a repayment is of a twentieth of the loan at least' : undefined;
});

/** The bank that passes it on has room for so many letters. */
const MOST_NARRATION = 18;

const shortNarrations = refusing('repay-loan', ({ paymentNarration }) =>
  String(paymentNarration ?? '').length > MOST_NARRATION ? 'the narration is too long' : undefined,
);

/** The target whose customers of loans are the entries' own. */
const supplied = (server: WrappedServer) =>
  withPools(
    { 'loan-product': ownProducts(server, ENTRIES), 'active-loan': ownLoans(server, ENTRIES) },
    server.target,
  );

/** The target that supplies no more of these states than is required. */
async function bare(server: WrappedServer): Promise<Target> {
  const [product] = ownProducts(server, 1);
  const { loanProductId = '', currencyCode = '' } = product ?? {};
  const { url = '', headers } = server.target.states;
  const loan = async (): Promise<StateValues['active-loan']> => {
    const body = JSON.stringify({ state: 'active-loan' satisfies StateName });
    const response = await fetch(url, { method: 'POST', headers: headers ?? {}, body });
    const { repaymentAmount: _, ...values } = (await response.json()) as StateValues['active-loan'];
    return values;
  };
  const loans = await Promise.all(Array.from({ length: ENTRIES }, loan));
  const products = Array.from({ length: ENTRIES }, () => ({ loanProductId, currencyCode }));
  const pools = { 'loan-product': products, 'active-loan': loans };
  return withPools(pools, server.target);
}

/** A rule of the business, seen with its values supplied and without: the suite may find some by itself. */
function rule(
  id: string,
  how: string,
  layers: () => readonly Layer[],
  bareVerdict: Choice['verdict'] = 'incomplete',
): Choice[] {
  return [
    {
      id: `lending-rules.${id}`,
      how: `${how}, and the target file supplies what that takes`,
      wrapping: () => ({ layers: layers() }),
      target: supplied,
      verdict: 'conformant',
    },
    {
      id: `lending-rules.${id}.not-supplied`,
      how: `${how}, and the target file supplies nothing for it`,
      wrapping: () => ({ layers: layers() }),
      target: bare,
      verdict: bareVerdict,
    },
  ];
}

/** Which requests a business refuses for reasons of its own is not said. */
export const lendingRules: Axis = {
  id: 'lending-rules',
  open: [
    'section 2.3: names fields and says nothing of a business behind them',
    'section 4.6: the same of who may ask for a loan',
    'section 4.7: the same of what may be repaid',
  ],
  choices: [
    ...rule('registered-identity', 'knows registered applicants only', () => [registered]),
    ...rule('product-limits', 'limits amount and duration by the product', () => [limits]),
    ...rule('one-open-application', 'lets a customer have one open application', () => [
      oneAtATime('request-loan', 'an application is open'),
    ]),
    ...rule('one-pending-repayment', 'lets a customer have one pending repayment', () => [
      oneAtATime('repay-loan', 'a repayment is pending'),
    ]),
    ...rule(
      'least-repayment',
      'takes repayments of a twentieth of the loan or more',
      () => [leastRepayment],
      'conformant',
    ),
    {
      id: 'lending-rules.one-pending-repayment-per-loan',
      how: 'lets a loan have one pending repayment',
      wrapping: () => ({
        layers: [
          oneAtATime('repay-loan', 'a repayment is pending', ({ accountId }) => String(accountId)),
        ],
      }),
      verdict: 'conformant',
    },
    {
      id: 'lending-rules.few-repayments-of-a-loan',
      how: 'lets a loan have four repayments that are not verified',
      wrapping: () => ({ layers: [fewRepayments] }),
      warns: ['repay-loan.rest'],
      verdict: 'conformant',
    },
    {
      id: 'lending-rules.refused-too-often',
      how: 'takes no repayment of a loan of which four were refused',
      wrapping: () => ({ layers: [refusedTooOften()] }),
      verdict: 'incomplete',
    },
    {
      id: 'lending-rules.whole-amounts',
      how: 'takes whole amounts only',
      wrapping: () => ({ layers: wholeOnly }),
      target: bare,
      verdict: 'conformant',
    },
    {
      id: 'lending-rules.short-narrations',
      how: 'takes no paymentNarration of more than 18 characters',
      wrapping: () => ({ layers: [shortNarrations] }),
      verdict: 'conformant',
    },
    {
      id: 'lending-rules.all',
      how: 'has all of these rules at once',
      wrapping: () => ({
        layers: [
          registered,
          limits,
          ...wholeOnly,
          leastRepayment,
          oneAtATime('request-loan', 'an application is open'),
          oneAtATime('repay-loan', 'a repayment is pending'),
        ],
      }),
      target: supplied,
      verdict: 'conformant',
    },
  ],
};
