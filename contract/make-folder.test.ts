import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

describe('making a folder', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'assay-folder-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('makes those above it too, however many do so at once', async () => {
    const folder = join(dir, 'a', 'b', 'c');
    await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(join(dir, 'a', 'd'))]);
    expect((await stat(folder)).isDirectory()).toBe(true);
    await makeFolder(folder);
  });

  it('refuses a path through a file', async () => {
    await writeFile(join(dir, 'file'), '');
    for (const path of [join(dir, 'file'), join(dir, 'file', 'below')]) {
      await expect(makeFolder(path)).rejects.toMatchObject({ code: 'ENOTDIR' });
    }
  });

  it.runIf(process.platform === 'linux')(
    'ends where the file system says that a folder above it is absent, though it is there',
    async () => {
      await expect(makeFolder('/proc/nope/deep')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
