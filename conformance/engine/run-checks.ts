import type { Check } from '../check.ts';
import type { Evaluation } from './evaluation.ts';

/**
 * Evaluates checks in the order given: first those that may run at once, as many at once as
 * `concurrency` says, then those of the phase `sessions` one by one, since a target may end a user's
 * older sessions at a login, then the rules that every exchange was judged by, then what looks at the
 * run as a whole.
 */
export async function runChecks(
  checks: readonly Check[],
  evaluation: Pick<Evaluation, 'evaluate'>,
  concurrency: number,
): Promise<void> {
  const alone = checks.filter(({ phase, wholeRun }) => phase === 'sessions' && !wholeRun);
  const rules = checks.filter(({ phase }) => phase === 'rules');
  const whole = checks.filter(({ wholeRun }) => wholeRun);
  const together = checks.filter(({ phase }) => phase === undefined).values();
  const next = async () => {
    for (const { id } of together) {
      await evaluation.evaluate(id);
    }
  };
  await Promise.all(Array.from({ length: Math.max(concurrency, 1) }, next));
  for (const { id } of [...alone, ...rules, ...whole]) {
    await evaluation.evaluate(id);
  }
}
