import type { Command } from 'commander';
import { JOURNEYS } from '../../../load/report/load-report.ts';
import { type CommandContext, wholeNumber } from '../../command-context.ts';
import { jsonOption } from '../../json-option.ts';
import { addOutputOptions, addRunOptions } from '../../load-run-options.ts';
import type { ArchiveCommandOptions } from '../../work/load-archive.ts';

/** `assay load archive`: a run for another machine, and its manifests for Kubernetes. */
export function addLoadArchive(load: Command, context: CommandContext): void {
  const command = load
    .command('archive')
    .summary('build an archive of a run for k6 elsewhere')
    .description(
      'Writes load-<journey>.tar, which `k6 run` takes on any machine, and with --kubernetes load-<journey>.yaml for the k6 operator. Both hold passwords of the target file, unless --passwords-from leaves them out.',
    )
    .argument('<journey>', JOURNEYS.join(', '))
    .requiredOption('-t, --target <file>', 'target file')
    .option('--kubernetes <name>', 'write manifests: a Secret and a TestRun of this name')
    .option('--namespace <name>', 'namespace of the manifests')
    .option('--parallelism <number>', 'k6 pods; default 2', wholeNumber(1, 1000))
    .option('--image <name>', 'image of k6, with its version or digest')
    .option('--starter-image <name>', 'image of the operator’s starter, with its version or digest')
    .option(
      '--passwords-from <name>',
      'leave passwords out of the archive; pods take them from this Secret (envFrom)',
    )
    .option('--cpu <quantity>', 'processors of each pod; default 1')
    .option('--memory <quantity>', 'memory of each pod; default 1Gi')
    .option('--volume-claim <name>', 'PersistentVolumeClaim with the archive as load.tar')
    .option('--results-claim <name>', 'PersistentVolumeClaim for what `assay load collect` reads');
  addRunOptions(command);
  addOutputOptions(command);
  command
    .addOption(jsonOption('written'))
    .addHelpText(
      'after',
      `
Exit codes: 0 written, 2 wrong usage or no k6, 4 k6 failed or a file could not be written

Examples:
  assay load archive lending --target target.json --rate 500 --duration 10m
  assay load archive lending --target target.json --kubernetes lending --parallelism 4`,
    )
    .action(async (journey: string, options: ArchiveCommandOptions) => {
      const { archive } = await import('../../work/load-archive.ts');
      await archive(journey, options, context);
    });
}
