/** Something the target file does not supply, so that what needs it cannot be tested. */
export class NotSupplied extends Error {
  override name = 'NotSupplied';
  /** `state offer-sent`, `user cashier` */
  readonly missing: string;

  /** `reason` is the rest of the sentence that `missing` begins, such as `is not supplied`. */
  constructor(missing: string, reason: string) {
    super(`The ${missing} ${reason}.`);
    this.missing = missing;
  }
}
