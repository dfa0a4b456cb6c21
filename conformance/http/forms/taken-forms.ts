import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { AUTHORIZATION, FORMS, type Form, TOKEN } from './other-forms.ts';

/** How often a form is sent alone that nobody may refuse. */
const MOST_TRIES = 4;

/** Whether a form is one that nobody may refuse. */
const isOwed = ({ saysNoMore }: Form): boolean => saysNoMore === true;

const isNoToken = ({ part }: Form): boolean => part !== TOKEN;

/** What an endpoint, or a user, has shown of one form. */
type Shown = 'taken' | 'refused' | 'under way';

/** What endpoints and users have shown, by whom and by the name of the form: as it is told to another run. */
export type ShownForms = Record<string, Record<string, 'taken' | 'refused'>>;

/**
 * Parts that may be a matter of who asks: staff may be kept to the web, a device may be one user's, and
 * which header a token comes in may hang on whose it is.
 */
const OF_USERS: readonly string[] = ['platform', 'uuid', TOKEN];

/**
 * The forms that the endpoints of a target have taken in requests that were meant to succeed, and of some
 * parts for whom. What was never taken is not sent, so that no refusal comes of it.
 */
export class TakenForms {
  readonly #shown: Map<string, Map<Form, Shown>>;
  /** endpoints that refused several together: what nobody may refuse comes apart from the rest, or alone */
  readonly #parted = new Set<EndpointName>();
  readonly #alone = new Set<string>();
  /** how often an endpoint refused a form that was sent alone */
  readonly #refused = new Map<string, number>();
  /** what was asked before, of an endpoint and a user, until anything else is shown */
  readonly #told = new Map<string, readonly Form[]>();

