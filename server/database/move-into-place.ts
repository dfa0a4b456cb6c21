import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Gives a file its name once all of it is on the disk, and waits until the name is, too. What had
 * the name before is replaced at once: nobody sees a half of either.
 */
export function moveIntoPlace(part: string, file: string): void {
  sync(part, 'r+');
  renameSync(part, file);
  // Windows cannot open a folder, and needs not.
  if (process.platform !== 'win32') {
    sync(dirname(file), 'r');
  }
}

function sync(path: string, mode: 'r' | 'r+'): void {
  const handle = openSync(path, mode);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
