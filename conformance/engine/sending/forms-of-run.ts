import { randomUUID } from 'node:crypto';
import { digestOf } from '../../../contract/digest.ts';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Target } from '../../../target/target.ts';
import type { CallOptions } from '../../check-context.ts';
import { isServerError, isTakenBy } from '../../expectations.ts';
import { type Exchange, valueAt } from '../../http/exchange.ts';
import {
  AUTHORIZATION,
  FORMS,
  type Form,
  type FormHeaders,
  otherForms,
  type RefusedForm,
  type SeenForms,
  TOKEN,
  TOKEN_HEADER,
  type Writing,
} from '../../http/forms/other-forms.ts';
import { type ShownForms, TakenForms } from '../../http/forms/taken-forms.ts';
import { isPutOff } from '../../http/retry.ts';

const IDEMPOTENCY_KEY = 'x-idempotency-key';
const LANGUAGE = 'accept-language';

/** The forms of one request. */
export interface ChosenForms {
  headers: FormHeaders;
  writing: Writing;
  /** those that the endpoint was not sent before */
  tried: readonly Form[];
}

/**
 * Whether the token of a request may come in either header: of what is meant to succeed, where the call
 * itself says nothing of it. What is refused is tried in both by its situations.
 */
const hasTokenOfEitherHeader = ({ as, bearer, meantToSucceed }: CallOptions): boolean =>
  meantToSucceed === true && bearer === undefined && as !== undefined && as !== null;

/** The part of a request that its media type is, by the name of its header. */
const MEDIA_TYPE = 'content-type';

const UNSUPPORTED_MEDIA_TYPE = 415;

/**
 * Whether the body of a request may be tried in another writing: one under a key of its own is sent again as it was
 * written first, and would be without what was refused of it.
 */
const mayBeWrittenOtherwise = ({ body, rawBody, headers }: CallOptions): boolean =>
  body !== undefined && rawBody === undefined && typeof headers?.[IDEMPOTENCY_KEY] !== 'string';

/**
 * Whether a request asks for a language, in which its answer may then be. Pages of portfolios are held
 * against each other; every other repayment is told the name of its product as it is.
 */
function asksForLanguage(endpoint: EndpointName, key: string, turn = 0): boolean {
  return endpoint === 'repay-loan'
    ? (Number.parseInt(digestOf(key).slice(0, 2), 16) + turn) % 2 === 0
    : endpoint !== 'portfolios';
}

/** Which forms of headers the requests of a run have, and what their answers show of those. */
export class FormsOfRun {
  readonly #target: Pick<Target, 'users' | 'headers'>;
  readonly #seed: number;
  readonly #shown: TakenForms;
  /** endpoints where a request in the usual forms succeeded, so that others may be tried */
  readonly #succeeded = new Set<EndpointName>();
  /** what was sent before forms were varied, by what its forms are drawn by */
  readonly #usual = new Set<string>();
  readonly #refused: RefusedForm[] = [];
  #varies = false;
  #keys = 0;

  /** @param before which forms another run has seen taken */
  constructor(target: Pick<Target, 'users' | 'headers'>, seed: number, before?: ShownForms) {
    this.#target = target;
    this.#seed = seed;
    this.#shown = new TakenForms(before);
  }

  /** What was seen of forms so far. */
  shown(): ShownForms {
    return this.#shown.shown();
  }

  /** From now on requests are sent in forms that their endpoints have taken. */
  vary(): void {
    this.#varies = true;
  }

  /**
   * The forms of a request: some that were taken, drawn by what sends it, and those that it tries.
   *
   * @param by what sends it, and on which platform its session was begun, where that is known
   */
  choose(
    endpoint: EndpointName,
    options: CallOptions,
    { drawnBy, platform }: { drawnBy: string; platform?: string | undefined },
  ): ChosenForms {
    const { turn, situation = '', inUsualForms = false } = options;
    if (inUsualForms) {
      return { headers: {}, writing: {}, tried: [] };
    }
    // In turn a check meets each form once; what has no turns draws one for each situation.
    const user = this.#userOf(options);
    const who = endpoint === 'login' ? ` by ${user}` : '';
    const key = `${this.#seed} ${drawnBy} ${turn === undefined ? situation : ''}${who}`;
    const taken = this.#varies ? this.#shown.taken(endpoint, user) : new Map();
    if (!hasTokenOfEitherHeader(options)) {
      taken.delete(TOKEN);
    }
    const tried = this.#toTry(endpoint, options, platform);
    if (tried.some(({ part }) => part === AUTHORIZATION)) {
      taken.delete(TOKEN);
    }
    if (!this.#varies) {
      this.#usual.add(key);
    }
    const firstWasUsual = this.#usual.has(key);
    const drawn = otherForms(key, taken, { turn, firstWasUsual });
    const { [LANGUAGE]: language, ...others } = drawn.headers;
    if ((options.inPlaceOf || user === undefined) && (turn ?? 0) % 2 === 0) {
      // Every other time from the device of the session whose place the token takes, or of whom it may be.
      delete others.uuid;
    }
    const headers = Object.assign(
      others,
      language !== undefined && asksForLanguage(endpoint, key, turn) && { [LANGUAGE]: language },
      ...tried.map((form) => form.headers()),
    );
    const writing = Object.assign(drawn.writing, ...tried.map((form) => form.writing));
    return { headers, writing, tried };
  }

