import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { NotSupplied } from '../../../target/states/not-supplied.ts';
import { USER_NAMES } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CallOptions } from '../../check-context.ts';
import { answerOf, is2xx, isServerError } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import type { SharedValues } from '../shared-values.ts';
import { sessionKey } from './renew-sessions.ts';

/** What is needed to end a session that was left. */
interface LeftSession {
  as: { accessToken: string };
  /** those of its device, where the run knows it by nothing else */
  headers?: Record<string, string>;
  /** the host of its user, where that is not the usual one */
  baseUrl?: string;
}

/** How a login is refused is open, be it by 200 without a token. */
export const givesNone = (exchange: Exchange): boolean =>
  !isServerError(exchange) &&
  !(is2xx(exchange) && typeof valueAt(jsonOf(exchange), 'access_token') === 'string');

/** What a check lacks: how many sessions a user may have open is not said. */
export const noMoreSessions = (refused: Exchange): NotSupplied =>
  new NotSupplied(
    'user who may have more sessions open',
    `is not supplied: the right password was refused beside other sessions of the user (${answerOf(refused)})`,
  );

/** How a run logs users in and out. */
interface LeftSessionsParts {
  /** does something while the session is ended that all checks share of the user of an address */
  without(email: string, act: () => Promise<void>): Promise<void>;
  shared: Pick<SharedValues, 'forgetUnread'>;
  /** whether the body of a login has the password that the target file gives */
  isRight(body: unknown): boolean;
  logout(options: CallOptions): Promise<unknown>;
}

/** A request that may begin or continue a session, and who sends it. */
interface Followed {
  send(): Promise<Exchange>;
  check: Pick<Check, 'id' | 'phase'>;
  /** the check, or what it shares with others */
  drawnBy: string;
  /** whether other checks are under way that may need what is shared */
  isBeside: boolean;
}

/** The phases of checks that log in users of the target file by themselves. */
export const LOGGING_IN: readonly Check['phase'][] = ['sessions', 'logins'];

/** Whose the sessions are that were begun for a shared value, by its key, and back. */
const SHARED = 'shared: ';
const ofShared = (key: string): string => `${SHARED}${key}`;
const keysOfShared = (owners: Iterable<string>): string[] =>
  [...owners].flatMap((owner) => (owner.startsWith(SHARED) ? [owner.slice(SHARED.length)] : []));

/** The sessions of users are everybody's for the whole run. */
const OF_USERS: ReadonlySet<string> = new Set(USER_NAMES.map(sessionKey));

/**
 * The sessions that checks began, for themselves or for what they share, and are done with, by the address
 * that logged in. A target may let a user have so many open at once and refuse another; those are logged out
 * then.
 */
export class LeftSessions {
  readonly #parts: LeftSessionsParts;
  readonly #underWay = new Map<string, { email: string; session: LeftSession }[]>();
  readonly #left = new Map<string, LeftSession[]>();
  /** by address, the logouts that are under way: who is refused meanwhile has room after them, too */
  readonly #ending = new Map<string, Promise<unknown>>();
  /** by address, whether a login was refused for the session that all checks share: tried once in a run */
  readonly #full = new Map<string, Promise<boolean>>();
  /** whether a login succeeded once others of its user were ended */
  #isLimited = false;

  constructor(parts: LeftSessionsParts) {
    this.#parts = parts;
  }

  /**
   * Sends a request and follows what sessions it begins or continues: a login once more where the right
   * password was refused and sessions of the user could be ended.
   *
   * @throws NotSupplied where only a session stood in the way that its check has begun itself, or that all share
   */
  async follow(
    endpoint: EndpointName,
    options: CallOptions,
    followed: Followed,
  ): Promise<Exchange> {
    if (endpoint === 'login') {
      return await this.#login(options, followed);
    }
    const exchange = await followed.send();
    if (endpoint === 'refresh') {
      this.#refreshed(options, exchange);
    }
    return exchange;
  }

