/** Something the target file does not supply, so that what needs it cannot be tested. */
export class NotSupplied extends Error {
  override name = 'NotSupplied';
  /** `state offer-sent`, `user cashier`, `values for loan-product: bvn, lastName` */
  readonly missing: string;

  /** `reason` is the rest of the sentence that `missing` begins, such as `is not supplied`. */
  constructor(missing: string, reason: string) {
    super(`The ${missing} ${reason}.`);
    this.missing = missing;
  }
}

/**
 * A refusal of a request that rested on values the suite had to make up. A rule of the business may
 * ask for others, so nothing can be said of the target.
 */
export class MadeUpRefused extends NotSupplied {
  override name = 'MadeUpRefused';

  /** `answer` is a short account of the refusal, such as `HTTP 422`. */
  constructor(state: string, fields: readonly string[], answer: string) {
    const values = `values for ${state}: ${fields.join(', ')}`;
    super(values, 'are not supplied');
    this.message = `The target refused a request that rested on values made up by the suite (${answer}); supply ${values}.`;
  }
}

/** For `catch`: nothing where something is not supplied; whatever else went wrong is thrown again. */
export function unlessNotSupplied(error: unknown): undefined {
  if (!(error instanceof NotSupplied)) {
    throw error;
  }
}
