import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError } from './errors.ts';
import { expectWritable } from './writable.ts';

describe('asking whether files can be written', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'assay-writable-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('makes their folders and leaves nothing else', async () => {
    await expectWritable([join(dir, 'new', 'a.json'), join(dir, 'new', 'b.json')]);
    expect(await readdir(join(dir, 'new'))).toEqual([]);
  });

  it('names the file whose place is taken by a folder', async () => {
    await mkdir(join(dir, 'report.json'));
    await expect(expectWritable([join(dir, 'report.json')])).rejects.toThrow(
      /report\.json: EISDIR/,
    );
  });

  it('names the file whose folder is a file', async () => {
    await writeFile(join(dir, 'out'), '');
    const refused = expectWritable([join(dir, 'out', 'report.json')]);
    await expect(refused).rejects.toThrow(/report\.json: ENOTDIR; nothing was sent/);
    await expect(refused).rejects.toBeInstanceOf(UnavailableError);
  });
});
