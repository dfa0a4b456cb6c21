import { findK6 } from '../../load/k6/find-k6.ts';
import { exitCodeOf, lineOf, selfCheck } from '../../load/self-check/self-check.ts';
import type { CommandContext } from '../command-context.ts';
import { type JsonOption, printJson, wordsOf } from '../json-option.ts';

/**
 * Measures the stub and prints which of the planted faults were found.
 *
 * @throws UsageError where there is no k6
 */
export async function check(
  seconds: number,
  options: JsonOption,
  context: CommandContext,
): Promise<void> {
  const { signal, print } = wordsOf(context, options);
  const k6 = await findK6({ signal, onProgress: print });
  const findings = await selfCheck({
    ...{ k6, seconds, signal },
    onProgress: (plant) => print(`planting ${plant}`),
  });
  for (const finding of findings) {
    print(lineOf(finding));
  }
  const exitCode = exitCodeOf(findings);
  printJson(context, options, { exitCode, findings });
  context.exitWith(exitCode);
}
