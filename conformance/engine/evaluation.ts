import type { Check } from '../check.ts';
import { Deviation, NoResponse, Taken } from '../outcome.ts';
import type { CheckResult } from '../result.ts';
import {
  blockedBy,
  conclusionOf,
  type Judgement,
  judgementOf,
  observationText,
  RESULT_OF_DEVIATION,
  resultOf,
} from './judgement.ts';
import { missingFor, prerequisites } from './needs.ts';
import { Recorder } from './recorder.ts';
import type { Run } from './run.ts';
import { isOfOwnLimit } from './sending/own-limits.ts';
import { Trial } from './trial.ts';

/**
 * How long one check may take, in milliseconds, whatever it does; what the target asks to wait is not counted.
 * Its requests wait for those of as many others as there are lanes (`run-checks.ts`).
 */
const CHECK_TIMEOUT_MS = 180_000;

/** What a check ended with, for those that build on it; what it sent is told, and need not be kept. */
type Standing = Omit<CheckResult, 'exchanges'>;

/**
 * Evaluates checks, each once: what it needs is asked first, then the checks it builds on, then it
 * runs. Asking for a check that is already under way waits for it, so the order does not matter.
 */
export class Evaluation {
  readonly #checks: ReadonlyMap<string, Check>;
  readonly #run: Run;
  readonly #onResult: (result: CheckResult) => void;
  readonly #results = new Map<string, Promise<Standing>>();
  /** those that have been tried again already */
  readonly #again = new Set<string>();
  /** what goes on beside each other now, or did before */
  #trial: Trial | undefined;

  /**
   * `onResult` hears of every check once, of those that others build on too; `onBreach` of a rule as soon as
   * it is broken, long before it is concluded.
   */
  constructor(
    checks: readonly Check[],
    run: Run,
    onResult: (result: CheckResult) => void,
    onBreach: (result: CheckResult) => void = () => {},
  ) {
    this.#checks = new Map(checks.map((check) => [check.id, check]));
    this.#run = run;
    this.#onResult = onResult;
    run.passed = async (id) => this.#checks.has(id) && (await this.evaluate(id)).result === 'pass';
    run.judgements.onFirstBreach = (id) => {
      const recorder = new Recorder();
      const check = this.#checks.get(id);
      const isJudged = check && !missingFor(check, run.target);
      const breach = isJudged && this.#breachOf(check, recorder);
      if (breach) {
        onBreach(resultOf(check, breach, recorder, 0));
      }
    };
  }

  /** The result of a check; throws a RangeError for an id that no check has. */
  evaluate(id: string): Promise<Standing> {
    let result = this.#results.get(id);
    if (!result) {
      const check = this.#checks.get(id);
      if (!check) {
        throw new RangeError(`there is no check ${id}`);
      }
      result = this.#evaluate(check);
      this.#results.set(id, result);
    }
    return result;
  }

