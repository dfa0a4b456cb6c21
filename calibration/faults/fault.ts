import type { Target } from '../../target/target.ts';
import type { WrappedServer, Wrapping } from '../servers/wrapped-server.ts';

/** Checks other than the named one that a fault makes fail, with the reason why that is right. */
export interface Explanation {
  /** ids, or globs of ids */
  checks: readonly string[];
  /** why one wrong behaviour breaks several stated rules */
  because: string;
}

/** A server that is right but for one statement of the contract. */
export interface Fault extends Wrapping {
  /** named after what is broken, such as `awaiting-payments.header.uuid-not-required` */
  id: string;
  /** the requirement that it breaks */
  breaks: string;
  /** the check that must fail, or warn where the requirement is a should */
  caughtBy: string;
  /** what the server does wrong, in one sentence */
  how: string;
  alsoCaughtBy?: readonly Explanation[];
  /** what is supplied instead of the standard states */
  target?(server: WrappedServer): Target;
}