  /** @param before what another run has shown of the same target */
  constructor(before: ShownForms = {}) {
    this.#shown = new Map(
      Object.entries(before).map(([scope, shown]) => [
        scope,
        new Map(
          FORMS.flatMap((form): [Form, Shown][] => {
            const how = shown[form.name];
            return how ? [[form, how]] : [];
          }),
        ),
      ]),
    );
  }

  /** What was shown so far; nothing of what is under way. */
  shown(): ShownForms {
    return Object.fromEntries(
      [...this.#shown].map(([scope, shown]) => [
        scope,
        Object.fromEntries(
          [...shown].flatMap(([{ name }, how]) => (how === 'under way' ? [] : [[name, how]])),
        ),
      ]),
    );
  }

  /**
   * The forms that the next request meant to succeed should try, one of each part of the request; one
   * alone where several together were refused.
   *
   * @param user who sends it, by name
   * @param given headers, and other parts, that the request has of its own, in lower case
   */
  untried(endpoint: EndpointName, user: string, given: ReadonlySet<string>): Form[] {
    const chosen = this.#next(endpoint, user, given);
    for (const form of chosen) {
      this.#told.clear();
      for (const scope of this.#unknowing(endpoint, user, form)) {
        scope.set(form, 'under way');
      }
    }
    return chosen;
  }

  /** Whether the next request meant to succeed would try any form. */
  hasUntried(endpoint: EndpointName, user: string, given: ReadonlySet<string>): boolean {
    return this.#next(endpoint, user, given).length > 0;
  }

  #next(endpoint: EndpointName, user: string, given: ReadonlySet<string>): Form[] {
    const untried = this.#neverTried(endpoint, user).filter(
      (form) => ![form.part, ...Object.keys(form.headers())].some((name) => given.has(name)),
    );
    // What is shown of the names of headers is to be shown of that of the token, too.
    const hasNames = untried.some(({ part }) => part === 'names');
    const parts = new Set<string>(hasNames ? [TOKEN] : []);
    const together = untried
      .filter(({ part }) => !parts.has(part) && parts.add(part))
      // Both would be in one header.
      .filter(({ part }, _, all) => part !== AUTHORIZATION || all.every(isNoToken));
    if (!this.#parted.has(endpoint)) {
      return together;
    }
    // What nobody may refuse comes by itself then, so that it need not share what befalls the rest.
    const kind = together.some(isOwed);
    const ofKind = together.filter((form) => isOwed(form) === kind);
    return this.#alone.has(`${endpoint} ${kind}`) ? ofKind.slice(0, 1) : ofKind;
  }

  #neverTried(endpoint: EndpointName, user: string): readonly Form[] {
    return this.#asBefore(`not tried ${endpoint} ${user}`, () => {
      const untried = FORMS.filter((form) => {
        const shown = this.#scopes(endpoint, user, form).map((scope) => scope.get(form));
        return (
          form.fits(endpoint) &&
          (endpoint !== 'login' || this.#isServedElsewhere(user, form)) &&
          shown.includes(undefined) &&
          !shown.includes('refused') &&
          !shown.includes('under way')
        );
      });
      // First what nobody has sent the endpoint: what users have shown elsewhere may be enough for them.
      return untried.toSorted(
        (one, other) =>
          Number(this.#wasSent(endpoint, user, one)) - Number(this.#wasSent(endpoint, user, other)),
      );
    });
  }

  #asBefore(question: string, answer: () => readonly Form[]): readonly Form[] {
    const told = this.#told.get(question) ?? answer();
    this.#told.set(question, told);
    return told;
  }

  /**
   * Whether a user, or of what is of nobody anybody, was served elsewhere in a form: a session may belong to the
   * platform it was begun on, and a refused login may lock its user.
   */
  #isServedElsewhere(user: string, form: Form): boolean {
    return OF_USERS.includes(form.part)
      ? this.#shown.get(`user ${user}`)?.get(form) === 'taken'
      : [...this.#shown.values()].some((shown) => shown.get(form) === 'taken');
  }

  #wasSent(endpoint: EndpointName, user: string, form: Form): boolean {
    const [ofEndpoint] = this.#scopes(endpoint, user, form);
    return ofEndpoint?.has(form) === true;
  }

  /** Notes how a request fared that tried forms. */
  tried(endpoint: EndpointName, user: string, forms: readonly Form[], taken: boolean): void {
    this.#told.clear();
    for (const form of forms) {
      for (const scope of this.#unknowing(endpoint, user, form)) {
        if (taken || (forms.length === 1 && this.#isSure(endpoint, form))) {
          scope.set(form, taken ? 'taken' : 'refused');
        } else {
          scope.delete(form);
        }
      }
    }
    const kinds = new Set(forms.map(isOwed));
    if (!taken && forms.length > 1) {
      this.#parted.add(endpoint);
      for (const kind of kinds.size === 1 ? kinds : []) {
        this.#alone.add(`${endpoint} ${kind}`);
      }
    }
  }

  /**
   * Whether a refusal is enough: what nobody may refuse is tried again, since the request may have been refused for
   * something else, and that the same is served without it may be chance.
   */
  #isSure(endpoint: EndpointName, form: Form): boolean {
    const once = `${endpoint} ${form.name}`;
    const times = (this.#refused.get(once) ?? 0) + 1;
    this.#refused.set(once, times);
    return !form.saysNoMore || times >= MOST_TRIES;
  }

  /** Whether an endpoint has not shown yet of a form that nobody may refuse whether it is taken. */
  hasNotShown(endpoint: EndpointName): boolean {
    const shown = this.#shown.get(endpoint);
    return FORMS.some(
      (form) => form.saysNoMore && form.fits(endpoint) && shown?.get(form) === undefined,
    );
  }

  /** How many endpoints have taken a form of a part of the request. */
  countOf(part: string): number {
    return [...this.#shown.values()].filter((shown) =>
      [...shown].some(([form, how]) => form.part === part && how === 'taken'),
    ).length;
  }

  /**
   * The forms that the endpoint has taken of a user, by the part of the request they are of; where nobody
   * knows whose token it is, those that the customer was served in and nobody was refused for.
   */
  taken(endpoint: EndpointName, user: string | undefined): Map<string, Form[]> {
    const name = user ?? 'customer';
    const forms = this.#asBefore(`taken ${endpoint} ${user ?? ''}`, () =>
      FORMS.filter(
        (form) =>
          !form.onlyTried &&
          this.#scopes(endpoint, name, form).every((scope) => scope.get(form) === 'taken') &&
          (endpoint !== 'login' || this.#isServedElsewhere(name, form)) &&
          (user !== undefined || !this.#isRefusedForAnybody(form)),
      ),
    );
    return Map.groupBy(forms, ({ part }) => part);
  }

  #isRefusedForAnybody(form: Form): boolean {
    return [...this.#shown].some(
      ([scope, shown]) => scope.startsWith('user ') && shown.get(form) === 'refused',
    );
  }

  /** Who has to have taken a form: the endpoint, and where it may matter the user. */
  #scopes(endpoint: EndpointName, user: string, { part }: Form): Map<Form, Shown>[] {
    // Who may log in from where is a matter of each user, whatever others may.
    const keys =
      endpoint === 'login'
        ? [`login of ${user}`]
        : [endpoint, ...(OF_USERS.includes(part) ? [`user ${user}`] : [])];
    return keys.map((key) => {
      const scope = this.#shown.get(key) ?? new Map<Form, Shown>();
      this.#shown.set(key, scope);
      return scope;
    });
  }

  #unknowing(endpoint: EndpointName, user: string, form: Form): Map<Form, Shown>[] {
    return this.#scopes(endpoint, user, form).filter((scope) => scope.get(form) !== 'taken');
  }
}
