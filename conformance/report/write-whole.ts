import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnavailableError } from '../../contract/errors.ts';

/**
 * Writes a file so that it is complete or not there: to a temporary name beside it, then renamed.
 * Its folder is made if need be.
 *
 * @throws UnavailableError when it cannot be written.
 */
export async function writeWhole(path: string, content: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnavailableError(`cannot write ${path}: ${code ?? message}`);
  }
}
