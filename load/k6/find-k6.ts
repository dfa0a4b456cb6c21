import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../contract/errors.ts';
import { buildOnce, EXE } from './build-k6.ts';
import { type CacheFolders, cacheFolders, isOwn, isWritable, makeOwn } from './cache-folder.ts';
import { K6_MODULE, K6_VERSION } from './k6-version.ts';

const run = promisify(execFile);

const IMAGE = `grafana/k6:${K6_VERSION.slice(1)}`;
const ASKING_MS = 15_000;

/** A k6 that can be run: a program, or an image for `docker run`. */
export type K6 = { version: string; source: 'ASSAY_K6' | 'path' | 'cache' | 'go' | 'docker' } & (
  | { path: string; docker?: undefined }
  | { docker: string; path?: undefined }
);

export interface FindK6Options {
  /** where k6 is kept once built; default `ASSAY_CACHE`, else the user's own cache */
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
 * Finds k6 2.x: `ASSAY_K6`, `k6` on the path, one built earlier (see cacheFolders), one built now with
 * Go, Docker's pinned image. Several may look at the same time: one builds, the others wait for it.
 *
 * @throws UsageError when `ASSAY_K6` is no k6 2.x, or when there is none, with the command that
 *   installs it on this system
 */
export async function findK6(options: FindK6Options = {}): Promise<K6> {
  const { allowInstall = true, env = process.env, onProgress = () => {}, signal } = options;
  const named = env.ASSAY_K6;
  if (named) {
    const version = await versionOf(named, env);
    if (version) {
      return { path: resolve(named), version, source: 'ASSAY_K6' };
    }
    throw new UsageError(`ASSAY_K6 is ${named}, which is no k6 2.x that runs here`);
  }
  const onPath = await versionOf('k6', env);
  if (onPath) {
    return { path: 'k6', version: onPath, source: 'path' };
  }

  const folders = cacheFolders(options.cacheDir, env);
  const { meant, otherwise } = folders;
  const earlier =
    otherwise !== undefined && (await isOwn(otherwise)) ? [meant, otherwise] : [meant];
  for (const path of earlier.map(k6In)) {
    const version = await versionOf(path, env);
    if (version) {
      return { path, version, source: 'cache' };
    }
  }

  const tried: string[] = [];
  if (allowInstall && (await works('go', ['version'], env))) {
    try {
      const folder = await folderToBuildIn(folders, onProgress);
      const path = k6In(folder);
      onProgress(`building k6 ${K6_VERSION} with Go, once (about a minute)`);
      const isBuilt = async () => (await versionOf(path, env)) !== null;
      await buildOnce(path, { env, signal, isBuilt, homeless: folder === otherwise });
      const version = await versionOf(path, env);
      if (version) {
        return { path, version, source: 'go' };
      }
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
  const go = `go install ${K6_MODULE}@${K6_VERSION}`;
  if (platform === 'darwin') {
    return 'brew install k6';
  }
  if (platform === 'win32') {
    return 'winget install k6 --source winget';
  }
  return `${go} (Go 1.25 or later), or on Debian and Ubuntu with k6's package source: sudo apt-get install k6`;
}

function k6In(cache: string): string {
  return join(cache, 'k6', K6_VERSION, `k6${EXE}`);
}

/** Where nothing can be written in the place meant, says so and where k6 is kept instead. */
async function folderToBuildIn(
  { meant, otherwise }: CacheFolders,
  onProgress: (message: string) => void,
): Promise<string> {
  if (meant !== otherwise && (await isWritable(meant))) {
    return meant;
  }
  if (otherwise === undefined || !(await makeOwn(otherwise))) {
    throw new Error(`${meant} cannot be written; name another folder in ASSAY_CACHE`);
  }
  onProgress(
    `${meant} cannot be written: k6 is kept in ${otherwise}; XDG_CACHE_HOME or ASSAY_CACHE names another place`,
  );
  return otherwise;
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

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n').at(-1) ?? '';
}
