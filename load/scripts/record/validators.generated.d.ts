// What load/generate/generate-validators.ts writes: ajv's compiled validators.
interface Validator {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string }[] | null;
}

/** By the name of a schema. */
declare const validators: Readonly<
  Record<
    | 'session'
    | 'refresh-response'
    | 'awaiting-payments-response'
    | 'update-application-response'
    | 'repay-loan-response',
    Validator
  >
>;
export default validators;
