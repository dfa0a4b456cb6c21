import { readFile } from 'node:fs/promises';
import { UsageError } from '../../contract/errors.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import type { ComparisonTrial, TrialOptions } from './comparison-trials.ts';

/** What all trials of one calibration have in common. */
export type TrialSettings = Pick<TrialOptions, 'repetitions' | 'rate' | 'durationSeconds'>;

/** The options of the command by which each is set. */
const OPTION_OF: Readonly<Record<keyof TrialSettings, string>> = {
  repetitions: '--repetitions',
  rate: '--rate',
  durationSeconds: '--seconds',
};

/**
 * Writes trials with their settings, so that no others join them.
 *
 * @throws UnavailableError when the file cannot be written
 */
export async function writeTrials(
  file: string,
  { repetitions, rate, durationSeconds }: TrialSettings,
  trials: readonly ComparisonTrial[],
): Promise<void> {
  const settings = { repetitions, rate, durationSeconds };
  await writeWhole(file, `${JSON.stringify({ settings, trials }, null, 1)}\n`);
}

/**
 * Reads the trials to go on from.
 *
 * @throws UsageError when there are none, or they were made with other settings: figures of both
 *   together would be of neither
 */
export async function readTrials(
  file: string,
  settings: TrialSettings,
): Promise<ComparisonTrial[]> {
  const found = await contentOf(file);
  const names = Object.keys(OPTION_OF) as (keyof TrialSettings)[];
  const differences = names
    .filter((name) => found.settings[name] !== settings[name])
    .map(
      (name) =>
        `${OPTION_OF[name]} is ${settings[name]}, and the trials there have ${found.settings[name]}`,
    );
  if (differences.length > 0) {
    throw new UsageError(
      `cannot go on from ${file}: ${differences.join('; ')}; give the same options, or another --out`,
    );
  }
  return found.trials;
}

interface Content {
  settings: Partial<TrialSettings>;
  trials: ComparisonTrial[];
}

async function contentOf(file: string): Promise<Content> {
  let content: Partial<Content> | null;
  try {
    content = JSON.parse(await readFile(file, 'utf8')) as Partial<Content> | null;
  } catch (error) {
    throw new UsageError(`cannot go on from ${file}: ${(error as Error).message}`);
  }
  const { settings, trials } = content ?? {};
  if (settings === undefined || !Array.isArray(trials)) {
    throw new UsageError(
      `cannot go on from ${file}: it does not tell with which settings its trials were made; begin anew without --resume`,
    );
  }
  return { settings, trials };
}
