import type { Answer, Check, Fault } from './measure.ts';
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

let judged = 0;

/** Whether the answer at hand is of the sample: the first of a virtual user, then one in 25. */
export function isSampled(): boolean {
  return judged++ % SAMPLED === 0;
}

/** The body as JSON, or null where it is none. */
export function parsed(answer: Answer): unknown {
  try {
    return JSON.parse(answer.body);
  } catch {
    return null;
  }
}

/** What the JSON Schema says against a value, or null. */
export function schemaFault(schema: SchemaName, value: unknown): Fault | null {
  const validate = byName[schema];
  if (validate(value)) return null;
  const first = validate.errors?.[0];
  const message = `${first?.instancePath || '/'} ${first?.message}`;
  return { kind: 'schema', message: `${schema}: ${message}` };
}

/** A check that the body is JSON, and of the sample that it fits its schema. */
export function sampleCheck(schema: SchemaName): Check {
  return (answer) => {
    const body = parsed(answer);
    if (body === null || typeof body !== 'object') {
      return { kind: 'answer', message: 'the body is no JSON object' };
    }
    return isSampled() ? schemaFault(schema, body) : null;
  };
}
