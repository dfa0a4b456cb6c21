import awaitingPayment from './schemas/awaiting-payment.schema.json' with { type: 'json' };
import awaitingPaymentsRequest from './schemas/awaiting-payments-request.schema.json' with {
  type: 'json',
};
import awaitingPaymentsResponse from './schemas/awaiting-payments-response.schema.json' with {
  type: 'json',
};
import failedResponse from './schemas/failed-response.schema.json' with { type: 'json' };
import forbiddenError from './schemas/forbidden-error.schema.json' with { type: 'json' };
import loanApplication from './schemas/loan-application.schema.json' with { type: 'json' };
import loginRequest from './schemas/login-request.schema.json' with { type: 'json' };
import logoutRequest from './schemas/logout-request.schema.json' with { type: 'json' };
import refreshRequest from './schemas/refresh-request.schema.json' with { type: 'json' };
import refreshResponse from './schemas/refresh-response.schema.json' with { type: 'json' };
import repayLoanRequest from './schemas/repay-loan-request.schema.json' with { type: 'json' };
import repayLoanResponse from './schemas/repay-loan-response.schema.json' with { type: 'json' };
import repaymentFailedResponse from './schemas/repayment-failed-response.schema.json' with {
  type: 'json',
};
import requestLoanRequest from './schemas/request-loan-request.schema.json' with { type: 'json' };
import session from './schemas/session.schema.json' with { type: 'json' };
import updateApplicationResponse from './schemas/update-application-response.schema.json' with {
  type: 'json',
};

/** The names of the schemas; the schema `x` has the `$id` `urn:assay:schema:x`. */
export const SCHEMA_NAMES = [
  'awaiting-payment',
  'awaiting-payments-request',
  'awaiting-payments-response',
  'failed-response',
  'forbidden-error',
  'loan-application',
  'login-request',
  'logout-request',
  'refresh-request',
  'refresh-response',
  'repay-loan-request',
  'repay-loan-response',
  'repayment-failed-response',
  'request-loan-request',
  'session',
  'update-application-response',
] as const;

/** The name of a request or response body. */
export type SchemaName = (typeof SCHEMA_NAMES)[number];

/**
 * The JSON Schemas (draft 2020-12) of every body the specification shows. They refer to each other
 * by `$id`, so a validator has to be given all of them. Those of requests are what a strict
 * implementation accepts; those of responses demand only what the specification states.
 */
export const schemas: Readonly<Record<SchemaName, object>> = {
  'awaiting-payment': awaitingPayment,
  'awaiting-payments-request': awaitingPaymentsRequest,
  'awaiting-payments-response': awaitingPaymentsResponse,
  'failed-response': failedResponse,
  'forbidden-error': forbiddenError,
  'loan-application': loanApplication,
  'login-request': loginRequest,
  'logout-request': logoutRequest,
  'refresh-request': refreshRequest,
  'refresh-response': refreshResponse,
  'repay-loan-request': repayLoanRequest,
  'repay-loan-response': repayLoanResponse,
  'repayment-failed-response': repaymentFailedResponse,
  'request-loan-request': requestLoanRequest,
  session,
  'update-application-response': updateApplicationResponse,
};

/** The `$id` of a schema, for `ajv.getSchema` and `$ref`. */
export function schemaId(name: SchemaName): string {
  return `urn:assay:schema:${name}`;
}
