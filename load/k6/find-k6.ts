import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { UsageError } from '../../contract/errors.ts';

const run = promisify(execFile);

/** The version that is installed where none is found; any 2.x is used where one is. */
export const K6_VERSION = 'v2.2.0';
const MODULE = 'go.k6.io/k6/v2';
const IMAGE = `grafana/k6:${K6_VERSION.slice(1)}`;
const ASKING_MS = 15_000;
/** Compiling k6 takes 75 s on two cores, plus its downloads. */
const BUILDING_MS = 15 * 60_000;
const EXE = process.platform === 'win32' ? '.exe' : '';

/** A k6 that can be run: a program, or an image for `docker run`. */
export type K6 = { version: string; source: 'ASSAY_K6' | 'path' | 'cache' | 'go' | 'docker' } & (
  | { path: string; docker?: undefined }
  | { docker: string; path?: undefined }
);

export interface FindK6Options {
  /** where k6 is kept once built; default `ASSAY_CACHE`, else `.cache` of the working directory */
  cacheDir?: string | undefined;
  onProgress?: ((message: string) => void) | undefined;
  /** build k6 with Go, or let Docker pull it; default true */
  allowInstall?: boolean | undefined;
  /** default: this process's */
  env?: NodeJS.ProcessEnv | undefined;
  /** ends a build, or the wait for one; findK6 then throws the signal's reason */
  signal?: AbortSignal | undefined;
}

/**
 * Finds k6 2.x: `ASSAY_K6`, `k6` on the path, one built earlier in the cache, one built now with Go,
 * Docker's pinned image. Several may look at the same time: one builds, the others wait for it.
 *
 * @throws UsageError when `ASSAY_K6` is no k6 2.x, or when there is none, with the command that
 *   installs it on this system
 */
export async function findK6(options: FindK6Options = {}): Promise<K6> {
  const { allowInstall = true, env = process.env, onProgress = () => {}, signal } = options;
  const named = env.ASSAY_K6;
  if (named) {
    const version = await versionOf(named, env);
    if (version) return { path: resolve(named), version, source: 'ASSAY_K6' };
    throw new UsageError(`ASSAY_K6 is ${named}, which is no k6 2.x that runs here`);
  }
  const onPath = await versionOf('k6', env);
  if (onPath) return { path: 'k6', version: onPath, source: 'path' };

  const cached = cachedPath(options.cacheDir, env);
  const built = await versionOf(cached, env);
  if (built) return { path: cached, version: built, source: 'cache' };

  const tried: string[] = [];
  if (allowInstall && (await works('go', ['version'], env))) {
    onProgress(`building k6 ${K6_VERSION} with Go, once (about a minute)`);
    try {
      await alone(`${cached}.building`, signal, async () => {
        if ((await versionOf(cached, env)) === null) await buildK6(cached, env, signal);
      });
      const version = await versionOf(cached, env);
      if (version) return { path: cached, version, source: 'go' };
    } catch (error) {
      signal?.throwIfAborted();
      tried.push(`building it with Go failed: ${lastLine(error)}`);
      onProgress(tried.join());
    }
  }
  if (allowInstall && (await works('docker', ['info'], env))) {
    onProgress(`using Docker's image ${IMAGE}`);
    return { docker: IMAGE, version: K6_VERSION, source: 'docker' };
  }
  throw new UsageError(
    [
      `k6 2.x is needed and not here; install it: ${installCommand(process.platform)}`,
      ...tried,
    ].join('; '),
  );
}

/** The command that installs k6 on a system, as a sentence to be read. */
export function installCommand(platform: NodeJS.Platform): string {
  const go = `go install ${MODULE}@${K6_VERSION}`;
  if (platform === 'darwin') return 'brew install k6';
  if (platform === 'win32') return 'winget install k6 --source winget';
  return `${go} (Go 1.25 or later), or on Debian and Ubuntu with k6's package source: sudo apt-get install k6`;
}

function cachedPath(cacheDir: string | undefined, env: NodeJS.ProcessEnv): string {
  const cache = resolve(cacheDir ?? env.ASSAY_CACHE ?? '.cache');
  return join(cache, 'k6', K6_VERSION, `k6${EXE}`);
}

/** `v2.2.0` where the program is a k6 2.x, else null. */
async function versionOf(path: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  try {
    const { stdout } = await run(path, ['version'], { env, timeout: ASKING_MS });
    return /^k6(?:\.exe)? (v2\.\S+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

async function works(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return run(program, args, { env, timeout: ASKING_MS }).then(
    () => true,
    () => false,
  );
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
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
      // A file without a living owner was left by a process that was killed.
      if (owner > 0 && !isAlive(owner)) await rm(lock, { force: true });
      else await delay(WAITING_MS, undefined, { signal });
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

/**
 * `go install` first; where the module proxy cannot answer all that it asks (it looks for notes of
 * deprecation), a throwaway module that requires k6 is built instead.
 */
async function buildK6(
  target: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(join(dirname(target), 'build-'));
  const program = join(work, `k6${EXE}`);
  const go = async (args: string[], more: NodeJS.ProcessEnv = {}) => {
    signal?.throwIfAborted();
    const building = run('go', args, { cwd: work, env: { ...env, ...more }, timeout: BUILDING_MS });
    // On an interrupt Go waits for its compilers and removes its files; killed, it does neither.
    const interrupt = () => building.child.kill('SIGINT');
    signal?.addEventListener('abort', interrupt, { once: true });
    await building.finally(() => signal?.removeEventListener('abort', interrupt));
  };
  try {
    try {
      await go(['install', `${MODULE}@${K6_VERSION}`], { GOBIN: work });
      await access(program);
    } catch {
      signal?.throwIfAborted();
      const module = `module k6build\n\ngo 1.25\n\nrequire ${MODULE} ${K6_VERSION}\n`;
      await writeFile(join(work, 'go.mod'), module);
      await go(['build', '-mod=mod', '-o', program, MODULE]);
    }
    await rename(program, target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n').at(-1) ?? '';
}
