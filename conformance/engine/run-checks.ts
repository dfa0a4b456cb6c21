import type { Check } from '../check.ts';
import type { Evaluation } from './evaluation.ts';

/**
 * Evaluates checks in the order given: first those that may run at once, as many at once as
 * `concurrency` says, then those of the phase `sessions` one by one, since a target may end a user's
 * older sessions at a login.
 */
export async function runChecks(
  checks: readonly Check[],
  evaluation: Pick<Evaluation, 'evaluate'>,
  concurrency: number,
): Promise<void> {
  const alone = checks.filter(({ phase }) => phase === 'sessions');
  const together = checks.filter(({ phase }) => phase !== 'sessions').values();
  const next = async () => {
    for (const { id } of together) await evaluation.evaluate(id);
  };
  await Promise.all(Array.from({ length: Math.max(concurrency, 1) }, next));
  for (const { id } of alone) await evaluation.evaluate(id);
}
