import fc from 'fast-check';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { UserName } from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { listingBody } from '../checks/valid-call.ts';
import { isSuccess } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { Deviation } from '../outcome.ts';
import { Play } from './play.ts';
import {
  type HeldToken,
  type SessionAction,
  type Sessions,
  sessionModel,
  tokensIn,
} from './session-model.ts';

/** Sequences that are played, each from new logins. */
const SEQUENCES = 6;

/** The most steps of a sequence, before all its tokens are looked at. */
const MOST_STEPS = 16;

/** Requests after which a broken sequence is made no shorter. */
const MOST_REQUESTS = 500;

/** Time after which no other sequence is begun, in milliseconds: a slow target gets fewer. */
const LONGEST_MS = 20_000;

/** A call that leaves everything as it is, of a user for whom it succeeds. */
interface HarmlessCall {
  endpoint: EndpointName;
  options: CallOptions;
}

/** The users whose sessions are played with, and what each may call. */
type Callers = ReadonlyMap<UserName, HarmlessCall>;

const USERS = ['customer', 'otherCustomer', 'manager'] as const;

async function harmlessCalls(context: CheckContext): Promise<HarmlessCall[]> {
  const listing = await context.state('awaiting-payments').then(
    (state): HarmlessCall[] => [
      { endpoint: 'awaiting-payments', options: { body: listingBody(state), query: { size: 1 } } },
    ],
    (error: unknown) => {
      if (error instanceof NotSupplied) {
        return [];
      }
      throw error;
    },
  );
  return [{ endpoint: 'fetch-organisation-preference', options: {} }, ...listing];
}

async function findCallers(context: CheckContext): Promise<Callers> {
  const calls = await harmlessCalls(context);
  const callers = new Map<UserName, HarmlessCall>();
  const emails = new Set<string>();
  for (const user of USERS) {
    const email = context.target.users[user]?.email.toLowerCase();
    if (email === undefined || emails.has(email)) {
      continue;
    }
    emails.add(email);
    const as = await context.freshSession(user);
    for (const call of calls) {
      if (callers.has(user)) {
        break;
      }
      if (isSuccess(await context.call(call.endpoint, { ...call.options, as }))) {
        callers.set(user, call);
      }
    }
  }
  return callers;
}

/** What is meant to be done: with the newest token of the user but `back`, if there is one. */
interface Wish {
  kind: 'login' | 'refresh' | 'logout' | 'call';
  user: UserName;
  back: number;
}

function wishes(users: readonly UserName[]): fc.Arbitrary<Wish[][]> {
  const wish = fc.record({
    kind: fc.constantFrom(
      ...(['login', 'refresh', 'refresh', 'logout', 'logout', 'call'] as const),
    ),
    user: fc.constantFrom(...users),
    // The newest token most often: what was just given has to work.
    back: fc.constantFrom(0, 0, 0, 1, 2),
  });
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(wish) },
    { weight: 1, arbitrary: fc.array(wish, { minLength: 2, maxLength: 3 }) },
  );
  return fc.array(step, { minLength: 1, maxLength: MOST_STEPS, size: 'max' });
}

/** One sequence: the tokens that it was given so far, and what it sends. */
class SessionSequence {
  readonly play = new Play<Sessions, SessionAction>(sessionModel, {});
  readonly #context: CheckContext;
  readonly #callers: Callers;
  readonly #tokens: HeldToken[] = [];
  #numbered = 0;

  constructor(context: CheckContext, callers: Callers) {
    this.#context = context;
    this.#callers = callers;
  }

  async run(steps: readonly (readonly Wish[])[]): Promise<void> {
    for (const step of steps) {
      const done = await this.play.step(
        step.map((wish) => this.#actionOf(wish)),
        this.#send,
      );
      for (const { action, exchange } of done) {
        this.#keep(action, exchange);
      }
    }
    await this.#lookAtAll();
  }

  #actionOf({ kind, user, back }: Wish): SessionAction {
    const own = this.#tokens.filter((token) => token.user === user);
    const token = own.at(-1 - Math.min(back, own.length - 1));
    if (kind === 'login' || !token) {
      return { kind: 'login', user, gives: this.#next() };
    }
    if (kind === 'call') {
      return { kind, token, bearer: false };
    }
    return kind === 'logout' ? { kind, token } : { kind, token, gives: this.#next() };
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
      user: before?.user ?? (action.kind === 'login' ? action.user : 'customer'),
      accessToken,
      refreshToken: refreshToken ?? before?.refreshToken,
    });
  }

