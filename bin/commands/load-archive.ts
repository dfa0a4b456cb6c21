import type { Command } from 'commander';
import { UsageError } from '../../contract/errors.ts';
import { JOURNEYS } from '../../load/report/load-report.ts';
import { type CommandContext, wholeNumber } from '../command-context.ts';
import {
  addOutputOptions,
  addRunOptions,
  demandWithout,
  journeyOf,
  type OutputOptions,
  outputSettingsOf,
  type RunOptions,
  runSettingsOf,
} from '../load-run-options.ts';
import { stoppable } from '../terminal/load-comparison-on-terminal.ts';

interface ArchiveCommandOptions extends RunOptions, OutputOptions {
  target: string;
  kubernetes?: string;
  namespace?: string;
  parallelism?: number;
  image?: string;
  cpu?: string;
  memory?: string;
  volumeClaim?: string;
  resultsClaim?: string;
}

/** `assay load archive`: a run for another machine, and its manifests for Kubernetes. */
export function addLoadArchive(load: Command, context: CommandContext): void {
  const command = load
    .command('archive')
    .summary('build an archive of a run for k6 elsewhere')
    .description(
      'Writes load-<journey>.tar, which `k6 run` takes on any machine, and with --kubernetes load-<journey>.yaml for the k6 operator. Both hold passwords of the target file.',
    )
    .argument('<journey>', JOURNEYS.join(', '))
    .requiredOption('-t, --target <file>', 'target file')
    .option('--kubernetes <name>', 'write manifests: a Secret and a TestRun of this name')
    .option('--namespace <name>', 'namespace of the manifests')
    .option('--parallelism <number>', 'k6 pods; default 2', wholeNumber(1, 1000))
    .option('--image <name>', 'image of k6, with its version')
    .option('--cpu <quantity>', 'processors of each pod; default 1')
    .option('--memory <quantity>', 'memory of each pod; default 1Gi')
    .option('--volume-claim <name>', 'PersistentVolumeClaim with the archive as load.tar')
    .option('--results-claim <name>', 'PersistentVolumeClaim for what `assay load collect` reads');
  addRunOptions(command);
  addOutputOptions(command);
  command
    .addHelpText(
      'after',
      `
Exit codes: 0 written, 2 wrong usage or no k6, 4 k6 failed or a file could not be written

Examples:
  assay load archive lending --target target.json --rate 500 --duration 10m
  assay load archive lending --target target.json --kubernetes lending --parallelism 4`,
    )
    .action((journey: string, options: ArchiveCommandOptions) =>
      archive(journey, options, context),
    );
}

async function archive(
  name: string,
  options: ArchiveCommandOptions,
  context: CommandContext,
): Promise<void> {
  const journey = journeyOf(name);
  const { readTargetFile } = await import('../../conformance/target/target-file.ts');
  const { buildArchive } = await import('../../load/shares/archive.ts');
  const { testRunManifest } = await import('../../load/kubernetes/testrun.ts');
  const { writeWhole } = await import('../../contract/write-whole.ts');
  const { kubernetes, parallelism = 2, namespace, image, cpu, memory } = options;
  const { volumeClaim, resultsClaim } = options;
  if (kubernetes === undefined) {
    const { parallelism } = options;
    demandWithout(
      { namespace, parallelism, image, cpu, memory, volumeClaim, resultsClaim },
      'they are of the manifests; give --kubernetes with them',
    );
  }
  const outputs = await outputSettingsOf(options);
  if (kubernetes === undefined && outputs.k6Args.length > 0) {
    throw new UsageError('outputs are arguments of `k6 run`, not of an archive; give --kubernetes');
  }
  const target = await readTargetFile(options.target);
  const settings = runSettingsOf(options);
  const file = await buildArchive({
    ...{ journey, target, out: options.out, findK6: stoppable(context).findK6 },
    ...{ ...settings, instances: kubernetes === undefined ? 1 : parallelism },
  });
  context.print(`archive: ${file}`);
  if (kubernetes === undefined) return;
  const manifest = await testRunManifest({
    ...{ archive: file, name: kubernetes, parallelism, ...outputs },
    ...(namespace !== undefined && { namespace }),
    ...(image !== undefined && { image }),
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(volumeClaim !== undefined && { volumeClaim }),
    ...(resultsClaim !== undefined && { resultsClaim }),
  });
  const manifestFile = file.replace(/tar$/, 'yaml');
  await writeWhole(manifestFile, manifest, 0o600);
  context.print(`manifests: ${manifestFile}`);
}
