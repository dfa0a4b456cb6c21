import type { Command } from 'commander';
import { type CommandContext, wholeNumber } from '../command-context.ts';

/** `assay load self-check`: whether the kit measures rightly on this machine. */
export function addLoadSelfCheck(load: Command, context: CommandContext): void {
  load
    .command('self-check')
    .summary('check on this machine that the kit reports what was planted')
    .description(
      'Runs the journeys against a stub with slowness, failures, a stall, dead tokens, a dry pool, duplicates and losses of known size, and compares what is reported with what was planted. The machine has to be quiet: what it delays by itself counts as wrong.',
    )
    .option('--seconds <number>', 'length of each run', wholeNumber(4, 3600), 4)
    .addHelpText(
      'after',
      `
Exit codes: 0 everything was found, 1 something was not, 2 wrong usage or no k6, 4 k6 failed

Examples:
  assay load self-check`,
    )
    .action(({ seconds }: { seconds: number }) => check(seconds, context));
}

async function check(seconds: number, context: CommandContext): Promise<void> {
  const { findK6 } = await import('../../load/k6/find-k6.ts');
  const { selfCheck } = await import('../../load/self-check/self-check.ts');
  const { signal, print } = context;
  const k6 = await findK6({ signal, onProgress: print });
  const findings = await selfCheck({
    ...{ k6, seconds, signal },
    onProgress: (plant) => print(`planting ${plant}`),
  });
  for (const { plant, expected, found, ok } of findings) {
    print(`${ok ? 'found ' : 'MISSED'}  ${plant}: planted ${expected}, reported ${found}`);
  }
  context.exitWith(findings.every(({ ok }) => ok) ? 0 : 1);
}
