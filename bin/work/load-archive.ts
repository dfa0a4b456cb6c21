import { UsageError } from '../../contract/errors.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import { missingInArchive } from '../../load/k6/k6-ways.ts';
import { loopbackWarning } from '../../load/kubernetes/loopback.ts';
import { pinnedByTag, testRunManifest } from '../../load/kubernetes/testrun.ts';
import { plannedJourneys } from '../../load/run/planned-journeys.ts';
import { passwordVariables } from '../../load/run/run-file.ts';
import { buildArchive } from '../../load/shares/archive.ts';
import type { CommandContext } from '../command-context.ts';
import { type JsonOption, printJson, wordsOf } from '../json-option.ts';
import type { OutputOptions, RunOptions } from '../load-run-options.ts';
import { stoppable } from '../terminal/load-comparison-on-terminal.ts';
import { demandWithout, loadTargetOf, outputSettingsOf, runSettingsOf } from './load-settings.ts';

/** What `--json` prints. */
interface Written {
  files: { is: 'archive' | 'manifests'; file: string }[];
  notes: string[];
}

/** The options of `assay load archive`. */
export interface ArchiveCommandOptions extends RunOptions, OutputOptions, JsonOption {
  target: string;
  kubernetes?: string;
  namespace?: string;
  parallelism?: number;
  image?: string;
  starterImage?: string;
  passwordsFrom?: string;
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
  const { kubernetes, parallelism = 2, namespace, image, starterImage, cpu, memory } = options;
  const { volumeClaim, resultsClaim, passwordsFrom } = options;
  if (kubernetes === undefined) {
    const { parallelism } = options;
    demandWithout(
      {
        ...{ namespace, parallelism, image, starterImage, cpu, memory },
        ...{ volumeClaim, resultsClaim, passwordsFrom },
      },
      'they are of the manifests; give --kubernetes with them',
    );
  }
  const outputs = outputSettingsOf(options);
  if (kubernetes === undefined && outputs.k6Args.length > 0) {
    throw new UsageError('outputs are arguments of `k6 run`, not of an archive; give --kubernetes');
  }
  const { journeys } = plannedJourneys(name, options.rate, 1);
  const target = await loadTargetOf(options.target, options);
  const settings = runSettingsOf(options);
  const file = await buildArchive({
    ...{
      journey: name,
      target,
      out: options.out,
      findK6: stoppable(wordsOf(context, options)).findK6,
    },
    ...{ ...settings, instances: kubernetes === undefined ? 1 : parallelism },
    passwordsByName: passwordsFrom !== undefined,
  });
  const written: Written = { files: [{ is: 'archive', file }], notes: [] };
  const { print } = wordsOf(context, options);
  const note = (line: string) => {
    written.notes.push(line);
    print(line);
  };
  print(`archive: ${file}`);
  const missing = missingInArchive(target);
  if (missing !== undefined) {
    note(missing);
  }
  const loopback = loopbackWarning(target);
  if (loopback !== undefined) {
    context.complain(`warning: ${loopback}`);
  }
  if (kubernetes === undefined) {
    printJson(context, options, written);
    return;
  }
  const manifest = await testRunManifest({
    ...{ archive: file, name: kubernetes, parallelism, ...outputs },
    ...(namespace !== undefined && { namespace }),
    ...(image !== undefined && { image }),
    ...(starterImage !== undefined && { starterImage }),
    ...(passwordsFrom !== undefined && { passwordsFrom }),
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(volumeClaim !== undefined && { volumeClaim }),
    ...(resultsClaim !== undefined && { resultsClaim }),
  });
  const manifestFile = file.replace(/tar$/, 'yaml');
  await writeWhole(manifestFile, manifest, 0o600);
  written.files.push({ is: 'manifests', file: manifestFile });
  print(`manifests: ${manifestFile}`);
  if (passwordsFrom !== undefined) {
    note(`the Secret ${passwordsFrom} has to hold:`);
    for (const { variable, email } of passwordVariables(journeys, target)) {
      note(`  ${variable}, the password of ${email}`);
    }
  }
  const tags = pinnedByTag({ ...(image && { image }), ...(starterImage && { starterImage }) });
  if (tags !== undefined) {
    note(tags);
  }
  printJson(context, options, written);
}