  /**
   * Tries a check that passes once more, in situations. What breaks its rule there takes the place of its
   * result, of which `onResult` hears again.
   */
  async again(id: string): Promise<void> {
    const { result } = await this.evaluate(id);
    const check = this.#checks.get(id);
    if (result !== 'pass' || !check?.again || this.#again.has(id) || this.#run.signal.aborted) {
      return;
    }
    this.#again.add(id);
    const { again, ...rest } = check;
    const later = await this.#resultOf({ ...rest, run: again }, (own, recorder) =>
      this.#execute(own, recorder),
    );
    if (later.result !== 'pass' && later.result !== 'not tested') {
      this.#results.set(id, Promise.resolve(this.#tell(check, later)));
    }
  }

  /**
   * Asks for what a rule would judge at the least, so that its end need not wait for that; not for a refresh, which
   * begins with a login that may end the session of whoever else is asking.
   */
  async prepare(id: string): Promise<void> {
    const check = this.#checks.get(id);
    const isAsked = check && !missingFor(check, this.#run.target) && !this.#run.signal.aborted;
    if (
      isAsked &&
      check.endpoint !== 'refresh' &&
      prerequisites(check).every((each) => this.#results.has(each))
    ) {
      // What it meets is told when the rule is concluded, which asks for the same.
      await check.run(this.#run.contextFor(check, new Recorder())).catch(() => {});
    }
  }

  /**
   * Evaluates checks beside each other by `act`, which may be called for each of them until it is all in
   * vain. What they find wrong is told to nobody, and forgotten, so that it is asked again alone.
   */
  async beside(act: (trial: Trial) => Promise<void>): Promise<Trial> {
    const trial = new Trial();
    this.#trial = trial;
    this.#run.isBeside = true;
    const forget = this.#run.remember();
    await act(trial);
    this.#run.isBeside = false;
    if (trial.doubted.size > 0) {
      forget();
      this.forget(trial.doubted);
    }
    return trial;
  }

  /** Forgets results, so that who asks for them has them made anew. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#results.delete(id);
      this.#again.delete(id);
    }
  }

  async #evaluate(check: Check): Promise<Standing> {
    const result = await this.#resultOf(check, (own, recorder) => this.#judge(own, recorder));
    return this.#tell(check, result);
  }

  #tell(check: Check, result: CheckResult): Standing {
    if (!this.#isDoubtful(check, result)) {
      this.#onResult(result);
    }
    const { exchanges: _, ...standing } = result;
    return standing;
  }

  #isDoubtful(check: Check, { result }: Pick<CheckResult, 'result'>): boolean {
    return this.#run.isBeside && this.#trial?.stands(check, result) === false;
  }

  async #resultOf(
    check: Check,
    judge: (check: Check, recorder: Recorder) => Promise<Judgement>,
  ): Promise<CheckResult> {
    const start = performance.now();
    const recorder = new Recorder();
    const verdict = await judge(check, recorder);
    const result = resultOf(check, verdict, recorder, performance.now() - start);
    if (this.#isDoubtful(check, verdict)) {
      this.#trial?.doubt(check.id, verdict.result, recorder.exchanges);
    } else if (!check.ownServerErrors) {
      const before = this.#trial?.serverErrorsOf(check.id) ?? [];
      this.#run.serverErrors.note(check.id, verdict.result, [...before, ...recorder.exchanges]);
    }
    return result;
  }

  async #judge(check: Check, recorder: Recorder): Promise<Judgement> {
    const missing = missingFor(check, this.#run.target);
    if (missing) {
      return missing;
    }
    for (const id of this.#foundations(check)) {
      const before = this.#standing(id) ?? (await this.evaluate(id));
      if (before.result !== 'pass' && !(before.result === 'observed' && before.level === 'open')) {
        const isCause = before.result === 'fail' || before.result === 'blocked';
        return (isCause ? undefined : this.#breachOf(check, recorder)) ?? blockedBy(before);
      }
    }
    if (this.#run.signal.aborted) {
      const message = `Not run: ${this.#run.stopReason()}.`;
      return this.#breachOf(check, recorder) ?? { result: 'not tested', message };
    }
    return await this.#execute(check, recorder);
  }

  /** What a check builds on; a rule among it brings along what it builds on itself. */
  #foundations(check: Check): string[] {
    return prerequisites(check).flatMap((id) => {
      const before = this.#checks.get(id);
      return before?.phase === 'rules' ? [...this.#foundations(before), id] : [id];
    });
  }

  /**
   * How a rule stands so far, for a check that builds on it: it is concluded only when all is done.
   * `undefined` for a check that is no rule.
   */
  #standing(id: string): Standing | undefined {
    const check = this.#checks.get(id);
    if (check?.phase !== 'rules') {
      return undefined;
    }
    const { broken } = this.#run.judgements.of(id);
    const { title, requirements, level } = check;
    return {
      ...{ id, title, requirements, level, observations: [], durationMs: 0 },
      result: broken > 0 ? RESULT_OF_DEVIATION[level] : 'pass',
      message: broken > 0 ? `${id} is broken.` : title,
    };
  }

  /** What a rule ends with that was broken already, whatever became of what else it would ask. */
  #breachOf(check: Check, recorder: Recorder): Judgement | undefined {
    const tally = this.#run.judgements.of(check.id);
    return check.phase === 'rules' && tally.broken > 0
      ? conclusionOf(check, tally, recorder)
      : undefined;
  }

  async #execute(check: Check, recorder: Recorder): Promise<Judgement> {
    const timeout = rejectAfter(CHECK_TIMEOUT_MS, () => this.#run.pausedMs());
    try {
      const run = () => check.run(this.#run.contextFor(check, recorder));
      // What it had sent by then is not sent again: it takes other values, and asks anew.
      const runAgain = (error: unknown) => {
        if (!isLost(error) || this.#run.signal.aborted) {
          throw error;
        }
        return run();
      };
      await Promise.race([run().catch(runAgain), timeout.promise]);
      if (check.phase === 'rules') {
        return conclusionOf(check, this.#run.judgements.of(check.id), recorder);
      }
      return check.level === 'open'
        ? { result: 'observed', message: observationText(recorder) }
        : { result: 'pass', message: check.title };
    } catch (error) {
      if (error instanceof Taken) {
        this.#trial?.took(check.id);
      }
      const breach = error instanceof Deviation ? undefined : this.#breachOf(check, recorder);
      if (breach) {
        return breach;
      }
      if (this.#run.signal.aborted) {
        return { result: 'not tested', message: `Not finished: ${this.#run.stopReason()}.` };
      }
      // Who may do no more for now is not served what others are: that says nothing of the rule.
      const limited = error instanceof Deviation && recorder.exchanges.find(isOfOwnLimit);
      return judgementOf(limited ? new NoResponse(limited) : error, check);
    } finally {
      timeout.cancel();
      this.#run.ended(check.id);
    }
  }
}

/** Whether a connection was closed without a word, which says nothing of the request that it carried. */
const isLost = (error: unknown): boolean =>
  error instanceof NoResponse && error.exchange.error?.kind === 'reset';

/** Rejects after a time, which is longer by what `pausedMs` grows meanwhile. */
function rejectAfter(ms: number, pausedMs: () => number) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<never>((_, reject) => {
    const arm = (after: number, paused: number) => {
      timer = setTimeout(() => {
        const more = pausedMs() - paused;
        if (more > 0) {
          arm(more, paused + more);
        } else {
          reject(new Error(`it took longer than ${ms} ms`));
        }
      }, after);
    };
    arm(ms, pausedMs());
  });
  return { promise, cancel: () => clearTimeout(timer) };
}
