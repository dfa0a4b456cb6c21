import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { CallOptions } from '../../check-context.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';

/** Statuses by which a server says that it is busy with another request (RFC 9110, RFC 4918, RFC 8470). */
const BUSY: readonly (number | undefined)[] = [409, 423, 425, 503];

/** Different answers that are asked for once more; a target with more of them tells them apart by ids. */
const MOST_ASKED = 12;

/** A request that changes something. */
export interface Writing {
  /** whose it is: a server may let each have one at a time */
  user: string;
  /** the idempotency key that a check has given; requests under one key are meant to meet */
  key: string | undefined;
}

const WRITING: readonly EndpointName[] = ['request-loan', 'repay-loan', 'update-application'];

/** What a call changes of whom; nothing where it only reads or sends no token. */
export function writingOf(
  endpoint: EndpointName,
  { as, headers = {} }: CallOptions,
): Writing | undefined {
  if (!WRITING.includes(endpoint) || !as) {
    return undefined;
  }
  // API tokens and forged ones are the customer's, or made from them.
  return {
    user: 'user' in as ? as.user : 'customer',
    key: headers['x-idempotency-key'] ?? undefined,
  };
}

interface UnderWay {
  key: string | undefined;
  met: boolean;
  done: Promise<unknown>;
}

/** What an answer says, whatever it was about. */
const textOf = (exchange: Exchange): string => {
  const body = jsonOf(exchange);
  const [error, message] = ['error', 'message'].map((name) => String(valueAt(body, name)));
  return `${exchange.response?.status} ${error} ${message}`;
};

const mayBeBusy = (exchange: Exchange): boolean =>
  BUSY.includes(exchange.response?.status) ||
  (exchange.response?.status === 200 && valueAt(jsonOf(exchange), 'status') === 'FAILED');

/**
 * Sends what changes something. Nothing says that one user may have two such requests processed at the same
 * time: where one is turned away while another is under way, it is sent again alone, and where that makes
 * a difference, all that come later are sent one after the other.
 */
export class OneAtATime {
  readonly #underWay = new Map<string, Set<UnderWay>>();
  /** the end of what a user has sent alone so far */
  readonly #alone = new Map<string, Promise<unknown>>();
  /** whether the same answer came where a request was sent alone, by answer */
  readonly #asked = new Map<string, Promise<boolean>>();
  #demanded = false;

  /** Sends a request by `send`, which is called once more where it may have been turned away for another. */
  async send({ user, key }: Writing, send: () => Promise<Exchange>): Promise<Exchange> {
    if (this.#demanded) {
      return this.#sendAlone(user, send);
    }
    await this.#alone.get(user);
    const others = this.#underWay.get(user) ?? new Set();
    this.#underWay.set(user, others);
    const sent = send();
    const own: UnderWay = { key, met: false, done: sent.catch(() => {}) };
    for (const other of others) {
      if (key === undefined || other.key !== key) {
        own.met = true;
        other.met = true;
      }
    }
    others.add(own);
    const exchange = await sent.finally(() => others.delete(own));
    if (!own.met || !mayBeBusy(exchange)) {
      return exchange;
    }
    const text = textOf(exchange);
    const asked = this.#asked.get(text);
    if (asked) {
      return (await asked) ? this.#sendAlone(user, send) : exchange;
    }
    if (this.#asked.size >= MOST_ASKED) {
      return exchange;
    }
    const alone = this.#sendAlone(user, send);
    const differs = alone.then(
      (again) => textOf(again) !== text,
      () => false,
    );
    this.#asked.set(text, differs);
    if (!(await differs)) {
      return exchange;
    }
    this.#demanded = true;
    return alone;
  }

  #sendAlone(user: string, send: () => Promise<Exchange>): Promise<Exchange> {
    const before = this.#alone.get(user);
    const sent = (async () => {
      await before;
      await Promise.all([...(this.#underWay.get(user) ?? [])].map(({ done }) => done));
      return send();
    })();
    this.#alone.set(
      user,
      sent.catch(() => {}),
    );
    return sent;
  }
}
