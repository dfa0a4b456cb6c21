import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { UserName } from '../../target/target.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { loginBody, ownHost } from '../checks/sessions/login.ts';
import type { Exchange } from '../http/exchange.ts';
import { Play } from './play.ts';
import type { KnownCall, SessionCallers } from './session-callers.ts';
import {
  type HeldToken,
  PLAIN,
  type SessionAction,
  type Sessions,
  sessionModel,
  tokensIn,
} from './session-model.ts';
import { anyOf, type Script, type Wish } from './session-script.ts';

/**
 * Of logouts with one token at the same time the first: a target that looks at a token and then ends it
 * may take both, and no order explains that.
 */
function withoutTwins(actions: readonly SessionAction[]): SessionAction[] {
  const ended = new Set<HeldToken>();
  return actions.filter((action) => {
    const isTwin = action.kind === 'logout' && ended.has(action.token);
    if (action.kind === 'logout') {
      ended.add(action.token);
    }
    return !isTwin;
  });
}

/** One sequence: the tokens that it was given so far, and what it sends. */
export class SessionSequence {
  readonly play = new Play<Sessions, SessionAction>(sessionModel, {});
  readonly #context: CheckContext;
  readonly #callers: SessionCallers;
  readonly #tokens: HeldToken[] = [];
  #numbered = 0;
  #sent = 0;

  constructor(context: CheckContext, callers: SessionCallers) {
    this.#context = context;
    this.#callers = callers;
  }

  async run({ cast, steps }: Script): Promise<void> {
    for (const step of steps) {
      const done = await this.play.step(
        withoutTwins(step.map((wish) => this.#actionOf(wish, cast))),
        this.#send,
      );
      for (const { action, exchange } of done) {
        this.#keep(action, exchange);
      }
    }
    await this.#lookAtAll();
  }

  #actionOf({ kind, actor, back, form, call }: Wish, cast: readonly UserName[]): SessionAction {
    const user = anyOf(cast, actor) ?? 'customer';
    const own = this.#tokens.filter((token) => token.user === user);
    const token = own.at(-1 - Math.min(back, own.length - 1));
    if (kind === 'login' || !token) {
      return { kind: 'login', user, gives: this.#next() };
    }
    if (kind === 'call') {
      return { kind, token, form, what: anyOf(this.#harmless(user), call)?.endpoint ?? '' };
    }
    if (kind === 'logout') {
      return { kind, token, form };
    }
    // What another device is given would be left open, and tell nothing.
    return { kind, token, form: form.otherDevice ? PLAIN : form, gives: this.#next() };
  }

  #harmless(user: UserName): readonly KnownCall[] {
    return this.#callers.get(user)?.harmless ?? [];
  }

  #next(): number {
    this.#numbered += 1;
    return this.#numbered;
  }

  #keep(action: SessionAction, exchange: Exchange): void {
    if (action.kind !== 'login' && action.kind !== 'refresh') {
      return;
    }
    const { accessToken, refreshToken } = tokensIn(exchange);
    if (accessToken === undefined) {
      return;
    }
    const before = action.kind === 'refresh' ? action.token : undefined;
    this.#tokens.push({
      number: action.gives,
      user: action.kind === 'login' ? action.user : action.token.user,
      accessToken,
      refreshToken: refreshToken ?? before?.refreshToken,
    });
  }

  /** What became of every token: whether it works, and of a dead one whether anything takes it. */
  async #lookAtAll(): Promise<void> {
    const calls = this.#tokens.map((token, index): SessionAction => {
      const what = anyOf(this.#harmless(token.user), index)?.endpoint ?? '';
      return { kind: 'call', token, form: PLAIN, what };
    });
    await this.play.look(calls, this.#send);
    const dead = this.#tokens.filter(({ number }) =>
      this.play.states.every((sessions) => sessions[number]?.is === 'dead'),
    );
    for (const [index, token] of dead.entries()) {
      const way = anyOf(this.#waysOf(token), index + this.#tokens.length);
      if (way) {
        await this.play.look([way], this.#send);
      }
    }
  }

  /** All that a dead token may be tried with. */
  #waysOf(token: HeldToken): SessionAction[] {
    const { harmless = [], others = [] } = this.#callers.get(token.user) ?? {};
    const bearer = { bearer: true, otherDevice: false };
    return [
      { kind: 'refresh', token, form: PLAIN, gives: this.#next() },
      { kind: 'logout', token, form: PLAIN },
      { kind: 'refresh', token, form: bearer, gives: this.#next() },
      ...[...harmless, ...others].flatMap(({ endpoint: what }): SessionAction[] => [
        { kind: 'call', token, form: bearer, what },
        { kind: 'call', token, form: PLAIN, what },
      ]),
    ];
  }

  /** Sends a request in forms of its own: what comes in one form may be forgotten in another. */
  #call(endpoint: EndpointName, options: CallOptions): Promise<Exchange> {
    this.#sent += 1;
    return this.#context.call(endpoint, { ...options, situation: `request ${this.#sent}` });
  }

  /** The answer to a login whatever it is, so that it is judged as a step. */
  #login(user: UserName): Promise<Exchange> {
    const body = loginBody(this.#context, user);
    return this.#call('login', { body, ...ownHost(this.#context, user) });
  }

  readonly #send = async (action: SessionAction): Promise<Exchange> => {
    if (action.kind === 'login') {
      return this.#login(action.user);
    }
    const { token: as, form } = action;
    const sent: CallOptions = {
      as,
      bearer: form.bearer,
      ...(form.otherDevice && { headers: { uuid: randomUUID() } }),
    };
    if (action.kind === 'logout') {
      return this.#call('logout', { ...sent, body: {} });
    }
    if (action.kind === 'refresh') {
      const body = { refresh_token: as.refreshToken };
      return this.#call('refresh', { ...sent, body });
    }
    const { harmless = [], others = [] } = this.#callers.get(as.user) ?? {};
    const call = [...harmless, ...others].find(({ endpoint }) => endpoint === action.what);
    if (!call) {
      throw new RangeError(`${as.user} has no call ${action.what}`);
    }
    return this.#call(call.endpoint, { ...call.options, ...sent });
  };
}