  async #login(options: CallOptions, followed: Followed): Promise<Exchange> {
    const email = String(valueAt(options.body, 'email'));
    const { send, check, drawnBy } = followed;
    const isOwn = LOGGING_IN.includes(check.phase) && drawnBy === check.id;
    const isAlone = LOGGING_IN.includes(check.phase) && !followed.isBeside;
    const owner = isOwn ? check.id : ofShared(drawnBy);
    // A login that lacks a header may be refused for that, however many sessions are open.
    const isWhole = !Object.values(options.headers ?? {}).includes(null);
    const isRefused = (answer: Exchange) =>
      isWhole && givesNone(answer) && this.#parts.isRight(options.body);
    let exchange = await send();
    // What is left may have ended before, so that ending it makes no room.
    if (isRefused(exchange) && (await this.#end(email))) {
      exchange = await send();
      this.#isLimited ||= !isRefused(exchange);
    }
    if (isRefused(exchange) && isAlone && (await this.#endShared(email, check.id))) {
      exchange = await send();
    }
    if (isRefused(exchange) && isAlone && this.#leaveOldest(owner, email)) {
      await this.#end(email);
      const again = await send();
      this.#note(owner, email, options, again);
      if (!isRefused(again)) {
        throw noMoreSessions(exchange);
      }
    }
    this.#note(owner, email, options, exchange);
    if (isRefused(exchange) && isAlone && options.meantToSucceed) {
      const isFull =
        this.#full.get(email) ?? this.#succeedsWithoutShared(email, owner, send, options);
      this.#full.set(email, isFull);
      if (await isFull) {
        throw noMoreSessions(exchange);
      }
    }
    return exchange;
  }

  /** A session was begun before the checks, by the user of an address. */
  leave(email: string, session: LeftSession): void {
    this.#left.set(email, [...(this.#left.get(email) ?? []), session]);
  }

  /** Ends all sessions, where a user may not have any number of them: who runs again logs in again. */
  async endAll(): Promise<void> {
    if (!this.#isLimited) {
      return;
    }
    for (const owner of [...this.#underWay.keys()]) {
      this.ended(owner);
    }
    await Promise.all([...this.#left.keys()].map((email) => this.#end(email)));
  }

  /** Notes the session that a login has begun. */
  #note(owner: string, email: string, { baseUrl }: CallOptions, exchange: Exchange): void {
    const accessToken = valueAt(jsonOf(exchange), 'access_token');
    if (is2xx(exchange) && typeof accessToken === 'string') {
      const session = { as: { accessToken }, ...(baseUrl !== undefined && { baseUrl }) };
      this.#underWay.set(owner, [...(this.#underWay.get(owner) ?? []), { email, session }]);
    }
  }

  /** Ends the sessions of a user that checks share but for their reader; says whether there were any. */
  async #endShared(email: string, reader: string): Promise<boolean> {
    // What other checks share is made anew for whoever asks for it later.
    const keys = keysOfShared(this.#underWay.keys()).filter((key) => !OF_USERS.has(key));
    this.forgotten(this.#parts.shared.forgetUnread(keys, reader));
    return await this.#end(email);
  }

  /** Whether a login succeeds while even the session that all checks share of its user is ended. */
  async #succeedsWithoutShared(
    email: string,
    owner: string,
    send: () => Promise<Exchange>,
    options: CallOptions,
  ): Promise<boolean> {
    let succeeds = false;
    await this.#parts.without(email, async () => {
      const exchange = await send();
      succeeds = !givesNone(exchange);
      this.#note(owner, email, options, exchange);
      this.ended(owner);
      await this.#end(email);
    });
    return succeeds;
  }

  /** Leaves the first session of a user that an owner has; says whether there was one. */
  #leaveOldest(owner: string, email: string): boolean {
    const own = this.#underWay.get(owner) ?? [];
    const oldest = own.find((each) => each.email === email);
    if (!oldest) {
      return false;
    }
    this.#underWay.set(
      owner,
      own.filter((each) => each !== oldest),
    );
    this.leave(email, oldest.session);
    return true;
  }

  /** A session goes on with the access token of a refresh: the one that was sent may end nothing any more. */
  #refreshed({ as }: CallOptions, exchange: Exchange): void {
    const accessToken = valueAt(jsonOf(exchange), 'access_token');
    if (typeof accessToken !== 'string') {
      return;
    }
    for (const { session } of [...this.#underWay.values()].flat()) {
      if (session.as.accessToken === as?.accessToken) {
        session.as = { accessToken };
      }
    }
  }

  /** Shared values are forgotten, by their keys. */
  forgotten(keys: readonly string[]): void {
    for (const key of keys) {
      this.ended(ofShared(key));
    }
  }

  /** A check is done, and with it the sessions that are its own. */
  ended(owner: string): void {
    for (const { email, session } of this.#underWay.get(owner) ?? []) {
      this.leave(email, session);
    }
    this.#underWay.delete(owner);
  }

  /** Logs out what is left of a user, or waits for who does so; says whether there was any. */
  async #end(email: string): Promise<boolean> {
    const left = this.#left.get(email) ?? [];
    const before = this.#ending.get(email);
    if (left.length === 0 && before === undefined) {
      return false;
    }
    this.#left.delete(email);
    const ending = Promise.resolve(before).then(async () => {
      for (const session of left) {
        // What its check has ended already is refused, which is as good.
        await this.#parts.logout({ ...session, body: {} }).catch(() => {});
      }
    });
    this.#ending.set(email, ending);
    await ending;
    if (this.#ending.get(email) === ending) {
      this.#ending.delete(email);
    }
    return true;
  }
}
