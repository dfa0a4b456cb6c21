import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { K6_MODULE, K6_VERSION } from './k6-version.ts';

const run = promisify(execFile);

/** How programs end on this system. */
export const EXE = process.platform === 'win32' ? '.exe' : '';
/** Compiling k6 takes 75 s on two cores, plus its downloads. */
const BUILDING_MS = 15 * 60_000;

export interface Build {
  env: NodeJS.ProcessEnv;
  /** ends the build, or the wait for another one; the signal's reason is thrown */
  signal: AbortSignal | undefined;
  /** whether another process has built it meanwhile */
  isBuilt: () => Promise<boolean>;
  /** Go's own caches are beside the build too, and go with it: the user has no home to write in */
  homeless: boolean;
}

/**
 * Builds k6 with Go at that path unless it is there. Several processes may ask at the same time: one
 * builds, the others wait for it. Throws what Go said where it cannot be built.
 */
export async function buildOnce(path: string, { isBuilt, ...build }: Build): Promise<void> {
  await alone(`${path}.building`, build.signal, async () => {
    if (!(await isBuilt())) {
      await buildK6(path, build);
    }
  });
}

const WAITING_MS = 500;

/** Does the work while no other process does, by a file that names the process at work. */
async function alone(
  lock: string,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  await mkdir(dirname(lock), { recursive: true });
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
      const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
      // A file without a living owner was left by a process that was killed.
      if (owner > 0 && !isAlive(owner)) {
        await rm(lock, { force: true });
      } else {
        await delay(WAITING_MS, undefined, { signal });
      }
    }
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Nobody debugs this k6: without what a debugger reads it is built in a sixth less time, and 19 MB smaller. */
const WITHOUT_DEBUGGING = ['-ldflags=-s', '-gcflags=all=-dwarf=false'];

/** A tenth of the time is the compiler's own collecting of garbage; so it takes a tenth more memory instead. */
const COLLECTING_LESS = { GOGC: '200' };

/**
 * `go install` first; where the module proxy cannot answer all that it asks (it looks for notes of
 * deprecation), a throwaway module that requires k6 is built instead.
 */
async function buildK6(
  target: string,
  { env, signal, homeless }: Omit<Build, 'isBuilt'>,
): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(join(dirname(target), 'build-'));
  const program = join(work, `k6${EXE}`);
  // Without -modcacherw Go's module cache could not be removed.
  const caches = homeless && {
    ...{ GOCACHE: join(work, 'cache'), GOPATH: join(work, 'path'), GOFLAGS: '-modcacherw' },
  };
  const go = async (args: string[], more: NodeJS.ProcessEnv = {}) => {
    signal?.throwIfAborted();
    const building = run('go', args, {
      cwd: work,
      env: { ...caches, ...COLLECTING_LESS, ...env, ...more },
      timeout: BUILDING_MS,
    });
    // On an interrupt Go waits for its compilers and removes its files; killed, it does neither.
    const interrupt = () => building.child.kill('SIGINT');
    signal?.addEventListener('abort', interrupt, { once: true });
    await building.finally(() => signal?.removeEventListener('abort', interrupt));
  };
  try {
    try {
      await go(['install', ...WITHOUT_DEBUGGING, `${K6_MODULE}@${K6_VERSION}`], { GOBIN: work });
      await access(program);
    } catch {
      signal?.throwIfAborted();
      const module = `module k6build\n\ngo 1.25\n\nrequire ${K6_MODULE} ${K6_VERSION}\n`;
      await writeFile(join(work, 'go.mod'), module);
      await go(['build', '-mod=mod', ...WITHOUT_DEBUGGING, '-o', program, K6_MODULE]);
    }
    await rename(program, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
