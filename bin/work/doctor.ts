import { CHECKS } from '../../conformance/checks/index.ts';
import { checksNeedingOf } from '../../conformance/doctor/checks-needing.ts';
import { examineTarget } from '../../conformance/doctor/doctor.ts';
import { doctorText } from '../../conformance/doctor/doctor-text.ts';
import { entriesNeeded } from '../../conformance/dry-run.ts';
import { mayColour } from '../../conformance/report/terminal.ts';
import { UnavailableError } from '../../contract/errors.ts';
import { readTargetFile } from '../../target/target-file.ts';
import type { CommandContext } from '../command-context.ts';
import { type Progress, showProgress } from '../terminal/progress.ts';

/** The options of `assay doctor`. */
export interface DoctorOptions {
  target: string;
  json?: boolean;
}

/**
 * Tries everything in a target file once and prints what is missing.
 *
 * @throws UnavailableError when no address answers
 */
export async function doctor(options: DoctorOptions, context: CommandContext): Promise<void> {
  const target = await readTargetFile(options.target);
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
  context.print(
    options.json
      ? JSON.stringify(report, null, 2)
      : doctorText(report, { colour: mayColour(process.stdout) }).trimEnd(),
  );
  if (report.exitCode === 4) {
    throw new UnavailableError(`no address of ${target.name} answers`);
  }
  context.exitWith(report.exitCode);
}
