import type { Command } from 'commander';
import { UnavailableError } from '../../contract/errors.ts';
import type { CommandContext } from '../command-context.ts';
import { type Progress, showProgress } from '../terminal/progress.ts';

/** `assay doctor`: whether a target file holds what a run needs. */
export function addDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('try everything in a target file once')
    .description(
      'Tries every address, login and state of a target once, says what does not work and what to do about it, and which checks would go untested. It uses up one entry of each state.',
    )
    .requiredOption('-t, --target <file>', 'target file; `assay init` writes a starter')
    .addHelpText(
      'after',
      `
Exit codes: 0 everything is there, 1 something does not work, 2 wrong usage or target file,
3 something would go untested, 4 no address answers

Examples:
  assay doctor --target target.json`,
    )
    .action((options: { target: string }) => doctor(options.target, context));
}

async function doctor(file: string, context: CommandContext): Promise<void> {
  const { readTargetFile } = await import('../../conformance/target/target-file.ts');
  const target = await readTargetFile(file);
  const { CHECKS } = await import('../../conformance/checks/index.ts');
  const { examineTarget } = await import('../../conformance/doctor.ts');
  const { checksNeedingOf } = await import('../../conformance/doctor/checks-needing.ts');
  const { doctorText } = await import('../../conformance/doctor/doctor-text.ts');
  const { entriesNeeded } = await import('../../conformance/dry-run.ts');
  const { mayColour } = await import('../../conformance/report/terminal.ts');
  const needed = entriesNeeded(CHECKS);
  let progress: Progress | undefined;
  const report = await examineTarget(target, {
    checksNeeding: checksNeedingOf(CHECKS, target),
    entriesNeeded: (state) => needed.get(state) ?? 0,
    signal: context.signal,
    onProgress: ({ done, total }) => {
      progress ??= context.interactive ? showProgress('trying', total, '', context) : undefined;
      progress?.update(done);
    },
  }).finally(() => progress?.stop());
  context.print(doctorText(report, { colour: mayColour(process.stdout) }).trimEnd());
  if (report.exitCode === 4) {
    throw new UnavailableError(`no address of ${target.name} answers`);
  }
  context.exitWith(report.exitCode);
}
