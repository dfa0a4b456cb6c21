import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { States } from '../../target/states/states.ts';
import {
  type Credentials,
  type StateName,
  type StateValues,
  type Target,
  USER_NAMES,
  type UserName,
} from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { CallOptions, CheckContext, Session } from '../check-context.ts';
import type { Client } from '../http/client.ts';
import { refreshedOrNot } from '../http/refreshed-session.ts';
import { Inconclusive } from '../outcome.ts';
import { RULES } from '../rules/index.ts';
import { Judgements } from '../rules/judgements.ts';
import { tryForms } from '../situations/try-forms.ts';
import { type ShownByPass, strengthIn } from './further-pass.ts';
import { Recorder } from './recorder.ts';
import { OrderOfCalls } from './sending/order-of-calls.ts';
import { Sending } from './sending/sending.ts';
import { ServerErrors } from './server-errors.ts';
import { LeftSessions, LOGGING_IN } from './sessions/left-sessions.ts';
import { logIn } from './sessions/log-in.ts';
import {
  type Renewing,
  renewSessions,
  sessionKey,
  withoutSession,
} from './sessions/renew-sessions.ts';
import { SharedValues } from './shared-values.ts';

/** What is sent so that calls come in an order. */
const ORDER = 'order of calls';

/** What a run is made of; injected, so that tests need no sockets. */
export interface RunParts {
  target: Target;
  client: Client;
  states: States;
  signal: AbortSignal;
  /** of what the checks generate */
  seed: number;
  /** how many passes over the checks came before, of a run that goes on; default: none */
  pass?: number;
  /** what a pass before has shown of the target; default: nothing */
  before?: ShownByPass | undefined;
  /** told of every value that no artefact may show */
  onSecret(value: string): void;
}

