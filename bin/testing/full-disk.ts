import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own that is as good as full. */
export interface FullDisk {
  /** a folder on it, empty */
  folder: string;
  /** unmounts it, whatever is on it */
  remove(): void;
}

const PIECE = Buffer.alloc(4096);

/**
 * A disk in memory (tmpfs) with so many bytes left, in pieces of 4 kB, or null where this user may not mount
 * one. Call `remove` in any case, also where a test fails.
 */
export function fullDisk(leftBytes = 0): FullDisk | null {
  const mountPoint = mkdtempSync(join(tmpdir(), 'assay-full-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mountPoint], {
      stdio: 'ignore',
    });
  } catch {
    rmdirSync(mountPoint);
    return null;
  }
  const remove = () => {
    // Lazily, since a process that a failed test left may still have a file open there.
    execFileSync('umount', ['-l', mountPoint]);
    rmdirSync(mountPoint);
  };
  try {
    const folder = join(mountPoint, 'out');
    mkdirSync(folder);
    fill(join(mountPoint, 'filler'), leftBytes);
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Keeps some room, writes until nothing more can be written, and gives the room free. */
function fill(path: string, leftBytes: number): void {
  const room = `${path}-room`;
  writeFileSync(room, Buffer.alloc(leftBytes));
  const file = openSync(path, 'w');
  try {
    for (;;) {
      writeSync(file, PIECE);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') {
      throw error;
    }
  } finally {
    closeSync(file);
    rmSync(room);
  }
}
