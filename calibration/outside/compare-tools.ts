import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError } from '../../contract/errors.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import { writeBetweenMarkers } from '../calibration-figures.ts';
import { FAULTS } from '../faults/index.ts';
import { wholeNumberOption } from '../whole-number-option.ts';
import { figuresText, type Row, type Setting } from './document.ts';
import { installPortman } from './portman.ts';
import { installSchemathesis } from './schemathesis.ts';
import { installSpecmatic } from './specmatic.ts';
import { subjectsOf } from './subjects.ts';
import { ourSuite } from './suite.ts';
import { type Tool, ToolMissing } from './tool.ts';
import { figuresOf, type Trial } from './tool-figures.ts';
import { type Subject, trialsOf } from './trials.ts';

const USAGE = `Puts the seeded faults and conforming variants to other checkers and to this suite.

  --faults <n>    how many faults are drawn, spread over their kinds (default 60)
  --all           the whole catalogue
  --variants <n>  how many conforming variants, a quarter of them combinations (default 12)
  --seed <n>      of the draw and of the first run of a random tool (default 1)
  --minutes <n>   no server is begun after that (default 90)
  --jobs <n>      servers at the same time (default: the cores)
  --resume        goes on from the raw results in that folder: what is there is not run again
  --out <folder>  where the raw results go (default .cache/outside/results)
`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENT = join(root, 'docs', 'outside-evidence.md');

async function main(): Promise<void> {
  const options = readOptions();
  const cache = join(root, '.cache', 'outside');
  await mkdir(cache, { recursive: true });
  await mkdir(options.out, { recursive: true });

  const rows = await install(cache);
  try {
    await report(rows, await run(options, rows));
  } finally {
    await Promise.all(rows.map(({ tool }) => tool?.close?.()));
  }
}

/** What is kept of a comparison. */
interface Recorded {
  setting: Setting;
  trials: Trial[];
}

const rawFile = ({ out }: Options) => join(out, 'trials.json');

async function alreadyDone(options: Options): Promise<Trial[]> {
  if (!options.resume) {
    return [];
  }
  return (JSON.parse(await readFile(rawFile(options), 'utf8')) as Recorded).trials;
}

/** Puts every server to every tool. */
async function run(options: Options, rows: readonly Row[]): Promise<Recorded> {
  const tools = rows.flatMap(({ tool }) => (tool ? [tool] : []));
  const trials = await alreadyDone(options);
  const known = new Set(trials.map(({ subject }) => subject));
  const left = subjectsOf(options).filter(({ id }) => !known.has(id));
  const scratch = await mkdtemp(join(tmpdir(), 'assay-outside-'));
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), options.minutes * 60_000);
  if (options.minutes === 0) {
    stop.abort();
  }
  let interrupted = false;
  process.on('SIGINT', () => {
    if (interrupted) {
      process.exit(130);
    }
    // The tools under way get the signal too, so what they report then is left out.
    interrupted = true;
    stop.abort();
  });
  let done = 0;
  // One writing after the other: several servers may be done at the same moment.
  let saved: Promise<unknown> = Promise.resolve();
  const put = async (subject: Subject) => {
    const own: Trial[] = [];
    for (const tool of tools) {
      own.push(...(await trialsOf(tool, subject, options.seed, scratch)));
      if (interrupted) {
        return;
      }
    }
    trials.push(...own);
    saved = saved.then(() => record(options, trials));
    await saved;
    const found = tools.map(({ name }) => {
      const counts = own.filter(({ tool }) => tool === name).map(({ failures }) => failures.length);
      return `${name} ${counts.join('/')}`;
    });
    console.error(`${++done} of ${left.length}: ${subject.id}: ${found.join(', ')}`);
  };
  try {
    const queue = left.values();
    const worker = async () => {
      for (const subject of queue) {
        if (stop.signal.aborted) {
          return;
        }
        await put(subject);
      }
    };
    await Promise.all(Array.from({ length: options.jobs }, worker));
  } finally {
    clearTimeout(deadline);
    await rm(scratch, { recursive: true, force: true });
  }
  return await record(options, trials);
}

/** Keeps the raw results, after every server, so that a comparison can go on later. */
async function record(options: Options, trials: Trial[]): Promise<Recorded> {
  const recorded = { setting: settingOf(options, trials), trials };
  await writeWhole(rawFile(options), JSON.stringify(recorded, undefined, 1));
  return recorded;
}

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ faults: text, variants: text, seed: text, minutes: text, jobs: text, out: text },
      resume: { type: 'boolean' },
      all: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const number = (name: 'faults' | 'variants' | 'seed' | 'minutes' | 'jobs', standard: number) =>
    wholeNumberOption(values, name, standard);
  return {
    faults: values.all ? Number.POSITIVE_INFINITY : number('faults', 60),
    variants: number('variants', 12),
    seed: Math.max(number('seed', 1), 1),
    minutes: number('minutes', 90),
    jobs: Math.max(number('jobs', availableParallelism()), 1),
    resume: values.resume ?? false,
    out: values.out ?? join(root, '.cache', 'outside', 'results'),
  };
}

type Options = ReturnType<typeof readOptions>;

/** Every tool, ready or with what is missing. */
async function install(cache: string): Promise<Row[]> {
  const all: [name: string, make: () => Promise<Tool>][] = [
    ['Assay', ourSuite],
    ['Schemathesis', () => installSchemathesis(cache)],
    ['Specmatic', () => installSpecmatic(cache)],
    ['Portman + newman', () => installPortman(cache)],
  ];
  const rows: Row[] = [];
  for (const [name, make] of all) {
    try {
      rows.push({ name, tool: await make() });
    } catch (error) {
      if (!(error instanceof ToolMissing)) {
        throw error;
      }
      console.error(`${name} is left out: ${error.message}`);
      rows.push({ name, missing: error.message });
    }
  }
  return rows;
}

function settingOf({ seed }: Options, trials: readonly Trial[]): Setting {
  const idsOf = (kind: string) => [
    ...new Set(trials.filter((trial) => trial.kind === kind).map(({ subject }) => subject)),
  ];
  return {
    date: new Date().toISOString().slice(0, 10),
    seed,
    faults: idsOf('fault'),
    catalogue: FAULTS.length,
    variants: idsOf('variant'),
    node: process.versions.node,
    cpus: availableParallelism(),
  };
}

async function report(rows: Row[], { setting, trials }: Recorded): Promise<void> {
  for (const row of rows) {
    if (row.tool) {
      row.figures = figuresOf(trials.filter(({ tool }) => tool === row.name));
    }
  }
  await writeBetweenMarkers(DOCUMENT, figuresText(setting, rows));
  console.error(`figures: ${DOCUMENT}`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 2;
}
