import type { Answer, Check, Fault } from './judge-answer.ts';
import { parsed } from './parsed.ts';
import * as validators from './validators.generated.js';

type SchemaName =
  | 'session'
  | 'refresh-response'
  | 'awaiting-payments-response'
  | 'update-application-response'
  | 'repay-loan-response';

const byName: Record<SchemaName, typeof validators.session> = {
  session: validators.session,
  'refresh-response': validators.refreshResponse,
  'awaiting-payments-response': validators.awaitingPaymentsResponse,
  'update-application-response': validators.updateApplicationResponse,
  'repay-loan-response': validators.repayLoanResponse,
};

/** What the JSON Schema says against a value, or null. */
export function schemaFault(schema: SchemaName, value: unknown): Fault | null {
  const validate = byName[schema];
  if (validate(value)) {
    return null;
  }
  const first = validate.errors?.[0];
  const message = `${first?.instancePath || '/'} ${first?.message}`;
  return { kind: 'schema', message: `${schema}: ${message}` };
}

/** Of answers drawn to be judged in full: whether the body fits its JSON Schema. */
export function fits(schema: SchemaName): Check {
  return (answer) => schemaFault(schema, parsed(answer));
}

/** A check that an answer holds a token (sections 4.1 and 4.2). */
export function holdsToken(answer: Answer): Fault | null {
  const body = parsed(answer) as { access_token?: unknown } | null;
  return typeof body?.access_token === 'string'
    ? null
    : { kind: 'answer', message: 'there is no access_token' };
}
