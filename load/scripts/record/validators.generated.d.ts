// What load/generate/generate-validators.ts exports: ajv's compiled validators.
interface Validator {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string }[] | null;
}
export declare const session: Validator;
export declare const refreshResponse: Validator;
export declare const awaitingPaymentsResponse: Validator;
export declare const updateApplicationResponse: Validator;
export declare const repayLoanResponse: Validator;
