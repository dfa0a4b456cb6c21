import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectRejection } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { textOf } from '../entry-text.ts';
import { type BodyField, bodyFields, wrongValues } from './body-fields.ts';

/** How the body of an endpoint is tried field by field. */
interface FieldRefusals extends Pick<Check, 'users' | 'states' | 'after'> {
  endpoint: EndpointName;
  /** the request as the object of a sentence: `a repayment` */
  subject: string;
  /** the last part of the id of the check that a field may not be left out */
  absent(field: string): string;
  /** fields that have checks of their own for what is no text */
  except?: readonly string[];
  /** a check beside the twin that a field's refusals build on */
  afterOf?: Readonly<Record<string, string>>;
  /** a field that is left out once together with another, by the name of that */
  alsoAbsent?: Readonly<Record<string, string>>;
  /** sends the valid request with these fields in place of its own; `undefined` leaves one out */
  send(context: CheckContext, change: Record<string, unknown>): Promise<Exchange>;
  /** the body of the valid request */
  validBody(context: CheckContext): Promise<Record<string, unknown>>;
}

/**
 * For every field that the contract gives the body of an endpoint: a request without it is refused if
 * it is required, and so is one with a value of another type; of what may be left out, as a should.
 */
export function fieldRefusals({
  subject,
  absent,
  except = [],
  afterOf = {},
  alsoAbsent = {},
  send,
  validBody,
  ...base
}: FieldRefusals): Check[] {
  const fields = bodyFields(base.endpoint).filter(({ field }) => !except.includes(field));
  const about = ({ field, requirement, level }: BodyField) => ({
    ...base,
    level,
    requirements: [requirement],
    after: [afterOf[field], ...(base.after ?? [])].filter((id) => id !== undefined),
  });
  const missing = fields
    .filter(({ required, hasDefault }) => required && !hasDefault)
    .map((field): Check => {
      const what = `${subject} without ${field.field}`;
      return {
        ...about(field),
        id: `${base.endpoint}.refuses.${absent(field.field)}`,
        refusal: refusalOf(base.endpoint, absent(field.field)),
        title: `refuses ${what}`,
        async run(context) {
          const change = { [field.field]: undefined };
          expectRejection(await send(context, change), what);
          const other = context.plain ? undefined : alsoAbsent[field.field];
          if (other) {
            const exchange = await send(context, { ...change, [other]: undefined });
            expectRejection(exchange, `${what} and ${other}`);
          }
        },
      };
    });
  const wrongTypes = fields.map(
    (field): Check => ({
      ...about(field),
      id: `${base.endpoint}.refuses.${field.field}-not-a-${field.type}`,
      // There are as many wrong values of a type as situations.
      refusal: refusalOf(base.endpoint, `${field.field}-not-a-${field.type}`, { once: true }),
      title: `refuses ${subject} whose ${field.field} is no ${field.type}`,
      tries: wrongValues(field, '').length,
      async run(context) {
        const values = wrongValues(field, (await validBody(context))[field.field] ?? 'A1');
        const value = values[(context.turn ?? 0) % values.length];
        const exchange = await send(context, { [field.field]: value });
        expectRejection(exchange, `${subject} whose ${field.field} is ${textOf(value)}`);
      },
    }),
  );
  return [...missing, ...wrongTypes];
}
