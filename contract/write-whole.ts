import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnwrittenError } from './errors.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Writes a file so that it is complete or not there: to a temporary name beside it, then renamed.
 * Its folder is made if need be. Content in parts is made part by part, so that a file of any length takes
 * the memory of one. `mode` is 0o600 for what holds secrets.
 *
 * @throws UnwrittenError when it cannot be written
 */
export async function writeWhole(
  file: string,
  content: string | Iterable<string>,
  mode = 0o644,
): Promise<void> {
  const temporary = `${file}.${process.pid}.new`;
  try {
    await makeFolder(dirname(file));
    await writeFile(temporary, content, { mode });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnwrittenError(`cannot write ${file}: ${code ?? message}`);
  }
}
