import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { SCHEMA_NAMES, type SchemaName, schemaId, schemas } from '../contract/schemas.ts';
import { fieldProblem, schemaProblem } from './schema-validator.ts';

interface Part {
  properties?: Record<string, Part>;
}

const ajv = new Ajv2020({ allErrors: true, strict: false, strictNumbers: true });
addFormats.default(ajv);
for (const schema of Object.values(schemas)) {
  ajv.addSchema(schema);
}

const VALUES = [
  ...[undefined, null, true, 0, -1, 1.5, Number.POSITIVE_INFINITY, '', 'x', '01/02/2026'],
  ...['SUCCESS', 'FAILED', 'user@example.com', [], [1], {}, { x: 1 }],
];

/** The path of every field of an object, and of the objects in it. */
function fieldsOf({ properties = {} }: Part, above: string[] = []): string[] {
  return Object.entries(properties).flatMap(([name, part]) => [
    [...above, name].join('/'),
    ...fieldsOf(part, [...above, name]),
  ]);
}

const partAt = (schema: SchemaName, path: string): unknown =>
  path.split('/').reduce((part, name) => part.properties?.[name] ?? {}, schemas[schema] as Part);

/** What ajv itself has against a field by nothing but what its schema says of it. */
function againstField(schema: SchemaName, path: string, object: unknown): boolean {
  const field = path.split('/').at(-1) ?? '';
  const properties = { [field]: partAt(schema, path) };
  return !ajv.validate({ type: 'object', properties, required: [field] }, object);
}

describe.each(SCHEMA_NAMES)('the validator of %s', (name) => {
  const fields = fieldsOf(schemas[name] as Part);

  it('judges as ajv does by the schema', () => {
    const objects = fields.flatMap((field) => VALUES.map((value) => ({ [field]: value })));
    for (const value of [...VALUES, ...objects]) {
      const isRight = schemaProblem(name, value) === undefined;
      expect({ value, isRight }).toEqual({ value, isRight: ajv.validate(schemaId(name), value) });
    }
  });

  it.each(fields)('judges %s by what the schema says of it alone', (path) => {
    const field = path.split('/').at(-1) ?? '';
    for (const object of [...VALUES, ...VALUES.map((value) => ({ [field]: value }))]) {
      const isWrong = fieldProblem(name, path, object) !== undefined;
      expect({ object, isWrong }).toEqual({ object, isWrong: againstField(name, path, object) });
    }
  });
});

it('says what is wrong with a field, and that it is not there', () => {
  expect(fieldProblem('session', 'access_token', { access_token: 1 })).toBe(
    '/access_token must be string',
  );
  expect(fieldProblem('session', 'user/role', {})).toBe(
    "the value must have required property 'role'",
  );
  expect(fieldProblem('session', 'user/role', 'x')).toBe('the value must be object');
});
