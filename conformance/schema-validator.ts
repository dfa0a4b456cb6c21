import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type SchemaName, schemaId, schemas } from '../contract/schemas.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
addFormats.default(ajv);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

const fieldValidators = new Map<string, ValidateFunction>();

interface FieldRule {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
}

interface ObjectSchema {
  properties: Record<string, object>;
  required?: string[];
}

/** What is wrong with a value by the contract's schema, one clause, or `undefined` when right. */
export function schemaProblem(schema: SchemaName, value: unknown): string | undefined {
  const validate = ajv.getSchema(schemaId(schema));
  if (!validate) throw new Error(`no schema ${schema}`);
  return validate(value) ? undefined : describe(validate.errors ?? []);
}

/** The same for one field of an object: that it is there and is what the schema says of it. */
export function fieldProblem(
  schema: SchemaName,
  field: string,
  value: unknown,
): string | undefined {
  const key = `${schema} ${field}`;
  let validate = fieldValidators.get(key);
  if (!validate) {
    const rule = (schemas[schema] as ObjectSchema).properties[field];
    if (!rule) throw new Error(`the schema ${schema} has no field ${field}`);
    validate = ajv.compile({ type: 'object', properties: { [field]: rule }, required: [field] });
    fieldValidators.set(key, validate);
  }
  return validate(value) ? undefined : describe(validate.errors ?? []);
}

/** What the schema says of a field, for messages. */
export function fieldRule(schema: SchemaName, field: string): string {
  const rule = (schemas[schema] as ObjectSchema).properties[field] as FieldRule;
  const type = Array.isArray(rule.type) ? rule.type.join(' or ') : String(rule.type ?? 'value');
  const closed = Array.isArray(rule.enum) ? `, one of ${rule.enum.join(', ')}` : '';
  const form = typeof rule.pattern === 'string' ? ` matching ${rule.pattern}` : '';
  return type + closed + form;
}

function describe(errors: ErrorObject[]): string {
  const clauses = errors.slice(0, 3).map((error) => {
    const where = error.instancePath || 'the value';
    return `${where} ${error.message ?? 'is wrong'}`;
  });
  const more = errors.length > 3 ? ` and ${errors.length - 3} more` : '';
  return clauses.join('; ') + more;
}
