import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { CallOptions } from '../../check-context.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { headerValue } from '../../http/header-value.ts';
import { tokenOf } from '../../http/token-of.ts';
import { OF_TOKENS, ServedRequests } from './served-requests.ts';

/** Access tokens work for an hour (section 5.5); long before its end nobody's clock has ended them. */
const HALF_AN_HOUR_MS = 30 * 60_000;

/** Who or what a request may end sessions of: a user by address, a device, one token, or nobody knows whose. */
type Subject = string;
const ANYBODYS: Subject = 'anybody';
const ofUser = (email: string): Subject => `user ${email.toLowerCase()}`;
const ofDevice = (uuid: string | undefined): Subject => `device ${uuid ?? ''}`;

interface Known {
  user: Subject;
  subjects: readonly Subject[];
  givenAt: number;
  /** devices that it was given or served on */
  devices: Set<string | undefined>;
  /** how much had happened to its subjects when it was given, or a request was sent that it was served for */
  aliveAt?: number;
}

/** What is known when a request is sent. */
export interface Mark {
  token: Known | undefined;
  /** whose sessions it may end */
  ends: readonly Subject[];
  /** how much had happened to those by when it was sent, where nothing else was happening */
  aloneAt: number | undefined;
  /** how much had happened to the subjects of its token, where nothing was happening */
  quietAt: number | undefined;
  /** whether it refreshes with a refresh token that has to work: nothing has happened since it was given */
  renews: boolean;
}

/** A refresh token that was given. */
interface Renewal {
  owner: Subject;
  /** how much had happened to its owner by then */
  givenAt: number;
  /** whether it was sent before */
  sent: boolean;
}

/**
 * Which access tokens have to work: those that were given or served, since when nothing happened that may
 * end them. What their own user does may (a login, a refresh, a logout, a request from another device),
 * and what comes of the device that they were given on; what others do may not (section 5.5).
 */
export class LivingTokens {
  readonly #tokens = new Map<string, Known>();
  readonly #renewals = new Map<string, Renewal>();
  /** whether a token was served on another device than it was given on */
  #isServedAnywhere = false;
  /** devices that somebody logged in on, whose they may be from then on */
  readonly #begunOn = new Set<string | undefined>();
  readonly #requests = new ServedRequests();
  readonly #happened = new Map<Subject, number>();
  readonly #underWay = new Map<Subject, number>();

  /** Notes that a request is sent, and what it may end; the mark goes with its answer. */
  sends(
    endpoint: EndpointName,
    { body }: CallOptions,
    headers: Readonly<Record<string, string>>,
  ): Mark {
    // Which of two tokens counts is open.
    const isOne = OF_TOKENS.filter((name) => headerValue(headers, name) !== undefined).length === 1;
    const text = isOne ? tokenOf(headers) : undefined;
    const token = text === undefined ? undefined : this.#tokens.get(text);
    const quietAt = token && this.#isQuiet(token) ? this.#countOf(token) : undefined;
    const renews = endpoint === 'refresh' && this.#renews(body, token);
    const ends = this.#endedBy(endpoint, body, headers, token);
    for (const subject of ends) {
      this.#underWay.set(subject, (this.#underWay.get(subject) ?? 0) + 1);
    }
    this.#happen(ends);
    return { token, ends, aloneAt: this.#aloneAt(ends, headers), quietAt, renews };
  }

  /**
   * Learns from the answer to a request. Gives `true` where its token has to work for what its user was
   * served before, a refusal of such a token where the same is served for the first time, and `undefined`
   * where nothing can be told.
   */
  answered(
    endpoint: EndpointName,
    { token, ends, aloneAt, quietAt }: Mark,
    exchange: Exchange,
    succeeded: boolean,
  ): true | Exchange | undefined {
    // What came between may have ended what this brings, whichever answer arrives first.
    const isAlone =
      aloneAt !== undefined && aloneAt === this.#aloneAt(ends, exchange.request.headers);
    for (const subject of ends) {
      this.#underWay.set(subject, (this.#underWay.get(subject) ?? 1) - 1);
    }
    this.#happen(ends);
    if (succeeded && (endpoint === 'login' || endpoint === 'refresh')) {
      this.#learn(exchange, endpoint === 'refresh' ? token?.user : ends[0], isAlone);
    }
    if (!token) {
      return undefined;
    }
    const isYoung = Date.parse(exchange.startedAt) - token.givenAt < HALF_AN_HOUR_MS;
    const uuid = uuidOf(exchange.request.headers);
    const elsewhere = isElsewhere(token, exchange.request.headers);
    const asked = { user: token.user, exchange, ...(elsewhere && { device: uuid }) };
    const served = this.#requests.wasServed(asked);
    // A logout ends its own token, which lived where nothing had come between.
    const count = endpoint !== 'logout' ? this.#countOf(token) : isAlone ? quietAt : undefined;
    const isAlive = token.aliveAt !== undefined && token.aliveAt === count;
    const lives = isYoung && isAlive && !(elsewhere && this.#begunOn.has(uuid));
    if (succeeded) {
      const refused = this.#requests.serves(asked);
      this.#isServedAnywhere ||= elsewhere;
      token.devices.add(uuid);
      token.aliveAt = quietAt ?? token.aliveAt;
      return served ? lives || undefined : refused;
    }
    if (exchange.response?.status === 401) {
      if (lives && !served) {
        this.#requests.refuses(asked);
      }
      // A device may be another's, which says nothing of the token.
      if (!elsewhere) {
        delete token.aliveAt;
      }
    }
    return (lives && served) || undefined;
  }

  #renews(body: unknown, token: Known | undefined): boolean {
    const renewal = this.#renewals.get(String(valueAt(body, 'refresh_token')));
    if (!renewal) {
      return false;
    }
    const { owner, givenAt, sent } = renewal;
    renewal.sent = true;
    return !sent && token?.user === owner && this.#happened.get(owner) === givenAt;
  }

  #endedBy(
    endpoint: EndpointName,
    body: unknown,
    headers: Readonly<Record<string, string>>,
    token: Known | undefined,
  ): Subject[] {
    if (endpoint === 'login') {
      this.#begunOn.add(uuidOf(headers));
      const email = valueAt(body, 'email');
      return typeof email === 'string' ? [ofUser(email), ofDevice(uuidOf(headers))] : [ANYBODYS];
    }
    if (endpoint === 'logout' || endpoint === 'refresh') {
      const owner = this.#renewals.get(String(valueAt(body, 'refresh_token')))?.owner;
      return token ? [token.user, ...(owner === undefined ? [] : [owner])] : [ANYBODYS];
    }
    // A target may end a session that goes on from another device, until it has served one there.
    return token && !this.#isServedAnywhere && isElsewhere(token, headers) ? [token.user] : [];
  }

