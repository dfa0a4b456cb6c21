import type { Check, Fault } from './judge-answer.ts';
import { parsed } from './parsed.ts';
import * as validators from './validators.generated.js';

/** One answer in this many is validated in full against its JSON Schema. */
const SAMPLED = 25;

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

const judged: Partial<Record<SchemaName, number>> = {};

/** Whether the answer at hand is of the sample of its kind: a virtual user's first, then one in 25. */
export function isSampled(schema: SchemaName): boolean {
  const before = judged[schema] ?? 0;
  judged[schema] = before + 1;
  return before % SAMPLED === 0;
}

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

/** A check that an answer holds a token (sections 4.1 and 4.2), and of the sample that it fits. */
export function sessionCheck(schema: 'session' | 'refresh-response'): Check {
  return (answer) => {
    const body = parsed(answer) as { access_token?: unknown } | null;
    if (typeof body?.access_token !== 'string') {
      return { kind: 'answer', message: 'there is no access_token' };
    }
    return isSampled(schema) ? schemaFault(schema, body) : null;
  };
}
