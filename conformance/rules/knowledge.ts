import type { LoanValues, StateName, Target, UserName } from '../../target/target.ts';
import { USER_NAMES } from '../../target/target.ts';
import { jsonOf, valueAt } from '../http/exchange.ts';
import type { Told } from './rule.ts';

/** Who holds a token that this run was given. */
export interface Caller {
  /** the user of the target file; `undefined` for a customer whom a state brought */
  user: UserName | undefined;
  /** in lower case, since no host tells addresses apart by that */
  email: string;
}

/**
 * What a run has learned: whose token is whose, which keys were sent, what belongs to whom. It only
 * grows, by what the target file and its states say and by what answers say.
 */
export class Knowledge {
  readonly #userOf: ReadonlyMap<string, UserName>;
  readonly #passwords: ReadonlyMap<string, string>;
  readonly #callers = new Map<string, Caller>();
  readonly #given = new Map<string, number>();
  readonly #keys = new Set<string>();
  /** how often a key of a caller was sent */
  readonly #sent = new Map<string, number>();
  readonly #loans = new Map<string, LoanValues>();
  /** what tells who somebody is, in lower case, by their address */
  readonly #people = new Map<string, Set<string>>();
  readonly #told = new Map<string, unknown>();
  readonly #sightings = new Map<string, Set<UserName>>();

  constructor(target: Pick<Target, 'users'>) {
    this.#passwords = new Map(
      Object.values(target.users).map(({ email, password }) => [email.toLowerCase(), password]),
    );
    for (const email of this.#passwords.keys()) {
      this.#people.set(email, new Set([email]));
    }
    this.#userOf = new Map(
      USER_NAMES.flatMap((user) => {
        const email = target.users[user]?.email;
        return email === undefined ? [] : [[email.toLowerCase(), user]];
      }),
    );
  }

  /** The user of the target file with this address. */
  userOf(email: string): UserName | undefined {
    return this.#userOf.get(email.toLowerCase());
  }

  /**
   * Whether the body of a login has the password of a user of the target file; `undefined` for somebody
   * whom it does not name. How a wrong login is answered is open.
   */
  isRightPassword(body: unknown): boolean | undefined {
    const email = valueAt(body, 'email');
    const password =
      typeof email === 'string' ? this.#passwords.get(email.toLowerCase()) : undefined;
    return password === undefined ? undefined : password === valueAt(body, 'currentPassword');
  }

  /** Whose token this is, where a login or a refresh of this run gave it. */
  callerOf(token: string | undefined): Caller | undefined {
    return token === undefined ? undefined : this.#callers.get(token);
  }

  /** Counts how often a caller has sent a key, but for what was refused. */
  keyIsSent(token: string | undefined, key: string): void {
    const entry = this.#entryOf(token, key);
    this.#sent.set(entry, (this.#sent.get(entry) ?? 0) + 1);
  }

  /**
   * Remembers a key of a caller that was answered; says whether the same caller sent it beside or before. What was
   * refused before had no effect that a target could tell of again.
   */
  keyWasSent(token: string | undefined, key: string, isRefused: boolean): boolean {
    const entry = this.#entryOf(token, key);
    const sent = this.#sent.get(entry) ?? 0;
    const known = this.#keys.has(entry) || sent > 1;
    if (isRefused) {
      this.#sent.set(entry, Math.max(0, sent - 1));
    } else {
      this.#keys.add(entry);
    }
    return known;
  }

  #entryOf(token: string | undefined, key: string): string {
    return `${this.callerOf(token)?.email ?? token ?? ''} ${key}`;
  }

  /** What was told of something the first time, by a name that is its own; that of now, if never before. */
  firstTold<T>(thing: string, now: T): T {
    const first = this.#told.get(thing) ?? now;
    this.#told.set(thing, first);
    return first as T;
  }

  /** What was told of something before, if anything was. */
  toldOf<T>(thing: string): T | undefined {
    return this.#told.get(thing) as T | undefined;
  }

  /** The loan of an account, where a state supplied it as one that can be repaid. */
  loanOf(accountId: unknown): LoanValues | undefined {
    return typeof accountId === 'string' ? this.#loans.get(accountId.toLowerCase()) : undefined;
  }

  /** The users who were shown this before `user` was, who now is one of them. */
  seenBy(thing: string, user: UserName): ReadonlySet<UserName> {
    const before = this.#sightings.get(thing) ?? new Set();
    this.#sightings.set(thing, new Set([...before, user]));
    return before;
  }

  /** What tells who the others are, in lower case: their addresses, and names of more than one word. */
  textsOfOthers({ email }: Caller): string[] {
    return [...this.#people].flatMap(([other, texts]) => (other === email ? [] : [...texts]));
  }

  /** Learns from the values of a state; the API tokens are the customer's (section 5.7). */
  supplied(name: StateName, values: unknown): void {
    const token = valueAt(values, 'token');
    const [email] = [...this.#userOf].find(([, user]) => user === 'customer') ?? [];
    if (name === 'api-token' && typeof token === 'string' && email !== undefined) {
      this.#callers.set(token, { user: 'customer', email });
    }
    const account = valueAt(values, 'accountId');
    if (name === 'active-loan' && typeof account === 'string') {
      const loan = values as LoanValues;
      this.#loans.set(account.toLowerCase(), loan);
      const email = loan.customerEmail.toLowerCase();
      const name = loan.customerName.trim().toLowerCase();
      const texts = this.#people.get(email) ?? new Set([email]);
      this.#people.set(email, /\s/.test(name) ? texts.add(name) : texts);
    }
  }

  /** When an access token was asked for that was given first then, in milliseconds of the epoch. */
  givenAt(token: string): number | undefined {
    return this.#given.get(token);
  }

  /** Learns whose tokens an answer of login or refresh holds. */
  learnTokens(endpoint: 'login' | 'refresh', { options, exchange, succeeded }: Told): void {
    const token = valueAt(jsonOf(exchange), 'access_token');
    if (!succeeded || typeof token !== 'string') {
      return;
    }
    this.#given.set(token, this.#given.get(token) ?? Date.parse(exchange.startedAt));
    const holder =
      endpoint === 'login'
        ? this.#holderOf(valueAt(options.body, 'email'))
        : this.callerOf(options.as?.accessToken);
    if (holder) {
      this.#callers.set(token, holder);
    }
  }

  #holderOf(email: unknown): Caller | undefined {
    return typeof email === 'string'
      ? { user: this.userOf(email), email: email.toLowerCase() }
      : undefined;
  }
}
