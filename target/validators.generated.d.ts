// What target/generate-target-validators.ts writes: ajv's compiled validators.
/** An error as ajv tells it when it is verbose. */
export interface ShapeError {
  instancePath: string;
  keyword: string;
  params: Record<string, any>;
  data?: unknown;
  parentSchema?: object;
}

interface Validator {
  (value: unknown): boolean;
  errors?: ShapeError[] | null;
}

/** `target` for the whole file, `load` for its section, and the name of a state for an entry of it. */
declare const validators: Readonly<Record<string, Validator>>;
export default validators;
