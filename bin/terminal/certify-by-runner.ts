import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckData } from '../../conformance/check.ts';
import { dryRun } from '../../conformance/dry-run.ts';
import type { Runner } from '../../conformance/engine/thread/runner.ts';
import type { Report } from '../../conformance/report/report.ts';
import { type Selection, selectChecks } from '../../conformance/selection.ts';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import type { Target } from '../../target/target.ts';
import type { CommandContext } from '../command-context.ts';
import { wordsOf } from '../json-option.ts';
import type { CertifyCommandOptions } from '../work/certify.ts';
import { certifyOnTerminal } from './certify-on-terminal.ts';

/** The file of a certificate, beside the report that it was signed for. */
const CERTIFICATE = 'certificate.jws';

/**
 * Certifies a target by a runner, or says what would run where there is none.
 *
 * @throws as `certifyTarget` does
 */
export async function certifyBy(
  runner: Runner | undefined,
  target: Target,
  options: CertifyCommandOptions,
  context: CommandContext,
): Promise<void> {
  const checks = runner ? runner.checks() : loadChecks();
  const again =
    options.failed === undefined
      ? undefined
      : await repeated(options.failed, await checks, context);
  if (again && again.ids.length === 0) {
    context.print(`nothing failed in ${options.failed}: there is nothing to repeat`);
    return;
  }
  const selection = {
    ...selectionOf(options),
    ...(again && { failed: { report: options.failed ?? '', ids: again.ids } }),
  };
  if (!runner) {
    await printDryRun(await checks, target, selection, options.json === true, context);
    return;
  }
  const words = wordsOf(context, options);
  const seed = options.seed ?? again?.seed;
  const key = options.sign === undefined ? undefined : await signingKey(options.sign, selection);
  const { report } = await certifyOnTerminal(
    {
      ...{ target, runner },
      out: options.out,
      selection,
      deadlineMs: options.deadline * 1000,
      signal: context.signal,
      ...(seed !== undefined && { seed }),
      ...budgetOf(options),
      ui: options.ui,
      ...(options.bail && { bail: true }),
      ...(options.allowIncomplete && { allowIncomplete: true }),
      ...(key !== undefined && { willWrite: [join(options.out, CERTIFICATE)] }),
      ...(options.knownFailures && { knownFailures: options.knownFailures }),
      ...(options.writeKnownFailures && { writeKnownFailures: options.writeKnownFailures }),
      ...(options.har !== undefined && { har: options.har }),
    },
    words,
    { quiet: options.json === true },
  );
  if (options.json) {
    // as it is on the disk: what is signed and what is printed are the same bytes
    context.print((await readFile(join(options.out, 'report.json'), 'utf8')).trimEnd());
  }
  if (report.exitCode === 4) {
    throw new UnavailableError(report.reasons[0] ?? 'the target does not answer');
  }
  if (key !== undefined) {
    await writeCertificate(report, options, key, words);
  }
  context.exitWith(report.exitCode);
}

/** The checks, in this thread: for what runs none. */
async function loadChecks(): Promise<readonly CheckData[]> {
  return (await import('../../conformance/checks/index.ts')).CHECKS;
}

/** Requests of a thorough run where none are given. */
const THOROUGH_REQUESTS = 20_000;

function budgetOf({ thorough, requests, bail }: CertifyCommandOptions): { requests?: number } {
  if (requests === undefined && !thorough) {
    return {};
  }
  if (bail) {
    throw new UsageError('--thorough goes on, --bail stops; leave out one of them');
  }
  return { requests: requests ?? THOROUGH_REQUESTS };
}

/**
 * What is repeated of a report, and by which seed; says on standard error why it is more than failed.
 *
 * @throws UsageError for a file that is no report, or one whose failed checks are all gone
 */
async function repeated(
  file: string,
  checks: readonly CheckData[],
  context: CommandContext,
): Promise<{ ids: string[]; seed?: number }> {
  const { readReport } = await import('../../conformance/diff/read-report.ts');
  const { failedChecks } = await import('../../conformance/diff/failed-checks.ts');
  const report = await readReport(file);
  const { ids, gone, remarks } = failedChecks(report, checks);
  if (ids.length === 0 && gone.length > 0) {
    throw new UsageError(
      `no check of this version is one that failed in ${file}: ${gone.slice(0, 5).join(', ')}`,
    );
  }
  const left = gone.map((id) => `${id} is no check of this version and is left out.`);
  const further =
    (report.passes ?? 1) > 1
      ? [
          `The report made ${report.passes} passes by further seeds; this repeats the first one, unless --thorough goes on.`,
        ]
      : [];
  for (const line of [...remarks, ...left, ...further]) {
    context.complain(line);
  }
  return { ids, ...(report.seed !== undefined && { seed: report.seed }) };
}

/**
 * Reads the key before the run, so that a mistake in it costs no time. Most runs sign nothing, and do
 * not load what signs.
 */
async function signingKey(file: string, selection: Selection): Promise<string> {
  if (Object.keys(selection).length > 0) {
    throw new UsageError(
      '--sign certifies the whole suite; leave out --check, --endpoint, --failed and such',
    );
  }
  const { privateKeyOf, readKeyFile } = await import('../../conformance/certificate/key.ts');
  const key = await readKeyFile(file);
  privateKeyOf(key);
  return key;
}

async function writeCertificate(
  report: Report,
  { out, validDays }: CertifyCommandOptions,
  key: string,
  context: CommandContext,
): Promise<void> {
  if (report.verdict !== 'conformant' || report.partial) {
    context.print(
      `no certificate: the target is ${report.verdict}, and only a complete run with the verdict conformant is signed`,
    );
    return;
  }
  const { signCertificate } = await import('../../conformance/certificate/sign.ts');
  const bytes = await readFile(join(out, 'report.json'));
  const file = join(out, CERTIFICATE);
  const certificate = await signCertificate(report, bytes, key, {
    ...(validDays !== undefined && { validDays }),
  });
  await writeWhole(file, `${certificate}\n`);
  context.print(`certificate: ${file}`);
}

function selectionOf({ check, endpoint, section, level }: CertifyCommandOptions): Selection {
  return {
    ...(check && { checks: check }),
    ...(endpoint && { endpoints: endpoint }),
    ...(section && { sections: section }),
    ...(level && { levels: level }),
  };
}

async function printDryRun(
  checks: readonly CheckData[],
  target: Target,
  selection: Selection,
  asJson: boolean,
  context: CommandContext,
) {
  const plan = dryRun(checks, selectChecks(checks, selection), target);
  if (asJson) {
    context.print(JSON.stringify(plan, null, 2));
    return;
  }
  for (const id of plan.runs) {
    context.print(`would run       ${id}`);
  }
  for (const { check, missing } of plan.untested) {
    context.print(`not tested      ${check}: the target file has no ${missing.join(', no ')}`);
  }
  for (const { check, missing } of plan.notApplicable) {
    context.print(`not applicable  ${check}: ${missing.join(', ')} is not declared`);
  }
  for (const { state, entries, needed } of plan.shortPools) {
    context.print(`short pool      ${state}: ${entries} entries, ${needed} would be used`);
  }
  const { runs, untested, notApplicable } = plan;
  context.print(
    `${runs.length} would run, ${untested.length} not tested, ${notApplicable.length} not applicable`,
  );
}
