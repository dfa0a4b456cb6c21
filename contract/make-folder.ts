import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it, as far as they are absent. Node's own `recursive` asks for
 * the same folder for ever where a file system answers ENOENT although the folder above is there,
 * as /proc does, in a thread that neither a signal nor a deadline can end.
 *
 * @throws the error of the file system; ENOTDIR where a file is in the way
 */
export async function makeFolder(path: string): Promise<void> {
  const absent: string[] = [];
  for (let folder = resolve(path); !(await isFolder(folder)); folder = dirname(folder)) {
    absent.unshift(folder);
  }
  for (const folder of absent) {
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      // another process may make the same folder at the same time
      if (error.code !== 'EEXIST') {
        throw error;
      }
    });
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && path !== dirname(path)) {
      return undefined;
    }
    throw error;
  });
  if (found === undefined) {
    return false;
  }
  if (found.isDirectory()) {
    return true;
  }
  throw Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR' });
}
