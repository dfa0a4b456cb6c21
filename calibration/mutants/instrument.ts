import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { keyed, type Mutant } from './mutant.ts';
import { MUTANT_SERVER } from './start-mutant.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What decides an answer; not what starts, seeds or logs, and nothing of our own extensions. */
const MUTATED = ['server/{http,routes,store}/*.ts', 'server/{tokens,permissions}.ts'];

/** What the copy shares with the checkout, since no mutant is in it. */
const SHARED = ['contract', 'fixtures', 'node_modules', 'package.json'];

/** A copy of the server that holds every mutant, each behind a switch. */
export interface InstrumentedCopy {
  /** a temporary folder with a `server/` inside */
  folder: string;
  mutants: Mutant[];
  remove(): Promise<void>;
}

/** The instrumenter wants somebody to talk to; errors it throws. */
const silent = () => undefined;
const LOGGER = {
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
};

/** Makes the instrumented copy of the server, in a temporary folder that the caller removes. */
export async function instrumentedCopy(): Promise<InstrumentedCopy> {
  const sources = await readMutated();
  const { files, mutants } = await new Instrumenter(LOGGER).instrument(
    sources.map(({ name, content }) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const contents = new Map(sources.map(({ name, content }) => [name, content]));
  const folder = await mkdtemp(join(tmpdir(), 'assay-mutants-'));
  await cp(join(ROOT, 'server'), join(folder, 'server'), { recursive: true });
  await mkdir(join(folder, dirname(MUTANT_SERVER)), { recursive: true });
  await cp(join(ROOT, MUTANT_SERVER), join(folder, MUTANT_SERVER));
  for (const shared of SHARED) {
    await symlink(join(ROOT, shared), join(folder, shared));
  }
  for (const { name, content } of files) {
    await writeFile(join(folder, name), content);
  }
  return {
    folder,
    mutants: keyed(
      mutants.map(({ id, fileName, location, mutatorName, replacement }) => ({
        id,
        file: fileName,
        line: location.start.line + 1,
        operator: mutatorName,
        original: textAt(contents.get(fileName) ?? '', location),
        replacement,
      })),
    ),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function readMutated(): Promise<{ name: string; content: string }[]> {
  const names = globSync(MUTATED, { cwd: ROOT }).filter((name) => !name.endsWith('.test.ts'));
  return Promise.all(
    names.sort().map(async (name) => ({ name, content: await readFile(join(ROOT, name), 'utf8') })),
  );
}

interface Position {
  line: number;
  column: number;
}

/** The text between two places; lines and columns count from 0. */
function textAt(content: string, { start, end }: { start: Position; end: Position }): string {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  lines.push((lines.pop() ?? '').slice(0, end.column));
  const text = lines.join('\n');
  return text.slice(start.column);
}
