import { rename, rm, writeFile } from 'node:fs/promises';
import { UnavailableError } from '../contract/errors.ts';

/**
 * Writes a text file to a temporary name beside it and renames it, so that nobody reads half of it.
 * Throws UnavailableError where it cannot be written.
 */
export async function writeWhole(file: string, text: string, mode = 0o644): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await writeFile(unfinished, text, { mode });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnavailableError(`cannot write ${file}: ${reason}`);
  }
}
