import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { makeFolder } from '../../contract/make-folder.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import { DEFAULT_SEED } from '../calibrate.ts';
import { drawnBy } from '../drawn.ts';
import { runScript } from '../run-script.ts';
import { wholeNumberOption } from '../whole-number-option.ts';
import { type Classed, classProblems, named } from './classes.ts';
import { type InstrumentedCopy, instrumentedCopy } from './instrument.ts';
import { type Judged, judgeMutants, reachedBySuite } from './judge-mutants.ts';
import { appendJudged, readJudged } from './judged-file.ts';
import type { Mutant } from './mutant.ts';
import { mutantFigures, mutantsPage } from './mutant-figures.ts';
import { compareClasses, type SecondClass, toClassAgain } from './second-class.ts';

const USAGE = `Runs the suite against mutants of the reference server, made by a machine, and holds what came of
them against classes.json. Exit code 1 where a survivor has no class, a class is stale, or a mutant
that breaks no sentence is blamed.

  --sample <n>           how many mutants, drawn by seed (default 60)
  --all                  all of them
  --seed <n>             of what is drawn (default ${DEFAULT_SEED})
  --workers <n>          servers at once (default 2)
  --resume               keeps what an earlier run in the same folder found; not after a change of
                         the suite
  --out <folder>         where mutants.json goes (default reports/mutants)
  --document             writes docs/mutants.md too
  --second-class <file>  runs nothing: draws 50 classed mutants into the file, to be classed again by
                         somebody who has not seen how; where the file is there, compares
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLASSES_FILE = join(ROOT, 'calibration', 'mutants', 'classes.json');
const SECOND_CLASSES_FILE = join(ROOT, 'calibration', 'mutants', 'second-classes.json');

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parseArgs({
    options: {
      ...{ sample: text, seed: text, workers: text, out: text, 'second-class': text },
      ...{ all: flag, resume: flag, document: flag, help: flag },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const seed = wholeNumberOption(values, 'seed', DEFAULT_SEED, { least: 0 });
  const classes = await readList<Classed>(CLASSES_FILE);
  const copy = await instrumentedCopy();
  try {
    const again = values['second-class'];
    if (again !== undefined) {
      await secondClass(again, classes, copy.mutants, seed);
      return;
    }
    const sample = values.all
      ? copy.mutants.length
      : wholeNumberOption(values, 'sample', 60, { least: 1 });
    const workers = wholeNumberOption(values, 'workers', 2, { least: 1, most: 64 });
    const out = values.out ?? join('reports', 'mutants');
    const judged = await judgeSample(copy, { sample, seed, workers, out, resume: values.resume });
    const choices = await readFile(join(ROOT, 'server', 'CHOICES.md'), 'utf8');
    const problems = classProblems(classes, { mutants: copy.mutants, judged, choices });
    const figures = mutantFigures(copy.mutants.length, judged, classes);
    const result = { seed, figures, problems, judged };
    await writeWhole(join(out, 'mutants.json'), `${JSON.stringify(result, undefined, 1)}\n`);
    if (values.document) {
      const second = await readList<SecondClass>(SECOND_CLASSES_FILE);
      const agreement = second.length > 0 ? compareClasses(classes, second, seed) : undefined;
      const page = mutantsPage(figures, { seed, judged, classes }, agreement);
      await writeWhole(join(ROOT, 'docs', 'mutants.md'), page);
    }
    console.log(JSON.stringify(figures, undefined, 1));
    for (const problem of problems) {
      console.log(problem);
    }
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await copy.remove();
  }
}

/** Judges a sample of the mutants, with a line of progress for each; Ctrl-C stops, `--resume` goes on. */
async function judgeSample(
  { folder, mutants }: InstrumentedCopy,
  options: {
    sample: number;
    seed: number;
    workers: number;
    out: string;
    resume?: boolean | undefined;
  },
): Promise<Judged[]> {
  const { sample, seed, workers, out, resume } = options;
  const file = join(out, 'judged.jsonl');
  await makeFolder(out);
  if (!resume) {
    await rm(file, { force: true });
  }
  const chosen = drawnBy(mutants, seed, ({ key }) => key).slice(0, sample);
  const judged = new Map((await readJudged(file, mutants)).map((one) => [one.key, one]));
  const left = chosen.filter(({ key }) => !judged.has(key));
  if (left.length > 0) {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort('Ctrl-C'));
    const reached = await reachedBySuite(folder);
    let done = chosen.length - left.length;
    await judgeMutants(left, {
      ...{ folder, reached, workers, signal: stop.signal },
      onJudged(one) {
        judged.set(one.key, one);
        appendJudged(file, one);
        done += 1;
        const by = one.verdict === 'killed' ? ` by ${one.by.check}` : '';
        console.error(`${done} of ${chosen.length}  ${one.verdict}${by}  ${named(one)}`);
      },
    });
    if (stop.signal.aborted) {
      throw new UnavailableError('stopped; --resume goes on');
    }
  }
  return chosen.flatMap(({ key }) => judged.get(key) ?? []);
}

async function secondClass(
  file: string,
  classes: readonly Classed[],
  mutants: readonly Mutant[],
  seed: number,
): Promise<void> {
  const again = await readList<SecondClass>(file);
  if (again.length === 0) {
    const list = toClassAgain(classes, mutants, seed);
    await writeWhole(file, `${JSON.stringify(list, undefined, 1)}\n`);
    console.log(`${list.length} mutants are in ${file}, to be classed breaks, open or equivalent`);
    return;
  }
  const { compared, agreed, disagreements, problems } = compareClasses(classes, again, seed);
  console.log(`${agreed} of ${compared} alike`);
  for (const { one, second } of disagreements) {
    console.log(`${named(one)}: first ${one.class}, second ${second}`);
  }
  for (const problem of problems) {
    console.log(problem);
  }
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** A list in a JSON file; an empty one where there is no such file. */
async function readList<T>(file: string): Promise<T[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return '[]';
    }
    throw new UnavailableError(`cannot read ${file}: ${whyNoFile(error)}`);
  });
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) {
    throw new UsageError(`${file} holds no list`);
  }
  return list as T[];
}

await runScript(main);
