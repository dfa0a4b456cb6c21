import type { CallOptions } from '../check-context.ts';
import { is2xx, isServerError } from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';

/** What is needed to end a session that was left. */
interface LeftSession {
  as: { accessToken: string };
  /** the host of its user, where that is not the usual one */
  baseUrl?: string;
}

/** How a login is refused is open, be it by 200 without a token. */
const givesNone = (exchange: Exchange): boolean =>
  !isServerError(exchange) && typeof valueAt(jsonOf(exchange), 'access_token') !== 'string';

/** How a run logs users in and out. */
interface LeftSessionsParts {
  /** whether the body of a login has the password that the target file gives */
  isRight(body: unknown): boolean;
  logout(options: CallOptions): Promise<unknown>;
}

/**
 * The sessions that checks began for themselves and are done with, by the address that logged in. A
 * target may let a user have so many open at once and refuse another; those are logged out then.
 */
export class LeftSessions {
  readonly #parts: LeftSessionsParts;
  readonly #underWay = new Map<string, { email: string; session: LeftSession }[]>();
  readonly #left = new Map<string, LeftSession[]>();

  constructor(parts: LeftSessionsParts) {
    this.#parts = parts;
  }

  /**
   * Sends a login, and once more where the right password was refused and sessions of the user could be
   * ended.
   *
   * @param check the check that the session is for alone, if it is for one
   */
  async login(
    { body, baseUrl }: CallOptions,
    send: () => Promise<Exchange>,
    check: string | undefined,
  ): Promise<Exchange> {
    const email = String(valueAt(body, 'email'));
    let exchange = await send();
    if (givesNone(exchange) && this.#parts.isRight(body) && (await this.#end(email))) {
      exchange = await send();
    }
    const accessToken = valueAt(jsonOf(exchange), 'access_token');
    if (check !== undefined && is2xx(exchange) && typeof accessToken === 'string') {
      const session = { as: { accessToken }, ...(baseUrl !== undefined && { baseUrl }) };
      this.#underWay.set(check, [...(this.#underWay.get(check) ?? []), { email, session }]);
    }
    return exchange;
  }

  /** A check is done, and with it the sessions that are its own. */
  ended(check: string): void {
    for (const { email, session } of this.#underWay.get(check) ?? []) {
      this.#left.set(email, [...(this.#left.get(email) ?? []), session]);
    }
    this.#underWay.delete(check);
  }

  /** Logs out what is left of a user; says whether there was any. */
  async #end(email: string): Promise<boolean> {
    const left = this.#left.get(email) ?? [];
    this.#left.delete(email);
    for (const session of left) {
      // What its check has ended already is refused, which is as good.
      await this.#parts.logout({ ...session, body: {} }).catch(() => {});
    }
    return left.length > 0;
  }
}
