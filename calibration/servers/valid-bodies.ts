import type { EndpointName } from '../../contract/endpoint-names.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import { lendingDesk } from '../../server/lending-desk.ts';
import type { Layer, LayerContext } from './exchange-layer.ts';
import { amend, amendBody } from './requests.ts';
import { callerOf, standardUser } from './tokens.ts';

/** The body of a listing that finds payments of the customer. */
export function validListing({ dependencies }: LayerContext): Record<string, unknown> {
  const facts = JSON.parse(dependencies.store.settings.get('state awaiting-payments') ?? '{}');
  const { currency, fromDate, toDate } = facts as Record<string, string>;
  return { selectedCurrency: currency, fromDate, toDate };
}

/** The body of a request for a loan that succeeds for the customer. */
function validLoanRequest(context: LayerContext): Record<string, unknown> {
  const desk = lendingDesk(context.dependencies);
  const product = desk.product(standardUser(context, 'customer'), 'manual');
  return {
    currencyCode: product.currency,
    dateOfBirth: '1990-04-25',
    durationCounter: 6,
    loanApplicationStatusEnum: 'REQUESTED',
    employmentStatus: 'EMPLOYED',
    loanAmount: fromMinor(product.minAmountMinor || 100_000, product.currency),
    bvn: '22123456789',
    firstName: 'Ada',
    lastName: 'Okafor',
    accountNumber: '0123456789',
    bankCode: '058',
    phoneNumber: '+2348012345678',
    loanDuration: 6,
    loanProductId: product.id,
    loanRepaymentMethodEnum: 'DIRECT_DEBIT',
    monthlyIncome: 450_000,
  };
}

/** The body of a repayment that succeeds for the customer: of a loan made for it. */
export function validRepayment(context: LayerContext): Record<string, unknown> {
  const customer = standardUser(context, 'customer');
  const { loan } = lendingDesk(context.dependencies).payOut(customer);
  return {
    repaymentAmount: 1,
    customerId: customer.id,
    accountId: loan.id,
    bankAccountId: context.dependencies.store.bankAccounts.firstOf(customer.id)?.id,
    repaymentReference: loan.repaymentReference,
  };
}

const VALID = {
  'awaiting-payments': validListing,
  'request-loan': validLoanRequest,
  'repay-loan': validRepayment,
} satisfies { [E in EndpointName]?: (context: LayerContext) => Record<string, unknown> };

/** An endpoint that takes a JSON body with fields. */
export type BodyEndpoint = keyof typeof VALID;

/** The body of a call of that endpoint that succeeds. */
export function validBody(endpoint: BodyEndpoint, context: LayerContext): Record<string, unknown> {
  return VALID[endpoint](context);
}

/** Puts the value of a call that succeeds where a field of the body is as told. */
export function supplyValid(
  endpoint: BodyEndpoint,
  field: string,
  bad: (value: unknown) => boolean,
): Layer {
  return amendBody(endpoint, (body, context) => {
    if (bad(body[field])) {
      body[field] = validBody(endpoint, context)[field];
    }
  });
}

/** Takes what is no JSON for a good body. */
export function takesAnyText(endpoint: BodyEndpoint): Layer {
  return amend(endpoint, (request, context) => {
    if (request.body === '' || !callerOf(request, context)) {
      return undefined;
    }
    try {
      JSON.parse(request.body);
      return undefined;
    } catch {
      return { ...request, body: JSON.stringify(validBody(endpoint, context)) };
    }
  });
}
