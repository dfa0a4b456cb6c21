import { digestOf } from '../../contract/digest.ts';
import type { Check } from '../check.ts';
import type { Evaluation } from './evaluation.ts';

/**
 * The checks of one endpoint together, whatever they are about, so that requests of different users meet
 * there.
 */
function besideEachOther(checks: readonly Check[]): Check[] {
  const mixed = new Map(checks.map((check) => [check, digestOf(check.id)]));
  return checks.toSorted(
    (one, other) =>
      (one.endpoint ?? '').localeCompare(other.endpoint ?? '') ||
      (mixed.get(one) ?? '').localeCompare(mixed.get(other) ?? ''),
  );
}

/**
 * Evaluates checks in the order given: first those that may run at once, as many at once as
 * `concurrency` says; after `between` what is drawn by a seed, and what is tried again. Then one by
 * one those of the phase `endings`, and those of the phase `sessions`, since a target may end a user's
 * older sessions at a login; then the rules that every exchange was judged by, and what looks at the
 * run as a whole.
 */
export async function runChecks(
  checks: readonly Check[],
  evaluation: Pick<Evaluation, 'evaluate' | 'again'>,
  concurrency: number,
  between?: () => Promise<void>,
): Promise<void> {
  const endings = checks.filter(({ phase }) => phase === 'endings');
  const alone = checks.filter(({ phase, wholeRun }) => phase === 'sessions' && !wholeRun);
  const rules = checks.filter(({ phase }) => phase === 'rules');
  const whole = checks.filter(({ wholeRun }) => wholeRun);
  const together = checks.filter(({ phase }) => phase === undefined);
  const atOnce = async (all: readonly Check[], act: (id: string) => Promise<unknown>) => {
    const left = all.values();
    const next = async () => {
      for (const { id } of left) {
        await act(id);
      }
    };
    await Promise.all(Array.from({ length: Math.max(concurrency, 1) }, next));
  };
  await atOnce(
    together.filter(({ drawn }) => !drawn),
    (id) => evaluation.evaluate(id),
  );
  const later = besideEachOther(together.filter(({ drawn, again }) => drawn || again));
  if (later.length > 0) {
    await between?.();
    await atOnce(later, (id) => evaluation.again(id));
  }
  for (const { id } of [...endings, ...alone, ...rules, ...whole]) {
    await evaluation.again(id);
  }
}
