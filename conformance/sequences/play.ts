import type { CheckContext } from '../check-context.ts';
import { allDone } from '../checks/all-done.ts';
import { answerOf } from '../expectations.ts';
import type { Exchange } from '../http/exchange.ts';
import { Deviation } from '../outcome.ts';

/** One request of a sequence with its answer. */
export interface Done<Action> {
  action: Action;
  exchange: Exchange;
}

/** What the specification says of a kind of sequences; its states are plain JSON. */
export interface Model<State, Action> {
  /**
   * The state after a request. Throws a Deviation where the specification does not allow the
   * answer; what it leaves open makes the state one in which either is allowed.
   */
  next(state: State, done: Done<Action>): State;
  /** the request as a step, such as `logout with token 2 of customer` */
  text(action: Action): string;
}

/**
 * One sequence while it is played: what was sent and the states that explain all answers so far.
 * Requests at once are explained by any order of them (linearizability), so there may be several.
 */
export class Play<State, Action> {
  readonly #model: Model<State, Action>;
  readonly #steps: string[] = [];
  readonly exchanges: Exchange[] = [];
  states: readonly State[];

  constructor(model: Model<State, Action>, start: State) {
    this.#model = model;
    this.states = [start];
  }

  /** The steps so far: `1. login customer 2. logout with token 1 of customer`. */
  get steps(): string {
    return this.#steps.map((step, index) => `${index + 1}. ${step}`).join(' ');
  }

  /**
   * Sends requests at once, one being the plain case, and holds the answers against the model.
   * Rejects with a Deviation that lists the steps where no order explains them.
   */
  async step(
    actions: readonly Action[],
    send: (action: Action) => Promise<Exchange>,
  ): Promise<Done<Action>[]> {
    const texts = actions.map((action) => this.#model.text(action));
    this.#steps.push(texts.length === 1 ? `${texts[0]}` : `at once: ${texts.join('; ')}`);
    const done = await allDone(
      actions.map(async (action) => ({ action, exchange: await send(action) })),
    );
    this.exchanges.push(...done.map(({ exchange }) => exchange));
    this.#explain(done);
    return done;
  }

  /** Sends requests that leave the state as it is, all at once, each a step of its own. */
  async look(
    actions: readonly Action[],
    send: (action: Action) => Promise<Exchange>,
  ): Promise<void> {
    const sent = await allDone(actions.map(send));
    const before = [...this.#steps];
    const shown = [...this.exchanges];
    for (const [index, action] of actions.entries()) {
      const exchange = sent[index];
      if (!exchange) {
        continue;
      }
      // Of several looks only the one that shows something belongs to the steps.
      this.#steps.splice(0, Infinity, ...before, this.#model.text(action));
      this.exchanges.splice(0, Infinity, ...shown, exchange);
      this.#explain([{ action, exchange }]);
    }
  }

  #explain(done: readonly Done<Action>[]): void {
    const ends: State[] = [];
    let reason: Deviation | undefined;
    const visit = (state: State, left: readonly Done<Action>[]): void => {
      if (left.length === 0) {
        ends.push(state);
      }
      for (const each of left) {
        try {
          const after = this.#model.next(state, each);
          visit(
            after,
            left.filter((other) => other !== each),
          );
        } catch (error) {
          if (!(error instanceof Deviation)) {
            throw error;
          }
          reason ??= error;
        }
      }
    };
    for (const state of this.states) {
      visit(state, done);
    }
    if (ends.length === 0 && reason) {
      throw this.#broken(reason, done);
    }
    // Orders that end alike are one state.
    this.states =
      ends.length > 1 ? [...new Map(ends.map((end) => [JSON.stringify(end), end])).values()] : ends;
  }

  #broken(broken: Deviation, done: readonly Done<Action>[]): Deviation {
    if (done.length === 1) {
      return broken.told(`${broken.got}, by these steps: ${this.steps}`);
    }
    const answers = done.map(({ exchange }) => answerOf(exchange)).join('; ');
    return broken.told(
      `${answers}, by these steps: ${this.steps}`,
      `answers that some order of the requests explains, such as ${broken.expected}`,
    );
  }
}

/** Plays, and where a rule breaks shows the exchanges of that sequence alone. */
export async function shown<T>(
  context: CheckContext,
  { exchanges }: { exchanges: readonly Exchange[] },
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Deviation) {
      context.showOnly(exchanges);
    }
    throw error;
  }
}
