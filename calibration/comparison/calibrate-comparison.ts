import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError } from '../../contract/errors.ts';
import { DEFAULT_REPETITIONS } from '../../load/compare/compare-runs.ts';
import { findK6 } from '../../load/k6/find-k6.ts';
import { writeBetweenMarkers } from '../calibration-figures.ts';
import { runScript } from '../run-script.ts';
import { wholeNumberOption } from '../whole-number-option.ts';
import { comparisonTable, figuresOf } from './comparison-figures.ts';
import { PAIRINGS, runTrial } from './comparison-trials.ts';
import { readTrials, writeTrials } from './trials-file.ts';

const USAGE = `Compares servers whose difference is known, again and again, and counts how often
"assay load compare" says what is so. Writes the figures into load/COMPARING.md when all was run.

  --trials <n>       comparisons of each pairing (default 20)
  --repetitions <n>  pairs of runs in each (default 12)
  --rate <n>         iterations per second (default 150)
  --seconds <n>      of each run (default 2)
  --resume           goes on from the trials in the folder of --out: what is there is not run again;
                     with the same --repetitions, --rate and --seconds
  --out <folder>     where trials.json and the reports go (default reports/comparison-calibration)

With the defaults it takes an hour. It measures time: let the machine do nothing else.
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENT = join(ROOT, 'load', 'COMPARING.md');
const STANDARD_TRIALS = 20;

async function main(): Promise<void> {
  const { trials: count, resume, out, ...settings } = readOptions();
  const file = join(out, 'trials.json');
  await mkdir(out, { recursive: true });
  const trials = resume ? await readTrials(file, settings) : [];
  const k6 = await findK6({ onProgress: console.error });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new UsageError('stopped; --resume goes on')));
  for (let number = 1; number <= count; number++) {
    for (const pairing of PAIRINGS) {
      if (trials.some((it) => it.pairing === pairing.id && it.number === number)) {
        continue;
      }
      const folder = join(out, pairing.id, String(number));
      const trial = await runTrial(pairing, number, {
        ...{ ...settings, k6, out: folder, signal: stop.signal },
      });
      trials.push(trial);
      await writeTrials(file, settings, trials);
      const { verdict, right, effect } = trial;
      console.error(
        `${number} of ${count}  ${pairing.id}: ${verdict}${right ? '' : ', WRONG'} (median ${(100 * effect).toFixed(1)}%)`,
      );
    }
  }
  const figures = figuresOf(PAIRINGS, trials);
  const table = comparisonTable(figures, settings);
  console.log(table);
  if (count >= STANDARD_TRIALS) {
    await writeBetweenMarkers(DOCUMENT, table);
  }
  process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1;
}

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ trials: text, repetitions: text, rate: text, seconds: text, out: text },
      ...{ resume: { type: 'boolean' }, help: { type: 'boolean' } },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const number = (name: 'trials' | 'repetitions' | 'rate' | 'seconds', standard: number) =>
    wholeNumberOption(values, name, standard, { least: 1, most: 9999 });
  return {
    trials: number('trials', STANDARD_TRIALS),
    repetitions: number('repetitions', DEFAULT_REPETITIONS),
    rate: number('rate', 150),
    durationSeconds: number('seconds', 2),
    resume: values.resume ?? false,
    out: values.out ?? join(ROOT, 'reports', 'comparison-calibration'),
  };
}

await runScript(main);
