import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { type CommandContext, seconds, wholeNumber } from '../command-context.ts';
import type { CertifyCommandOptions } from '../work/certify.ts';

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
    .option('--failed <report>', 'only what failed in this report.json, asked by its seed')
    .option('--bail', 'stop at the first must that fails')
    .option('--dry-run', 'send nothing; list what would run and what would go untested')
    .option(
      '--json',
      'print report.json (urn:assay:schema:report) instead of text; with --dry-run what would run (urn:assay:schema:dry-run)',
    )
    .option('--deadline <seconds>', 'end the run after this time', seconds, 600)
    .option(
      '--concurrency <number>',
      'requests at once, instead of the target file’s',
      wholeNumber(1, 256),
    )
    .option(
      '--seed <number>',
      'draw what the suite generates by another seed than the usual one',
      wholeNumber(0, 2 ** 31 - 1),
    )
    .option(
      '--thorough',
      'go on by further seeds, three values at a time and other orders, for --requests or until the deadline is near',
    )
    .option(
      '--requests <number>',
      'how many requests a thorough run may send in all (default: 20000)',
      wholeNumber(1, 10_000_000),
    )
    .option('--known-failures <file>', 'failures that do not fail the run, each with its reason')
    .option('--write-known-failures <file>', 'write the failures of this run into such a file')
    .option('--allow-incomplete', 'exit code 0 instead of 3 where the target file lacks something')
    .option(
      '--ui',
      'show the run on a page of this machine while it goes on; its URL is printed, and the report takes its place',
    )
    .option('--har <file>', 'also write every exchange of the run as HAR 1.2')
    .option('--sign <key>', 'Ed25519 private key (`assay keygen`): also write certificate.jws')
    .option(
      '--valid-days <number>',
      'how long the certificate of --sign attests something (default: 365)',
      wholeNumber(1, 3650),
    )
    .addHelpText(
      'after',
      `
Exit codes: 0 conformant, 1 not conformant, 2 wrong usage or target file, 3 incomplete,
4 target unreachable or a report could not be written

Examples:
  assay certify --target target.json --out reports/mine
  assay certify --target target.json --endpoint repay-loan --level must --bail
  assay certify --target target.json --failed reports/mine/report.json --out reports/again
  assay certify --target target.json --dry-run
  assay certify --target target.json --ui
  assay certify --target target.json --thorough --requests 50000 --deadline 3600
  assay certify --target target.json --known-failures known-failures.json --allow-incomplete`,
    )
    .action(async (options: CertifyCommandOptions) => {
      // Heaps that grow for what is soon forgotten take half more memory and save a tenth of the time.
      setFlagsFromString('--semi-space-growth-factor=1');
      setFlagsFromString('--heap-growing-percent=5');
      // The worker's young generation stays as small as it begins, then: at 1 MiB it is collected each 2 ms.
      setFlagsFromString('--min-semi-space-size=4');
      // More threads for so little take longer to begin and end than they save.
      setFlagsFromString('--no-parallel-scavenge');
      const { certifyTarget } = await import('../work/certify.ts');
      await certifyTarget(options, context);
    });
}
