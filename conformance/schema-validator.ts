import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type SchemaName, schemaId, schemas } from '../contract/schemas.ts';

let loaded: Ajv2020 | undefined;

/** The contract's schemas; read at the first question, since whoever only lists checks asks none. */
function validator(): Ajv2020 {
  if (!loaded) {
    // A test judges the schemas by their own, which takes longer than all the rest.
    loaded = new Ajv2020({
      ...{ allErrors: true, strict: true, allowUnionTypes: true, validateSchema: false },
      code: { optimize: false },
    });
    addFormats.default(loaded);
    for (const schema of Object.values(schemas)) {
      loaded.addSchema(schema);
    }
  }
  return loaded;
}

const fieldValidators = new Map<string, ValidateFunction>();

interface FieldRule {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  properties?: Record<string, FieldRule>;
}

/** What is wrong with a value by the contract's schema, one clause, or `undefined` when right. */
export function schemaProblem(schema: SchemaName, value: unknown): string | undefined {
  const validate = validator().getSchema(schemaId(schema));
  if (!validate) {
    throw new Error(`no schema ${schema}`);
  }
  return validate(value) ? undefined : describe(validate.errors ?? []);
}

/** The rule of a field; `user/id` is the field id of the object user. */
function ruleOf(schema: SchemaName, path: string): FieldRule {
  let rule = schemas[schema] as FieldRule;
  for (const name of path.split('/')) {
    const next = rule.properties?.[name];
    if (!next) {
      throw new Error(`the schema ${schema} has no field ${path}`);
    }
    rule = next;
  }
  return rule;
}

/**
 * The same for one field: that the object which should hold it does, and that it is what the schema
 * says. The path leads from the schema's root; its last name is the field of the object given.
 */
export function fieldProblem(
  schema: SchemaName,
  path: string,
  object: unknown,
): string | undefined {
  const key = `${schema} ${path}`;
  let validate = fieldValidators.get(key);
  if (!validate) {
    const field = path.slice(path.lastIndexOf('/') + 1);
    const properties = { [field]: ruleOf(schema, path) };
    validate = validator().compile({ type: 'object', properties, required: [field] });
    fieldValidators.set(key, validate);
  }
  return validate(object) ? undefined : describe(validate.errors ?? []);
}

/** What the schema says of a field, for messages. */
export function fieldRule(schema: SchemaName, path: string): string {
  const rule = ruleOf(schema, path);
  const type = Array.isArray(rule.type) ? rule.type.join(' or ') : (rule.type ?? 'value');
  const closed = rule.enum ? `, one of ${rule.enum.join(', ')}` : '';
  const form = rule.pattern ? ` matching ${rule.pattern}` : '';
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
