import { UsageError } from '../../contract/errors.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import { missingInArchive } from '../../load/k6/k6-ways.ts';
import { testRunManifest } from '../../load/kubernetes/testrun.ts';
import { buildArchive } from '../../load/shares/archive.ts';
import type { CommandContext } from '../command-context.ts';
import type { OutputOptions, RunOptions } from '../load-run-options.ts';
import { stoppable } from '../terminal/load-comparison-on-terminal.ts';
import { demandWithout, loadTargetOf, outputSettingsOf, runSettingsOf } from './load-settings.ts';

/** The options of `assay load archive`. */
export interface ArchiveCommandOptions extends RunOptions, OutputOptions {
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

/**
 * Builds an archive of a run and, where asked, its manifests.
 *
 * @throws UsageError where options of the manifests are given without them
 */
export async function archive(
  name: string,
  options: ArchiveCommandOptions,
  context: CommandContext,
): Promise<void> {
  const journey = name;
  const { kubernetes, parallelism = 2, namespace, image, cpu, memory } = options;
  const { volumeClaim, resultsClaim } = options;
  if (kubernetes === undefined) {
    const { parallelism } = options;
    demandWithout(
      { namespace, parallelism, image, cpu, memory, volumeClaim, resultsClaim },
      'they are of the manifests; give --kubernetes with them',
    );
  }
  const outputs = outputSettingsOf(options);
  if (kubernetes === undefined && outputs.k6Args.length > 0) {
    throw new UsageError('outputs are arguments of `k6 run`, not of an archive; give --kubernetes');
  }
  const target = await loadTargetOf(options.target, options);
  const settings = runSettingsOf(options);
  const file = await buildArchive({
    ...{ journey, target, out: options.out, findK6: stoppable(context).findK6 },
    ...{ ...settings, instances: kubernetes === undefined ? 1 : parallelism },
  });
  context.print(`archive: ${file}`);
  const missing = missingInArchive(target);
  if (missing !== undefined) {
    context.print(missing);
  }
  if (kubernetes === undefined) {
    return;
  }
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