  /** How much has happened to these, and to the device, where one request alone is under way that may end them. */
  #aloneAt(
    ends: readonly Subject[],
    headers: Readonly<Record<string, string>>,
  ): number | undefined {
    const subjects = [...new Set([...ends, ofDevice(uuidOf(headers)), ANYBODYS])];
    const own = (subject: Subject) => ends.filter((each) => each === subject).length;
    return subjects.every((each) => (this.#underWay.get(each) ?? 0) === own(each))
      ? subjects.reduce((sum, each) => sum + (this.#happened.get(each) ?? 0), 0)
      : undefined;
  }

  #learn(exchange: Exchange, user: Subject | undefined, isAlone: boolean): void {
    const body = jsonOf(exchange);
    const [access, refresh] = [valueAt(body, 'access_token'), valueAt(body, 'refresh_token')];
    if (user === undefined || user === ANYBODYS) {
      return;
    }
    if (typeof refresh === 'string' && !this.#renewals.has(refresh)) {
      const givenAt = this.#happened.get(user) ?? 0;
      // Of one that may be ended already it is as little known whether it works as of one that was sent.
      this.#renewals.set(refresh, { owner: user, givenAt, sent: !isAlone });
    }
    if (typeof access === 'string' && !this.#tokens.has(access)) {
      const { headers } = exchange.request;
      const given: Known = {
        user,
        subjects: [user, ofDevice(uuidOf(headers)), ANYBODYS],
        givenAt: Date.parse(exchange.startedAt),
        devices: new Set([uuidOf(headers)]),
      };
      this.#tokens.set(access, given);
      if (isAlone && this.#isQuiet(given)) {
        given.aliveAt = this.#countOf(given);
      }
    }
  }

  #isQuiet({ subjects }: Known): boolean {
    return subjects.every((each) => (this.#underWay.get(each) ?? 0) === 0);
  }

  #happen(ends: readonly Subject[]): void {
    for (const subject of ends) {
      this.#happened.set(subject, (this.#happened.get(subject) ?? 0) + 1);
    }
  }

  #countOf({ subjects }: Known): number {
    return subjects.reduce((sum, each) => sum + (this.#happened.get(each) ?? 0), 0);
  }
}

/** Whether a request names a device that the token was not served on; endpoints that list none have none. */
const isElsewhere = ({ devices }: Known, headers: Readonly<Record<string, string>>): boolean =>
  uuidOf(headers) !== undefined && !devices.has(uuidOf(headers));

const uuidOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  headerValue(headers, 'uuid');