  /**
   * Learns from the answer to a request. Says whether to send it again without the forms that it tried:
   * by which status one is refused that nothing demands to be taken is open.
   */
  learn(
    endpoint: EndpointName,
    options: CallOptions,
    tried: readonly Form[],
    exchange: Exchange,
  ): boolean {
    const succeeded = isTakenBy(endpoint, exchange);
    if (tried.length === 0) {
      if (succeeded) {
        this.#succeeded.add(endpoint);
      }
      return false;
    }
    this.#shown.tried(endpoint, this.#userOf(options) ?? 'customer', tried, succeeded);
    return !succeeded && !isServerError(exchange) && !isPutOff(exchange);
  }

  /** How many endpoints have taken a form of a part of requests, and what was refused in one. */
  formsOf(part: string): SeenForms {
    return {
      taken: this.#shown.countOf(part),
      refused: this.#refused.filter(({ form }) => form.part === part),
    };
  }

  /** Whether an endpoint has not shown yet of a form that nobody may refuse whether it is taken. */
  hasNotShown(endpoint: EndpointName): boolean {
    return this.#shown.hasNotShown(endpoint);
  }

  /** Learns from the answer to the same request without the form that it tried, where that was one. */
  compare(
    endpoint: EndpointName,
    tried: readonly Form[],
    { refused, plain }: { refused: Exchange; plain: Exchange },
  ): void {
    const [form, another] = tried;
    if (form && another === undefined && isTakenBy(endpoint, plain)) {
      this.#refused.push({ endpoint, form, exchange: refused });
    }
  }

  /** Whether a request is refused for its media type alone, which was sent in another form (RFC 9110 section 15.5.16). */
  isOfMediaType(headers: FormHeaders, { response }: Exchange): boolean {
    return response?.status === UNSUPPORTED_MEDIA_TYPE && headers[MEDIA_TYPE] !== undefined;
  }

  /** Learns from the answer to the same request in the usual forms, where another media type was refused. */
  compareMediaTypes(
    endpoint: EndpointName,
    headers: FormHeaders,
    answers: { refused: Exchange; plain: Exchange },
  ): void {
    const form = FORMS.find(
      (each) => each.part === MEDIA_TYPE && each.headers()[MEDIA_TYPE] === headers[MEDIA_TYPE],
    );
    if (form) {
      this.compare(endpoint, [form], answers);
    }
  }

  /**
   * The forms of a request that was sent again with a usual key, which shows nothing of the form of its
   * first: that is not sent any more, since it may be what was refused.
   */
  withoutKey(endpoint: EndpointName, options: CallOptions, tried: readonly Form[]): Form[] {
    const user = this.#userOf(options) ?? 'customer';
    for (const form of tried.filter(({ part }) => part === IDEMPOTENCY_KEY)) {
      this.#shown.tried(endpoint, user, [form], false);
    }
    return tried.filter(({ part }) => part !== IDEMPOTENCY_KEY);
  }

  /** A key in one of the forms that the endpoint has taken, one after the other. */
  newKey(endpoint: EndpointName): string {
    this.#keys += 1;
    const taken = this.#varies ? this.#shown.taken(endpoint, 'customer') : new Map();
    const inTurn: (Form | undefined)[] = [undefined, ...(taken.get(IDEMPOTENCY_KEY) ?? [])];
    const form = inTurn[(this.#seed + this.#keys) % inTurn.length];
    return form?.headers()[IDEMPOTENCY_KEY] ?? randomUUID();
  }

  /** Whether the next such request would try a form that the endpoint, or its user, has not shown. */
  hasUntried(endpoint: EndpointName, options: CallOptions, platform?: string): boolean {
    return (
      this.#mayTry(endpoint, options) &&
      this.#shown.hasUntried(endpoint, ...this.#sentBy(options, platform))
    );
  }

  #toTry(endpoint: EndpointName, options: CallOptions, platform: string | undefined): Form[] {
    return this.#mayTry(endpoint, options)
      ? this.#shown.untried(endpoint, ...this.#sentBy(options, platform))
      : [];
  }

  #mayTry(endpoint: EndpointName, { meantToSucceed }: CallOptions): boolean {
    return meantToSucceed === true && this.#succeeded.has(endpoint);
  }

  /** Who sends a request, and the headers that it has of its own, in lower case. */
  #sentBy(options: CallOptions, platform: string | undefined): [string, ReadonlySet<string>] {
    const given = [
      ...Object.keys(options.headers ?? {}),
      ...Object.keys(this.#target.headers),
      ...(hasTokenOfEitherHeader(options) ? [] : [TOKEN_HEADER, AUTHORIZATION]),
      ...(options.headerNames === undefined ? [] : ['names']),
      ...(mayBeWrittenOtherwise(options) ? [] : ['indented', 'escaped', 'exponents']),
      // What a session of another platform shows is that it is served there.
      ...(platform === undefined || platform === 'WEB' ? [] : ['platform']),
    ];
    const user = this.#userOf(options) ?? 'customer';
    return [user, new Set(given.map((name) => name.toLowerCase()))];
  }

  /** Who sends a request, by name, where its session or the address of a login tells. */
  #userOf({ as, body }: CallOptions): string | undefined {
    if (as && 'user' in as) {
      return as.user;
    }
    const email = valueAt(body, 'email');
    const users = Object.entries(this.#target.users);
    return users.find(([, user]) => user.email === email)?.[0];
  }
}
