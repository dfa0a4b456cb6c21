import type { Check } from '../check.ts';
import { isServerError } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Result } from '../result.ts';

/**
 * Findings after which no other check is begun beside others: a target whose sessions disturb each other
 * would have nearly all of them asked twice.
 */
const MOST_DOUBTED = 6;

/** Results that say the same whatever goes on beside the check. */
const STANDING: readonly Result[] = ['pass', 'not tested', 'not applicable'];

/** Tokens that no login gives: whoever takes one has not done so for what went on beside it. */
const OF_NO_SESSION =
  /^(authentication\.(missing|empty|garbage|two-segments|tampered-[a-z]+|alg-none|expired)|api-tokens\.(expired|revoked))\./;

/**
 * What came of checks that log in and out beside each other. Nothing says that a user may do so in many
 * sessions at once, so what they found wrong is not believed: each of them is asked again alone.
 */
export class Trial {
  readonly #took = new Set<string>();
  readonly #doubted = new Map<string, readonly Exchange[]>();
  #findings = 0;

  /**
   * Whether a result stands that a check ended with beside others: of a check of another phase, which those
   * of sessions have asked for, it does as in the rest of the run.
   */
  stands({ id, level, phase }: Pick<Check, 'id' | 'level' | 'phase'>, result: Result): boolean {
    return (
      phase !== 'sessions' ||
      STANDING.includes(result) ||
      // Asked again, a token that was taken may be refused for what became of it then.
      (result === 'fail' && this.#took.has(id)) ||
      (level === 'open' && result === 'observed')
    );
  }

  /** Notes that a check saw a token taken that it demands to be refused. */
  took(check: string): void {
    if (OF_NO_SESSION.test(check)) {
      this.#took.add(check);
    }
  }

  /** Takes in a check whose result does not stand, with what it was answered. */
  doubt(check: string, result: Result, exchanges: readonly Exchange[]): void {
    this.#doubted.set(check, exchanges.filter(isServerError));
    // What only builds on another costs nothing to ask.
    this.#findings += result === 'blocked' ? 0 : 1;
  }

  /** The checks that are to be asked again alone. */
  get doubted(): ReadonlySet<string> {
    return new Set(this.#doubted.keys());
  }

  /** Whether so much is doubted that the rest had better run alone at once. */
  get isVain(): boolean {
    return this.#findings >= MOST_DOUBTED;
  }

  /** The answers with 5xx that a check saw when it was doubted. */
  serverErrorsOf(check: string): readonly Exchange[] {
    return this.#doubted.get(check) ?? [];
  }
}
