import { closestName } from './closest-name.ts';
import type { JsonPath, Mistake } from './mistakes.ts';
import schema from './target.schema.json' with { type: 'json' };
import type { StateName } from './target.ts';
import validators, { type ShapeError } from './validators.generated.js';

/** Finds what of a JSON value has not the shape of a schema; every mistake, not the first. */
export interface ShapeCheck {
  (value: unknown, options?: { unknownKeys: boolean }): Mistake[];
  /** the keys the schema knows */
  fields: string[];
}

/** The shape of a whole target file. */
export const targetShape: ShapeCheck = shapeOf('target', schema);

/** The shape of the `load` section, for targets that no file describes. */
export const loadShape: ShapeCheck = shapeOf('load', schema.properties.load);

/** The shape of one entry of a state. */
export function stateShape(name: StateName): ShapeCheck {
  return shapeOf(name, schema.$defs.states[name]);
}

/** The shape that a part of the schema says, by its compiled validator. */
function shapeOf(name: string, part: { properties: object }): ShapeCheck {
  const validate = validators[name];
  if (!validate) {
    throw new Error(`no validator of ${name}: npm run generate`);
  }
  const check = (value: unknown, { unknownKeys } = { unknownKeys: true }): Mistake[] =>
    validate(value)
      ? []
      : (validate.errors ?? [])
          .filter(({ keyword }) => keyword !== '$ref')
          .filter(({ keyword }) => unknownKeys || keyword !== 'additionalProperties')
          .map(mistakeOf);
  return Object.assign(check, { fields: Object.keys(part.properties) });
}

/** Says what an error of ajv means, without quoting any text of the file. */
function mistakeOf(error: ShapeError): Mistake {
  const path = pathOf(error);
  const { params, data } = error;
  switch (error.keyword) {
    case 'additionalProperties':
      return {
        path: [...path, params.additionalProperty],
        text: unknownKey(params.additionalProperty, Object.keys(schemaAt(error).properties ?? {})),
      };
    case 'required':
      return {
        path: [...path, params.missingProperty],
        text: `is missing: ${description(schemaAt(error).properties?.[params.missingProperty])}`,
      };
    case 'dependentRequired':
      return {
        path: [...path, params.missingProperty],
        text: `is missing; expected it beside ${params.property}`,
      };
    case 'type':
      return { path, text: `is ${kindOf(data)}; expected ${KIND[params.type] ?? params.type}` };
    case 'minLength':
      return { path, text: `is empty; expected ${description(schemaAt(error))}` };
    case 'minimum':
      return { path, text: `is ${data}; expected ${params.limit} or more` };
    case 'maximum':
      return { path, text: `is ${data}; expected ${params.limit} or less` };
    case 'exclusiveMinimum':
      return { path, text: `is ${data}; expected more than ${params.limit}` };
    case 'enum':
      return {
        path,
        text: `is not known; expected ${anyOf(params.allowedValues)}${meant(data, params.allowedValues)}`,
      };
    case 'uniqueItems':
      return { path: [...path, params.i], text: `repeats entry ${params.j}; expected each once` };
    default:
      return { path, text: `has the wrong form; expected ${description(schemaAt(error))}` };
  }
}

/** What the messages need of a part of the schema. */
interface SchemaPart {
  description?: string;
  properties?: Record<string, SchemaPart>;
  $ref?: string;
}

const schemaAt = (error: ShapeError) => (error.parentSchema ?? {}) as SchemaPart;

function description(part: SchemaPart | undefined): string {
  return part?.description ?? 'a value';
}

/** The names and indexes of a JSON Pointer (RFC 6901); digits are indexes only inside arrays. */
function pathOf(error: ShapeError): JsonPath {
  const steps = error.instancePath.split('/').slice(1);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function unknownKey(key: string, known: string[]): string {
  const suggestion = closestName(key, known);
  return suggestion
    ? `is not a known key; did you mean ${suggestion}?`
    : `is not a known key; expected ${anyOf(known)}`;
}

function meant(value: unknown, names: string[]): string {
  const suggestion = typeof value === 'string' ? closestName(value, names) : undefined;
  return suggestion ? `; did you mean ${suggestion}?` : '';
}

const anyOf = (names: string[]) => (names.length > 1 ? `one of ${names.join(', ')}` : names[0]);

const KIND: Record<string, string> = {
  object: 'an object',
  array: 'an array',
  string: 'text in double quotes',
  integer: 'a whole number',
  number: 'a number',
};

function kindOf(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'an array';
  }
  if (typeof value === 'object') {
    return 'an object';
  }
  if (typeof value === 'string') {
    return 'text';
  }
  if (typeof value === 'boolean') {
    return 'true or false';
  }
  if (value === Infinity || value === -Infinity) {
    return 'a number too large';
  }
  return Number.isInteger(value) ? 'a number' : 'a number with a fraction';
}
