import type { Answer, Check, Fault } from './judge-answer.ts';
import { parsed } from './parsed.ts';
import validators from './validators.generated.js';

type SchemaName = keyof typeof validators;

/** What the JSON Schema says against a value, or null. */
export function schemaFault(schema: SchemaName, value: unknown): Fault | null {
  const validate = validators[schema];
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
