import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { REGISTER } from '../../../contract/register/index.ts';
import type { Level } from '../../../contract/register/requirement.ts';
import { schemas } from '../../../contract/schemas.ts';

/** A field of a request's body that is a text or a number. */
export interface BodyField {
  field: string;
  type: 'string' | 'number';
  required: boolean;
  /** the specification gives a default, so that nothing says whether it may be left out */
  hasDefault: boolean;
  /** a text of a form or a value that the specification gives, such as a date or a UUID */
  hasForm: boolean;
  /** the requirement that the field is of its type, and there if it is required */
  requirement: string;
  /**
   * of the type: nothing says that who does not ask for a field looks at what stands in it, so that of
   * what may be left out it is a should
   */
  level: 'must' | 'should';
}

interface RequestSchema {
  properties: Record<string, { type: string; pattern?: string; const?: string }>;
  required: string[];
}

/** The body of request-loan has a section of its own. */
const SECTION_OF_BODY: { [E in EndpointName]?: string } = { 'request-loan': '2.3' };

/**
 * The id of what a section states first of an item of its outline, such as `selectedCurrency` in 4.5.
 *
 * @throws RangeError where the register has no such row of this level
 */
export function firstOf(level: Level, section: string, item: string): string {
  const row = REGISTER.find(
    (each) =>
      each.section === section &&
      each.item === item &&
      each.level === level &&
      each.checked === 'black-box',
  );
  if (!row) {
    throw new RangeError(`section ${section} has no ${level} of ${item}`);
  }
  return row.id;
}

/** The texts and numbers of the body that the contract gives an endpoint, in its order. */
export function bodyFields(endpoint: EndpointName): BodyField[] {
  const { requestSchema, section } = ENDPOINTS[endpoint];
  if (requestSchema === null) {
    return [];
  }
  const { properties, required } = schemas[requestSchema] as RequestSchema;
  return Object.entries(properties).flatMap(([field, { type, pattern, const: only }]) => {
    if (type !== 'string' && type !== 'number') {
      return [];
    }
    const isRequired = required.includes(field);
    const level = isRequired ? 'must' : 'should';
    return [
      {
        ...{ field, type, required: isRequired, level },
        hasDefault: only !== undefined,
        hasForm: pattern !== undefined || only !== undefined,
        requirement: firstOf(level, SECTION_OF_BODY[endpoint] ?? section, field),
      },
    ];
  });
}

/**
 * Values that no reading takes for one of the field, however lenient: a list or an object for either
 * type, a boolean or a text for a number, null where a value is required. A boolean stands for no date,
 * UUID or given value, but some readers take it for the text `true`; a list of one is the text of that to
 * JavaScript, also where a pattern is held against it, so that lists have two.
 */
export function wrongValues(
  field: Pick<BodyField, 'type' | 'required' | 'hasDefault' | 'hasForm'>,
  good: unknown,
): unknown[] {
  const { type, required, hasDefault, hasForm } = field;
  return [
    type === 'number' ? 'not a number' : { not: 'a string' },
    [good, good],
    ...(required && !hasDefault ? [null] : []),
    ...(type === 'number' ? [true, { value: good }] : []),
    ...(type === 'string' && hasForm ? [true] : []),
  ];
}
