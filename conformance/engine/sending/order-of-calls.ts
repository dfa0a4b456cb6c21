import { digestOf } from '../../../contract/digest.ts';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { USER_NAMES, type UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, Session } from '../../check-context.ts';
import type { Exchange } from '../../http/exchange.ts';
import { orderTurn } from '../further-pass.ts';
import { writingOf } from './one-at-a-time.ts';

/** What comes before the calls of a check, or beside them, in the passes after the first. */
type Order = 'second of its session' | 'beside others';

const ORDERS: readonly Order[] = ['second of its session', 'beside others'];

/** What an order is made of. */
interface OrderParts {
  /** 0 for the pass that every run makes, in which calls come as they do */
  pass: number;
  /** the users of the target file */
  users: Partial<Record<UserName, unknown>>;
  /** the session of a user that all checks share, if it is there */
  shared(user: UserName): Promise<Session | undefined>;
  /** another session of a user, where sessions live on beside others; nothing where none is to be had */
  another(user: UserName): Promise<Session | undefined>;
  /** the session after a refresh, where that gives a token */
  refreshed(session: Session): Promise<Session>;
  end(session: Session): Promise<void>;
}

/** Who calls beside somebody: the next user in the file whose calls the endpoint knows as well. */
const BESIDE: Record<UserName, UserName> = {
  customer: 'otherCustomer',
  otherCustomer: 'customer',
  manager: 'agent',
  agent: 'manager',
  cashier: 'customer',
  otherManager: 'manager',
};

/** Phases whose checks may be sent anything else between: what ends offers or logs in with wrong passwords may not. */
const ORDERED: readonly Check['phase'][] = [undefined, 'sessions'];

/** What comes before or beside a call: nothing for a login, which has no session, and before a logout, the last of one. */
const REFUSED: { [E in EndpointName]?: (options: CallOptions) => CallOptions } = {
  refresh: () => ({ body: {} }),
  'fetch-organisation-preference': () => ({}),
  'awaiting-payments': () => ({}),
  'request-loan': () => ({ body: {} }),
  'repay-loan': ({ path }) => ({ ...(path && { path }), body: {} }),
  'update-application': ({ path }) => ({ ...(path && { path }) }),
  portfolios: ({ path }) => ({ ...(path && { path }), headers: { 'x-idempotency-key': null } }),
};

/** The order in which the calls of a check, or of a value that several share, come in a pass: the other in the next. */
function orderOf(drawnBy: string, pass: number): Order | undefined {
  const turn = orderTurn(pass);
  const begin = Number.parseInt(digestOf(drawnBy).slice(0, 2), 16);
  return turn === undefined ? undefined : ORDERS[(begin + turn) % ORDERS.length];
}

/** Who calls: of an unknown token, as if it were the customer's. */
const userOf = ({ as }: CallOptions): UserName =>
  as && 'user' in as && as.user !== 'state' ? as.user : 'customer';

/** Sends a call that the check itself has not asked for; what came of it is of no matter to it. */
type Aside = (endpoint: EndpointName, options: CallOptions) => Promise<unknown>;

/**
 * What a call comes after and beside in the passes that a thorough run makes after the first: a target may keep
 * from one request what it needs in the next, and a second seed alone changes nothing of what came before. Refused
 * calls are sent, since those change nothing (section 7); of the organisation preference, which is only read, good ones.
 */
export class OrderOfCalls {
  readonly #parts: OrderParts;
  /** by user, when nobody has a session beside the shared one any more: a target may end the oldest of three */
  readonly #own = new Map<UserName, Promise<unknown>>();
  #begun = 0;

  constructor(parts: OrderParts) {
    this.#parts = parts;
  }

  /** Sends a call of a check in the order that is its own in this pass. */
  async send(
    check: Pick<Check, 'phase' | 'endpoint'>,
    {
      endpoint,
      options,
      drawnBy,
    }: { endpoint: EndpointName; options: CallOptions; drawnBy: string },
    { send, aside }: { send(options: CallOptions): Promise<Exchange>; aside: Aside },
  ): Promise<Exchange> {
    const order = orderOf(drawnBy, this.#parts.pass);
    const isOrdered = order && endpoint === check.endpoint && ORDERED.includes(check.phase);
    if (isOrdered && endpoint === 'logout') {
      return await this.#besideLogout(order, options, { send, aside });
    }
    const refused = REFUSED[endpoint]?.(options);
    if (!isOrdered || !refused) {
      return await send(options);
    }
    const like = { ...refused, ...(options.bearer && { bearer: true }) };
    if (order === 'beside others') {
      const other = await this.#other(options);
      // Nothing says that one user may have two requests processed at once that change something.
      const own = writingOf(endpoint, options) ? [] : [options.as];
      const users = [...own, ...(other ? [other] : [])];
      const met = users.map((as) => aside(endpoint, { ...like, ...(as !== undefined && { as }) }));
      const exchange = await send(options);
      await Promise.all(met);
      return exchange;
    }
    return await this.#inOwnSession(endpoint, options, async (own) => {
      await aside(endpoint, { ...like, ...(own.as !== undefined && { as: own.as }) });
      return await send(own);
    });
  }

  /** A logout while somebody else logs out of a session that was begun for it. */
  async #besideLogout(
    order: Order,
    options: CallOptions,
    { send, aside }: { send(options: CallOptions): Promise<Exchange>; aside: Aside },
  ): Promise<Exchange> {
    const user = BESIDE[userOf(options)];
    const isThere = order === 'beside others' && this.#parts.users[user] !== undefined;
    const other = isThere ? await this.#parts.another(user) : undefined;
    const met = other && aside('logout', { as: other, body: {} });
    const exchange = await send(options);
    await met;
    return exchange;
  }

  /** Somebody else who calls beside a caller. */
  async #other(options: CallOptions): Promise<Session | undefined> {
    const other = BESIDE[userOf(options)];
    return this.#parts.users[other] ? await this.#parts.shared(other) : undefined;
  }

  /**
   * Does something with the session that all checks share of a user replaced by one that begins and ends with it.
   * Not under a key that a check has given: how long a key is known is a matter of each session to some.
   */
  async #inOwnSession(
    endpoint: EndpointName,
    options: CallOptions,
    act: (options: CallOptions) => Promise<Exchange>,
  ): Promise<Exchange> {
    const user = USER_NAMES.find(
      (name) => options.as && 'user' in options.as && options.as.user === name,
    );
    const hasKey = Object.entries(options.headers ?? {}).some(
      ([name, value]) => name.toLowerCase() === 'x-idempotency-key' && value !== null,
    );
    if (user === undefined || hasKey || endpoint === 'refresh') {
      return await act(options);
    }
    const shared = await this.#parts.shared(user);
    if (shared?.accessToken !== options.as?.accessToken) {
      return await act(options);
    }
    const sent = Promise.resolve(this.#own.get(user)).then(async () => {
      const begun = await this.#parts.another(user);
      this.#begun += 1;
      // The token of a login, and that of a refresh, in turn.
      const own = begun && this.#begun % 2 === 0 ? await this.#parts.refreshed(begun) : begun;
      try {
        return await act(own ? { ...options, as: own } : options);
      } finally {
        if (own) {
          await this.#parts.end(own);
        }
      }
    });
    this.#own.set(
      user,
      sent.catch(() => {}),
    );
    return await sent;
  }
}
