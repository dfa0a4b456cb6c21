import type { Check } from '../check.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Caller, Knowledge } from './knowledge.ts';

/** An exchange with what the run knows of it: who asked, how, and what the answer is as JSON. */
export interface Told {
  options: CallOptions;
  exchange: Exchange;
  /** status code of the answer */
  status: number;
  /** the body of the answer as JSON, or `undefined` where it is none */
  json: unknown;
  /** 2xx, and no body that says FAILED */
  succeeded: boolean;
  /** whose token it carried, where a login or a refresh of this run gave it */
  caller: Caller | undefined;
  /** whether its x-idempotency-key was sent before, so that the answer may be an older one's */
  repeatedKey: boolean;
  /**
   * that its token has to work, which nothing can have ended, for what its user was served before; or how
   * such a token was refused, before its user is served the same now
   */
  livesOn?: true | Exchange | undefined;
  /** whether it refreshes with a refresh token that was just given, so that only a failure gives no token */
  renews?: boolean | undefined;
}

/**
 * One statement of the specification, stated once and judged on every exchange of its endpoint,
 * whoever sent it and why.
 */
export interface Rule
  extends Pick<
    Check,
    | 'id'
    | 'title'
    | 'requirements'
    | 'level'
    | 'users'
    | 'states'
    | 'capability'
    | 'after'
    | 'cause'
  > {
  endpoint: NonNullable<Check['endpoint']>;
  /**
   * Judges one exchange. Gives `false` where the rule says nothing of it, and throws a Deviation
   * where it is broken.
   */
  judge(told: Told, known: Knowledge): boolean;
  /** why a target may rightly give nothing to judge: the rule is then observed, else not tested */
  unseen?: string;
  /** asks for what has to be judged at the least, also where no other check is selected */
  ask?(context: CheckContext): Promise<unknown>;
}
