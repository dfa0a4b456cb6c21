import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Report } from '../../conformance/report/report.ts';
import type { Selection } from '../../conformance/selection.ts';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import type { Target } from '../../target/target.ts';
import { type CommandContext, positiveNumber, wholeNumber } from '../command-context.ts';
import { certifyOnTerminal } from '../terminal/certify-on-terminal.ts';

/** The file of a certificate, beside the report that it was signed for. */
const CERTIFICATE = 'certificate.jws';

interface CertifyOptions {
  target: string;
  out: string;
  check?: string[];
  endpoint?: string[];
  section?: string[];
  level?: string[];
  bail?: boolean;
  dryRun?: boolean;
  deadline: number;
  concurrency?: number;
  knownFailures?: string;
  writeKnownFailures?: string;
  allowIncomplete?: boolean;
  sign?: string;
}

/** `assay certify`: the conformance suite against a target. */
export function addCertify(program: Command, context: CommandContext): void {
  program
    .command('certify')
    .summary('check a target against every requirement')
    .description(
      'Runs the conformance suite against a target and writes report.json, junit.xml and report.html. Ctrl-C still writes the reports of what ran.',
    )
    .requiredOption('-t, --target <file>', 'target file; `assay init` writes a starter')
    .option('-o, --out <folder>', 'folder of the reports', 'reports/certify')
    .option('--check <id...>', 'only checks with these ids; * stands for any part')
    .option('--endpoint <name...>', 'only checks of these endpoints')
    .option('--section <number...>', 'only sections such as 4.7, or 5 for all of it')
    .option('--level <level...>', 'only must, should or open')
    .option('--bail', 'stop at the first must that fails')
    .option('--dry-run', 'send nothing; list what would run and what would go untested')
    .option('--deadline <seconds>', 'end the run after this time', positiveNumber, 600)
    .option(
      '--concurrency <number>',
      'requests at once, instead of the target file’s',
      wholeNumber(1, 256),
    )
    .option('--known-failures <file>', 'failures that do not fail the run, each with its reason')
    .option('--write-known-failures <file>', 'write the failures of this run into such a file')
    .option('--allow-incomplete', 'exit code 0 instead of 3 where the target file lacks something')
    .option('--sign <key>', 'Ed25519 private key (`assay keygen`): also write certificate.jws')
    .addHelpText(
      'after',
      `
Exit codes: 0 conformant, 1 not conformant, 2 wrong usage or target file, 3 incomplete,
4 target unreachable or a report could not be written

Examples:
  assay certify --target target.json --out reports/mine
  assay certify --target target.json --endpoint repay-loan --level must --bail
  assay certify --target target.json --dry-run
  assay certify --target target.json --known-failures known-failures.json --allow-incomplete`,
    )
    .action((options: CertifyOptions) => certifyTarget(options, context));
}

async function certifyTarget(options: CertifyOptions, context: CommandContext): Promise<void> {
  const { readTargetFile } = await import('../../target/target-file.ts');
  const read = await readTargetFile(options.target);
  const target = { ...read, concurrency: options.concurrency ?? read.concurrency };
  const selection = selectionOf(options);
  if (options.dryRun) {
    await printDryRun(target, selection, context);
    return;
  }
  const key = options.sign === undefined ? undefined : await signingKey(options.sign, selection);
  const { report } = await certifyOnTerminal(
    {
      target,
      out: options.out,
      selection,
      deadlineMs: options.deadline * 1000,
      signal: context.signal,
      ...(options.bail && { bail: true }),
      ...(options.allowIncomplete && { allowIncomplete: true }),
      ...(key !== undefined && { willWrite: [join(options.out, CERTIFICATE)] }),
      ...(options.knownFailures && { knownFailures: options.knownFailures }),
      ...(options.writeKnownFailures && { writeKnownFailures: options.writeKnownFailures }),
    },
    context,
  );
  if (report.exitCode === 4) {
    throw new UnavailableError(report.reasons[0] ?? 'the target does not answer');
  }
  if (key !== undefined) {
    await writeCertificate(report, options.out, key, context);
  }
  context.exitWith(report.exitCode);
}

/** Reads the key before the run, so that a mistake in it costs no time. */
async function signingKey(file: string, selection: Selection): Promise<string> {
  if (Object.keys(selection).length > 0) {
    throw new UsageError(
      '--sign certifies the whole suite; leave out --check, --endpoint and such',
    );
  }
  const { privateKeyOf, readKeyFile } = await import('../../conformance/certificate/key.ts');
  const key = await readKeyFile(file);
  privateKeyOf(key);
  return key;
}

async function writeCertificate(
  report: Report,
  out: string,
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
  await writeWhole(file, `${await signCertificate(report, bytes, key)}\n`);
  context.print(`certificate: ${file}`);
}

function selectionOf({ check, endpoint, section, level }: CertifyOptions): Selection {
  return {
    ...(check && { checks: check }),
    ...(endpoint && { endpoints: endpoint }),
    ...(section && { sections: section }),
    ...(level && { levels: level }),
  };
}

async function printDryRun(target: Target, selection: Selection, context: CommandContext) {
  const { CHECKS } = await import('../../conformance/checks/index.ts');
  const { dryRun } = await import('../../conformance/dry-run.ts');
  const { selectChecks } = await import('../../conformance/selection.ts');
  const plan = dryRun(CHECKS, selectChecks(CHECKS, selection), target);
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