/** One run against one target: shared sessions, shared values, and a context for each check. */
export class Run {
  readonly #parts: RunParts;
  /** filled by whoever judges the checks */
  readonly serverErrors = new ServerErrors();
  readonly #sending: Sending;
  readonly #order: OrderOfCalls;
  readonly #shared = new SharedValues();
  readonly leftSessions = new LeftSessions({
    shared: this.#shared,
    without: (email, act) => withoutSession(email, this.#renewing(), act),
    isRight: (body) => this.judgements.isRightPassword(body),
    // In the usual forms: who has no more sessions may be served in no other.
    logout: (options) =>
      this.#sending.send('logout', options, new Recorder(), {}, 'sessions that were left'),
  });
  /** how every rule fared over the exchanges so far */
  readonly judgements: Judgements;
  /** whether checks of sessions go beside each other now */
  isBeside = false;
  /** whether sessions of everybody outlived others of theirs, in this run's middle or a pass before; false where unknown */
  sessionsLiveOn: boolean;

  /** whether a check passes; told by whoever evaluates the checks of this run */
  passed: (id: string) => Promise<boolean> = () => Promise.resolve(false);

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.sessionsLiveOn = parts.before?.sessionsLiveOn ?? false;
    this.judgements = new Judgements(RULES, parts.target);
    this.#sending = new Sending({
      ...parts,
      formsBefore: parts.before?.forms,
      judgements: this.judgements,
      tryLoans: async () => {
        const context = this.contextFor({ id: 'host of request-loan' }, new Recorder());
        const as = await context.session('customer');
        return context.call('request-loan', { as, host: 'base', body: {} });
      },
    });
    this.#order = new OrderOfCalls({
      ...{ pass: parts.pass ?? 0, users: parts.target.users },
      shared: async (user) =>
        await this.contextFor({ id: ORDER }, new Recorder())
          .session(user)
          .catch(() => undefined),
      another: async (user) =>
        this.sessionsLiveOn
          ? await this.#login(user, this.contextFor({ id: ORDER }, new Recorder())).catch(
              () => undefined,
            )
          : undefined,
      refreshed: (session) =>
        refreshedOrNot(this.contextFor({ id: ORDER }, new Recorder()), session),
      end: async (session) => {
        await this.#aside(new Recorder())('logout', { as: session, body: {} });
      },
    });
  }

  get target(): Target {
    return this.#parts.target;
  }

  get signal(): AbortSignal {
    return this.#parts.signal;
  }

  /** What the run has shown of the target, for the passes after it. */
  shown(): ShownByPass {
    return { sessionsLiveOn: this.sessionsLiveOn, forms: this.#sending.shownForms() };
  }

  /** How long the target has asked the run to wait so far, in milliseconds. */
  pausedMs(): number {
    return this.#parts.client.pausedMs();
  }

  /** Why the run was stopped, as a clause; only meaningful once the signal is aborted. */
  stopReason(): string {
    return String(this.#parts.signal.reason ?? 'the run was stopped');
  }

  /** What a check works with; everything it sends is recorded in `recorder`. */
  contextFor(
    check: Pick<Check, 'id' | 'phase' | 'endpoint'>,
    recorder: Recorder,
    drawnBy = check.id,
  ): CheckContext {
    const aside = this.#aside(recorder);
    const context: CheckContext = {
      target: this.target,
      seed: this.#parts.seed,
      strength: strengthIn(this.#parts.pass ?? 0),
      isBeside: this.isBeside,
      session: (user) => context.shared(sessionKey(user), (own) => this.#login(user, own)),
      freshSession: (user) => {
        if (typeof user === 'string' && !LOGGING_IN.includes(check.phase)) {
          throw new Error(`${check.id} logs in but is not of the phases sessions or logins`);
        }
        return this.#login(user, context, check);
      },
      leaveSessions: () => this.leftSessions.ended(check.id),
      state: async (name) => this.#supplied(name, await this.#parts.states.shared(name)),
      another: async (name) => this.#supplied(name, await this.#parts.states.another(name)),
      take: async (name) => this.#supplied(name, await this.#parts.states.take(name)),
      passed: (id) => this.passed(id),
      call: (endpoint, options = {}) => {
        const send = (given: CallOptions) =>
          this.#sending.atHost(endpoint, given, recorder, drawnBy);
        const inOrder = () =>
          this.#order.send(check, { endpoint, options, drawnBy }, { send, aside });
        const { isBeside } = this;
        const followed = { send: inOrder, check, drawnBy, isBeside };
        return this.leftSessions.follow(endpoint, options, followed);
      },
      newKey: (endpoint) => this.#sending.newKey(endpoint),
      shared: (key, make, by = key) =>
        this.#shared.of(key, (own) => make(this.contextFor(check, own, by)), {
          shownBy: recorder,
          reader: check.id,
        }),
      serverErrors: () => this.serverErrors.unblamed(),
      formsOf: (part) => this.#sending.formsOf(part),
      hasNotShown: (endpoint) => this.#sending.hasNotShown(endpoint),
      senderOf: (exchange) => this.judgements.senderOf(exchange),
      evidence: (exchange) => recorder.exchange(exchange),
      aside: () => this.contextFor(check, new Recorder(), drawnBy),
      showOnly: (exchanges) => recorder.showOnly(exchanges),
      observe: (subject, value) => recorder.observe(subject, String(value)),
      inconclusive: (reason) => {
        throw new Inconclusive(reason);
      },
    };
    return context;
  }

  /** Sends what comes before or beside a call, and shows it with that. */
  #aside(recorder: Recorder) {
    return (endpoint: EndpointName, options: CallOptions) =>
      this.#sending.call(endpoint, options, recorder, ORDER).catch(() => {});
  }

  /**
   * Goes over to what the second half of a run is tried with: refreshed sessions that outlived
   * another, and forms of headers that the target has taken.
   */
  async vary(): Promise<void> {
    this.#sending.vary();
    if (this.#parts.before) {
      // Who is asked for by few checks would have no session by now, and none that is logged out in the middle.
      await this.#everybodyIn();
    }
    const renewing = renewSessions(this.#renewing());
    await renewing.first;
    const formsTried = this.#tryForms();
    this.sessionsLiveOn = (await renewing.livedOn) ?? this.sessionsLiveOn;
    await formsTried;
  }

  /** Begins a session for everybody who has none; who may not log in is no matter of this. */
  async #everybodyIn(): Promise<void> {
    const context = this.contextFor({ id: 'sessions of everybody' }, new Recorder());
    const users = USER_NAMES.filter((user) => this.target.users[user] !== undefined);
    await Promise.allSettled(users.map((user) => context.session(user)));
  }

  #renewing(): Renewing {
    return {
      shared: this.#shared,
      signal: this.signal,
      contextFor: (id, recorder) => this.contextFor({ id }, recorder),
      call: this.#sending.call.bind(this.#sending),
      login: (user, context) => this.#login(user, context),
    };
  }

  async #tryForms(): Promise<void> {
    const id = 'forms of headers';
    const recorder = new Recorder();
    await tryForms(this.contextFor({ id }, recorder), (endpoint, options) =>
      this.#sending.hasUntried(endpoint, options),
    );
    // No check sees what these are answered, so that a 5xx would be nobody's.
    this.serverErrors.note(id, 'observed', recorder.exchanges);
  }

  #supplied<N extends StateName>(name: N, values: StateValues[N]): StateValues[N] {
    this.judgements.supplied(name, values);
    return values;
  }

  /** Gives what forgets all shared values that are made from now on, and leaves their sessions. */
  remember(): () => void {
    const forget = this.#shared.remember();
    return () => {
      this.leftSessions.forgotten(forget());
    };
  }

  /** A check is done, and will not use its own sessions again. */
  ended(check: string): void {
    this.leftSessions.ended(check);
  }

  #login(
    user: UserName | Credentials,
    context: CheckContext,
    askedBy?: Pick<Check, 'phase' | 'endpoint'>,
  ): Promise<Session> {
    const { onSecret } = this.#parts;
    return logIn(user, context, { askedBy, isBeside: this.isBeside, onSecret });
  }
}
