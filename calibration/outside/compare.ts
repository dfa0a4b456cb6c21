import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FAULTS } from '../faults/index.ts';
import { combinations, SINGLE_VARIANTS } from '../variants/index.ts';
import { targetOf, wrappingOf } from '../variants/variant.ts';
import { type Row, writeFigures } from './document.ts';
import { figuresOf, type Trial } from './figures.ts';
import { installPortman } from './portman.ts';
import { kindOf, stratified } from './sample.ts';
import { installSchemathesis } from './schemathesis.ts';
import { installSpecmatic } from './specmatic.ts';
import { ourSuite } from './suite.ts';
import { type Tool, ToolMissing } from './tool.ts';
import { type Subject, trialsOf } from './trials.ts';

const USAGE = `Puts the seeded faults and conforming variants to other checkers and to this suite.

  --faults <n>    how many faults are drawn, spread over their kinds (default 60)
  --all           the whole catalogue
  --variants <n>  how many conforming variants, a quarter of them combinations (default 12)
  --seed <n>      of the draw and of the first run of a random tool (default 1)
  --minutes <n>   no server is begun after that (default 90)
  --jobs <n>      servers at the same time (default: the cores)
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
  const tools = rows.flatMap(({ tool }) => (tool ? [tool] : []));
  const [reference, ...others] = subjects(options);
  const scratch = await mkdtemp(join(tmpdir(), 'assay-outside-'));
  const trials: Trial[] = [];
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), options.minutes * 60_000);
  let interrupted = false;
  process.once('SIGINT', () => {
    // The tools under way get the signal too, so what they report then is left out.
    interrupted = true;
    stop.abort();
  });
  let done = 0;
  const put = async (subject: Subject) => {
    const own: Trial[] = [];
    for (const tool of tools) own.push(...(await trialsOf(tool, subject, options.seed, scratch)));
    if (interrupted) return;
    trials.push(...own);
    await writeFile(join(options.out, 'trials.json'), JSON.stringify({ trials }, undefined, 1));
    const found = tools.map(({ name }) => {
      const counts = own.filter(({ tool }) => tool === name).map(({ failures }) => failures.length);
      return `${name} ${counts.join('/')}`;
    });
    console.error(`${++done} of ${others.length + 1}: ${subject.id}: ${found.join(', ')}`);
  };
  try {
    if (reference) await put(reference);
    const queue = others.values();
    const worker = async () => {
      for (const subject of queue) {
        if (stop.signal.aborted) return;
        await put(subject);
      }
    };
    await Promise.all(Array.from({ length: options.jobs }, worker));
  } finally {
    clearTimeout(deadline);
    await Promise.all(tools.map((tool) => tool.close?.()));
    await rm(scratch, { recursive: true, force: true });
  }
  await report(options, rows, trials);
}

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ faults: text, variants: text, seed: text, minutes: text, jobs: text, out: text },
      all: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const number = (name: 'faults' | 'variants' | 'seed' | 'minutes' | 'jobs', standard: number) => {
    const given = values[name];
    if (given === undefined) return standard;
    if (!/^[0-9]+$/.test(given)) throw new Error(`--${name} must be a whole number, not ${given}`);
    return Number(given);
  };
  return {
    faults: values.all ? Number.POSITIVE_INFINITY : number('faults', 60),
    variants: number('variants', 12),
    seed: Math.max(number('seed', 1), 1),
    minutes: number('minutes', 90),
    jobs: Math.max(number('jobs', availableParallelism()), 1),
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
      if (!(error instanceof ToolMissing)) throw error;
      console.error(`${name} is left out: ${error.message}`);
      rows.push({ name, missing: error.message });
    }
  }
  return rows;
}

/** The reference server, then variants, then faults. */
function subjects({ faults, variants, seed }: Options): Subject[] {
  const mixed = combinations(seed, Math.floor(variants / 4));
  const axisOf = ({ id }: { id: string }) => id.split('.')[0] ?? '';
  const single = stratified(SINGLE_VARIANTS, axisOf, variants - mixed.length, seed);
  return [
    {
      id: 'reference',
      kind: 'reference',
      group: '',
      wrapping: () => ({}),
      target: (s) => s.target,
    },
    ...[...single, ...mixed].map((variant, index): Subject => {
      return {
        id: `${index + 1}: ${variant.id}`,
        kind: 'variant',
        group: '',
        wrapping: () => wrappingOf(variant),
        target: (server) => targetOf(variant, server),
      };
    }),
    ...stratified(FAULTS, kindOf, faults, seed).map((fault): Subject => {
      return {
        id: fault.id,
        kind: 'fault',
        group: kindOf(fault),
        wrapping: () => fault,
        target: (server) => server.target,
      };
    }),
  ];
}

async function report(options: Options, rows: Row[], trials: Trial[]): Promise<void> {
  for (const row of rows) {
    const own = trials.filter(({ tool }) => tool === row.name);
    if (row.tool) row.figures = figuresOf(own);
  }
  const subjectsOf = (kind: string) => [
    ...new Set(trials.filter((trial) => trial.kind === kind).map(({ subject }) => subject)),
  ];
  const setting = {
    date: new Date().toISOString().slice(0, 10),
    seed: options.seed,
    faults: subjectsOf('fault').length,
    catalogue: FAULTS.length,
    variants: subjectsOf('variant').map((id) => id.replace(/^[0-9]+: /, '')),
    node: process.versions.node,
    cpus: availableParallelism(),
  };
  const raw = join(options.out, 'trials.json');
  await writeFile(raw, JSON.stringify({ setting, trials }, undefined, 1));
  await writeFigures(DOCUMENT, setting, rows);
  console.error(`raw results: ${raw}; figures: ${DOCUMENT}`);
}

await main();
