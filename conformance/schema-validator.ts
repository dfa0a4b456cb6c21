import { type SchemaName, schemas } from '../contract/schemas.ts';
import validators, { type SchemaError } from '../contract/validators.generated.js';

/** What a schema demands of a field. */
interface FieldRule {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  properties?: Record<string, FieldRule>;
}

/** What is wrong with a value by the contract's schema, one clause, or `undefined` when right. */
export function schemaProblem(schema: SchemaName, value: unknown): string | undefined {
  return describe(errorsOf(schema, value));
}

/** What the compiled schema, or that of an object within it, has against a value. */
function errorsOf(name: string, value: unknown): SchemaError[] {
  const validate = validators[name];
  if (!validate) {
    throw new Error(`no schema ${name}`);
  }
  return validate(value) ? [] : (validate.errors ?? []);
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
  const [field = '', ...above] = path.split('/').reverse();
  const errors = errorsOf([schema, ...above.reverse()].join('/'), object);
  const own = errors.filter(
    ({ instancePath, keyword }) =>
      `${instancePath}/`.startsWith(`/${field}/`) || (instancePath === '' && keyword === 'type'),
  );
  const isThere = (object as Record<string, unknown> | null | undefined)?.[field] !== undefined;
  return own.length === 0 && !isThere
    ? `the value must have required property '${field}'`
    : describe(own);
}

/** What the schema says of a field, for messages. */
export function fieldRule(schema: SchemaName, path: string): string {
  const rule = ruleOf(schema, path);
  const type = Array.isArray(rule.type) ? rule.type.join(' or ') : (rule.type ?? 'value');
  const closed = rule.enum ? `, one of ${rule.enum.join(', ')}` : '';
  const form = rule.pattern ? ` matching ${rule.pattern}` : '';
  return type + closed + form;
}

function describe(errors: SchemaError[]): string | undefined {
  if (errors.length === 0) {
    return undefined;
  }
  const clauses = errors.slice(0, 3).map((error) => {
    const where = error.instancePath || 'the value';
    return `${where} ${error.message ?? 'is wrong'}`;
  });
  const more = errors.length > 3 ? ` and ${errors.length - 3} more` : '';
  return clauses.join('; ') + more;
}
