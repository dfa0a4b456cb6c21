import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFolders, isOwn, isWritable, makeOwn } from './cache-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-cache-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the cache', () => {
  it.each([
    ['one for each user', { HOME: '/home/ada' }, '/home/ada/.cache/assay'],
    ['in XDG_CACHE_HOME', { HOME: '/home/ada', XDG_CACHE_HOME: '/var/xdg' }, '/var/xdg/assay'],
    ['not in a relative one', { HOME: '/home/ada', XDG_CACHE_HOME: 'x' }, '/home/ada/.cache/assay'],
    ['not in an empty one', { HOME: '/home/ada', XDG_CACHE_HOME: '' }, '/home/ada/.cache/assay'],
  ])('is %s', (_how, env, meant) => {
    const folders = cacheFolders(undefined, { ...env, TMPDIR: '/scratch' });
    expect(folders.meant).toBe(resolve(meant));
    expect(folders.otherwise).toMatch(/^.?.?[/\\]scratch[/\\]assay-cache-/);
  });

  it('is where it was named, and nowhere else', () => {
    const env = { ASSAY_CACHE: 'named', XDG_CACHE_HOME: '/var/xdg' };
    expect(cacheFolders(undefined, env)).toEqual({ meant: resolve('named') });
    expect(cacheFolders('option', env)).toEqual({ meant: resolve('option') });
  });

  it('knows what cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await isWritable(join(folder, 'a', 'b'))).toBe(true);
    expect(await isWritable(join(folder, 'file', 'b'))).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a folder among the temporary ones', () => {
  it("is made for this user alone, and is this user's afterwards", async () => {
    const own = join(folder, 'own');
    expect(await isOwn(own)).toBe(false);
    expect(await makeOwn(own)).toBe(true);
    expect(await isOwn(own)).toBe(true);
    expect((await stat(own)).mode & 0o777).toBe(0o700);
  });

  it('is not taken where others may write, or where it leads elsewhere', async () => {
    const open = join(folder, 'open');
    await mkdir(open);
    await chmod(open, 0o777);
    await mkdir(join(folder, 'real'));
    await symlink(join(folder, 'real'), join(folder, 'link'));
    expect(await makeOwn(open)).toBe(false);
    expect(await makeOwn(join(folder, 'link'))).toBe(false);
  });
});
