import { constants } from 'node:fs';
import { access, lstat, mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Where k6 may be kept: the place meant for it, and another one if that cannot be written. */
export interface CacheFolders {
  meant: string;
  /** a folder of this user alone among the temporary ones; none where the place was named */
  otherwise?: string | undefined;
}

/**
 * Where k6 is kept once built: a folder that was named (`named`, else `ASSAY_CACHE`), else one for
 * each user, `assay` in `XDG_CACHE_HOME` or `~/.cache` (XDG Base Directory Specification, which has
 * relative paths ignored).
 */
export function cacheFolders(named: string | undefined, env: NodeJS.ProcessEnv): CacheFolders {
  const chosen = named ?? (env.ASSAY_CACHE || undefined);
  if (chosen !== undefined) {
    return { meant: resolve(chosen) };
  }
  const otherwise = join(env.TMPDIR || tmpdir(), `assay-cache-${process.getuid?.() ?? 'user'}`);
  const xdg = env.XDG_CACHE_HOME;
  if (xdg && isAbsolute(xdg)) {
    return { meant: join(xdg, 'assay'), otherwise };
  }
  const home = env.HOME || homeOfUser();
  return { meant: home ? join(home, '.cache', 'assay') : otherwise, otherwise };
}

/** Users without an entry in the system's list have no home. */
function homeOfUser(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** Whether a folder can be made, where it is not there, and written. */
export async function isWritable(folder: string): Promise<boolean> {
  return mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK | constants.X_OK))
    .then(
      () => true,
      () => false,
    );
}

/**
 * Whether nobody but this user can have put anything into the folder, as has to be so before a
 * program is run from among the temporary files. Windows keeps those apart by user.
 */
export async function isOwn(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (process.getuid === undefined || found === undefined) {
    return found !== undefined;
  }
  return found.isDirectory() && found.uid === process.getuid() && (found.mode & 0o022) === 0;
}

/** Makes the folder for this user alone; false where it belongs to somebody else or cannot be. */
export async function makeOwn(folder: string): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  return (await isOwn(folder)) && (await isWritable(folder));
}
