// What contract/generate-validators.ts writes: ajv's compiled validators.
/** An error as ajv tells it. */
export interface SchemaError {
  instancePath: string;
  keyword: string;
  message?: string;
}

/** Judges a value, and has what is wrong with the last one. */
export interface Validator<E extends SchemaError = SchemaError> {
  (value: unknown): boolean;
  errors?: E[] | null;
}

/** By the name of a schema, or that and the path of an object within it (`session/user`). */
declare const validators: Readonly<Record<string, Validator>>;
export default validators;
