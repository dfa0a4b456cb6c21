import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UnavailableError } from './errors.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Finds out whether files can be written, before the work whose result they are to hold: their
 * folders are made if need be, and a file is made in each and removed again.
 *
 * @throws UnavailableError for the first that cannot be written
 */
export async function expectWritable(files: readonly string[]): Promise<void> {
  const tried = new Set<string>();
  for (const file of files) {
    const folder = dirname(file);
    try {
      if (!tried.has(folder)) {
        await tryFolder(folder);
      }
      tried.add(folder);
      const there = await stat(file).catch(() => undefined);
      if (there?.isDirectory()) {
        throw Object.assign(new Error(), { code: 'EISDIR' });
      }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UnavailableError(
        `cannot write ${file}: ${code ?? message}; nothing was sent, name another place`,
      );
    }
  }
}

async function tryFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const probe = join(folder, `.assay-${process.pid}.new`);
  await writeFile(probe, '');
  await rm(probe);
}
