import fc from 'fast-check';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import type { Exchange } from '../http/exchange.ts';
import { Deviation } from '../outcome.ts';
import { asksForMore } from '../situations/covering-array.ts';
import { findCallers, type SessionCallers } from './session-callers.ts';
import { PLAIN } from './session-model.ts';
import { type Script, scripts } from './session-script.ts';
import { SessionSequence } from './session-sequence.ts';

/** Sequences that are played, each from new logins. */
const SEQUENCES = 4;

/** As many where a run asks for more than the usual. */
const MANY_SEQUENCES = 20;

/**
 * Sequences that go on at the same time; each is explained by itself, since it has sessions of its own. Alone
 * they come one by one: what one ends by mistake is then its own.
 */
const atOnce = ({ isBeside }: CheckContext): number => (isBeside ? SEQUENCES : 1);

/** Requests after which a broken sequence is made no shorter. */
const MOST_REQUESTS = 500;

/** Time after which no other sequence is begun, in milliseconds: a slow target gets fewer. */
const LONGEST_MS = 15_000;

/** A sequence that broke a rule. */
interface Broken {
  script: Script;
  deviation: Deviation;
  exchanges: readonly Exchange[];
}

/** Plays sequences and remembers the last one that broke a rule. */
class Trials {
  broken: Broken | undefined;
  readonly #context: CheckContext;
  readonly #callers: SessionCallers;
  readonly #begun = performance.now();
  #sent = 0;

  constructor(context: CheckContext, callers: SessionCallers) {
    this.#context = context;
    this.#callers = callers;
  }

  /** Whether a sequence keeps the rules; so says what is not played for want of time. */
  async holds(script: Script): Promise<boolean> {
    const isLate = performance.now() - this.#begun > LONGEST_MS && this.#sent > 0;
    if (isLate || this.#sent > MOST_REQUESTS) {
      return true;
    }
    const sequence = new SessionSequence(this.#context, this.#callers);
    const { exchanges } = sequence.play;
    try {
      await sequence.run(script);
      return true;
    } catch (error) {
      if (!(error instanceof Deviation)) {
        throw error;
      }
      this.broken = { script, deviation: error, exchanges };
      return false;
    } finally {
      // The next sequence begins with new logins.
      this.#context.leaveSessions();
      this.#sent += exchanges.length;
    }
  }

  /**
   * Plays sequences at the same time, and where one breaks a rule or lacks a session each of them alone: only
   * what is broken there is believed, since a user may have so many sessions and no more.
   */
  async holdAtOnce(all: readonly Script[]): Promise<void> {
    const held = await Promise.allSettled(all.map((script) => this.holds(script)));
    const lost = held.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    const isCrowded = lost.length > 0 && lost.every((reason) => reason instanceof NotSupplied);
    if (lost.length > 0 && !(isCrowded && all.length > 1)) {
      throw lost[0];
    }
    if ((this.broken || isCrowded) && all.length > 1) {
      this.broken = undefined;
      for (const script of all) {
        if (!(await this.holds(script))) {
          return;
        }
      }
    }
  }

  /** Leaves out what the broken sequence breaks without, be it one step or that some are at once. */
  async shorten({ script: { cast, steps } }: Broken): Promise<void> {
    const inARow = steps.flat().map((wish) => [wish]);
    let shortest = (await this.holds({ cast, steps: inARow })) ? steps : inARow;
    // Many at a time to begin with: what is left is then found in few requests.
    for (let many = Math.ceil(shortest.length / 2); many >= 1; many = Math.floor(many / 2)) {
      for (let end = shortest.length; end > 0; end -= many) {
        const start = Math.max(0, end - many);
        const without = shortest.toSpliced(start, end - start);
        if (!(await this.holds({ cast, steps: without }))) {
          shortest = without;
        }
      }
    }
    // A request in the plain form is shorter than one in another.
    for (const [index, step] of shortest.entries()) {
      const plain = step.map((wish) => ({ ...wish, form: PLAIN }));
      const simpler = shortest.toSpliced(index, 1, plain);
      const isOdd = step.some(({ form }) => form !== PLAIN);
      if (isOdd && !(await this.holds({ cast, steps: simpler }))) {
        shortest = simpler;
      }
    }
  }
}

/** Plays generated sequences until one breaks a rule, and makes that one as short as it can be. */
async function firstBroken(
  context: CheckContext,
  callers: SessionCallers,
): Promise<Broken | undefined> {
  const trials = new Trials(context, callers);
  const numRuns = asksForMore(context) ? MANY_SEQUENCES : SEQUENCES;
  const how = { seed: context.seed, numRuns, unbiased: true };
  const all = fc.sample(scripts([...callers.keys()]), how);
  const many = atOnce(context);
  for (let begun = 0; begun < all.length && !trials.broken; begun += many) {
    await trials.holdAtOnce(all.slice(begun, begun + many));
  }
  if (trials.broken) {
    await trials.shorten(trials.broken);
  }
  return trials.broken;
}

/** Sections 4.1 to 4.3 and 5: logins, refreshes and logouts of several users in any order. */
export const sessionSequenceChecks: Check[] = [
  {
    id: 'sequences.sessions',
    title: 'keeps sessions apart through logins, refreshes and logouts in any order',
    requirements: ['AUT-34', 'AUT-12', 'LGO-1', 'LGO-8', 'RFR-1'],
    level: 'must',
    endpoint: 'logout',
    users: ['customer', 'manager'],
    phase: 'sessions',
    drawn: true,
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
      const broken = await firstBroken(context, callers);
      if (!broken) {
        return;
      }
      context.showOnly(broken.exchanges);
      throw broken.deviation;
    },
  },
];