  /** What became of every token: whether it works, and of a dead one whether anything takes it. */
  async #lookAtAll(): Promise<void> {
    const calls = this.#tokens.map(
      (token): SessionAction => ({ kind: 'call', token, bearer: false }),
    );
    await this.play.look(calls, this.#send);
    const dead = this.#tokens.filter(({ number }) =>
      this.play.states.every((sessions) => sessions[number]?.is === 'dead'),
    );
    for (const [index, token] of dead.entries()) {
      const ways: SessionAction[] = [
        { kind: 'call', token, bearer: true },
        { kind: 'refresh', token, gives: this.#next() },
        { kind: 'logout', token },
      ];
      const way = ways[index % ways.length];
      if (way) {
        await this.play.look([way], this.#send);
      }
    }
  }

  /** The answer to a login whatever it is, so that it is judged as a step. */
  #login(user: UserName): Promise<Exchange> {
    const { email, password, baseUrl } = this.#context.target.users[user] ?? {};
    return this.#context.call('login', {
      body: { email, currentPassword: password },
      ...(baseUrl !== undefined && { baseUrl }),
    });
  }

  readonly #send = async (action: SessionAction): Promise<Exchange> => {
    if (action.kind === 'login') {
      return this.#login(action.user);
    }
    const as = action.token;
    if (action.kind === 'logout') {
      return this.#context.call('logout', { as, body: {} });
    }
    if (action.kind === 'refresh') {
      return this.#context.call('refresh', { as, body: { refresh_token: as.refreshToken } });
    }
    const call = this.#callers.get(as.user);
    if (!call) {
      throw new RangeError(`${as.user} has no call`);
    }
    const { bearer } = action;
    return this.#context.call(call.endpoint, { ...call.options, as, ...(bearer && { bearer }) });
  };
}

/** A sequence that broke a rule. */
interface Broken {
  steps: Wish[][];
  deviation: Deviation;
  exchanges: readonly Exchange[];
}

/** Plays sequences and remembers the last one that broke a rule. */
class Trials {
  broken: Broken | undefined;
  readonly #context: CheckContext;
  readonly #callers: Callers;
  readonly #begun = performance.now();
  #sent = 0;

  constructor(context: CheckContext, callers: Callers) {
    this.#context = context;
    this.#callers = callers;
  }

  /** Whether a sequence keeps the rules; so says what is not played for want of time. */
  async holds(steps: Wish[][]): Promise<boolean> {
    const isLate = performance.now() - this.#begun > LONGEST_MS && this.#sent > 0;
    if (isLate || this.#sent > MOST_REQUESTS) {
      return true;
    }
    const sequence = new SessionSequence(this.#context, this.#callers);
    const { exchanges } = sequence.play;
    try {
      await sequence.run(steps);
      return true;
    } catch (error) {
      if (!(error instanceof Deviation)) {
        throw error;
      }
      this.broken = { steps, deviation: error, exchanges };
      return false;
    } finally {
      this.#sent += exchanges.length;
    }
  }

  /** Leaves out what the broken sequence breaks without, be it one step or that some are at once. */
  async shorten({ steps }: Broken): Promise<void> {
    const inARow = steps.flat().map((wish) => [wish]);
    let shortest = (await this.holds(inARow)) ? steps : inARow;
    for (let index = shortest.length - 1; index >= 0; index -= 1) {
      const without = shortest.toSpliced(index, 1);
      if (!(await this.holds(without))) {
        shortest = without;
      }
    }
  }
}

/** Plays generated sequences until one breaks a rule, and makes that one as short as it can be. */
async function firstBroken(
  context: CheckContext,
  callers: Callers,
  seed: number,
): Promise<Broken | undefined> {
  const trials = new Trials(context, callers);
  let problem: unknown;
  const property = fc.asyncProperty(wishes([...callers.keys()]), async (steps) => {
    if (problem !== undefined) {
      return true;
    }
    return trials.holds(steps).catch((error: unknown) => {
      // What is no deviation, such as a lost connection, does not depend on the sequence.
      problem = error;
      return true;
    });
  });
  await fc.check(property, { seed, numRuns: SEQUENCES, unbiased: true });
  if (problem !== undefined && !trials.broken) {
    throw problem;
  }
  if (trials.broken && problem === undefined) {
    await trials.shorten(trials.broken);
  }
  return trials.broken;
}

/** Sections 4.1 to 4.3 and 5: logins, refreshes and logouts of several users in any order. */
export const sessionSequenceChecks: Check[] = [
  {
    id: 'sequences.sessions',
    title: 'keeps sessions apart through logins, refreshes and logouts in any order',
    requirements: ['AUT-34', 'AUT-12', 'LGO-8', 'RFR-1'],
    level: 'must',
    endpoint: 'logout',
    users: ['customer', 'manager'],
    phase: 'sessions',
    // What shows without any sequence has checks of its own.
    after: [
      'fetch-organisation-preference.succeeds',
      'refresh.new-token-works',
      'refresh.refuses.logged-out',
      'authentication.after-logout.fetch-organisation-preference',
      'authentication.after-logout.logout',
    ],
    async run(context) {
      const callers = await findCallers(context);
      if (callers.size === 0) {
        context.inconclusive('Nobody has a call that shows whether a token works.');
      }
      const broken = await firstBroken(context, callers, context.seed);
      if (!broken) {
        return;
      }
      context.showOnly(broken.exchanges);
      throw broken.deviation;
    },
  },
];
