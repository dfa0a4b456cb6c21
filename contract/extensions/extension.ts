/** A JSON Schema (2020-12) of a body, as OpenAPI 3.1 takes it, too. */
export type BodySchema = Readonly<Record<string, unknown>>;

/** A query parameter of an extension; without a default it may be left out all the same. */
export interface ExtensionParameter {
  name: string;
  required: boolean;
  meaning: string;
  schema: BodySchema;
  example: string | number;
}

/**
 * An endpoint of the reference server's own, for something that the specification names without
 * showing it. Everything in it is ours but the name; no check of the suite looks at it.
 */
export interface Extension {
  /** The section that names it, such as `5.7`, and in which words. */
  named: string;
  tag: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{id}` where a thing is meant. */
  path: string;
  query?: readonly ExtensionParameter[];
  /** The body sent, and one that is taken. */
  request?: { schema: BodySchema; example: unknown; optional?: true };
  /** The body of a good answer. */
  response: BodySchema;
  successStatus: 200 | 201;
}

/** Where everything is that the specification does not have at all. */
export const OURS = '/extensions/v1';

/** An object that has all of these fields, but for the optional ones, and no others. */
export function exactly(
  properties: Record<string, BodySchema>,
  optional: readonly string[] = [],
): BodySchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** A body to be sent: others of its fields are not looked at. */
export function asked(
  properties: Record<string, BodySchema>,
  optional: readonly string[] = [],
): BodySchema {
  const { additionalProperties: _, ...open } = exactly(properties, optional);
  return open;
}

/** The good answer of every extension: `{status, data}`, as section 4.8 shows it. */
export function success(data: BodySchema): BodySchema {
  return exactly({ status: { const: 'SUCCESS' }, data });
}

/** A good answer that has nothing to show. */
export const DONE = exactly({ status: { const: 'SUCCESS' }, message: { type: 'string' } });

export const TEXT: BodySchema = { type: 'string', minLength: 1 };
export const AMOUNT: BodySchema = { type: 'number', minimum: 0 };
export const UUID: BodySchema = { type: 'string', format: 'uuid' };
export const MOMENT: BodySchema = { type: 'string', format: 'date-time' };

/** A moment, or null where it has not come. */
export const MOMENT_OR_NULL: BodySchema = { type: ['string', 'null'], format: 'date-time' };

/** A list in an answer. */
export function listOf(items: BodySchema): BodySchema {
  return { type: 'array', items };
}

/** One of a few words. */
export function oneOf(words: readonly string[]): BodySchema {
  return { type: 'string', enum: words };
}
