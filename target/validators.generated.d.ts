// What target/generate-target-validators.ts writes: ajv's compiled validators.
import type { SchemaError, Validator } from '../contract/validators.generated.js';

/** An error as ajv tells it when it is verbose. */
export interface ShapeError extends SchemaError {
  params: Record<string, any>;
  data?: unknown;
  parentSchema?: object;
}

/** `target` for the whole file, `load` for its section, and the name of a state for an entry of it. */
declare const validators: Readonly<Record<string, Validator<ShapeError>>>;
export default validators;
