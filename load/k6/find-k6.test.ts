import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findK6, installCommand } from './find-k6.ts';
import { K6_VERSION } from './k6-version.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-k6-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program of that name in the test's folder that runs some shell lines. */
async function program(name: string, lines: string): Promise<string> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${lines}\n`);
  await chmod(file, 0o755);
  return file;
}

/** A path on which nothing but the test's programs and the system's basic ones are. */
const find = (env: Record<string, string> = {}, allowInstall = true, signal?: AbortSignal) =>
  findK6({
    cacheDir: join(folder, 'cache'),
    env: { PATH: `${folder}/bin:/bin`, ...env },
    allowInstall,
    signal,
  });

const SAYS = (version: string) => `echo "k6 ${version} (go1.26, linux/amd64)"`;
const CACHED = join('cache', 'k6', K6_VERSION, 'k6');
/** A Go that "builds" a k6 and notes how often. */
const GO = (counted: string) => `
case "$1" in
  install) echo "$2" >> ${counted}; exit 1 ;;
  build)
    while [ "$1" != -o ]; do shift; done
    printf '#!/bin/sh\\necho "k6 v2.2.0 (built)"\\n' > "$2"
    chmod 755 "$2" ;;
esac`;

describe.skipIf(process.platform === 'win32')('findK6', () => {
  it('takes ASSAY_K6 first', async () => {
    const mine = await program('mine', SAYS('v2.3.1'));
    await program('bin/k6', SAYS('v2.2.0'));
    expect(await find({ ASSAY_K6: mine })).toEqual({
      path: mine,
      version: 'v2.3.1',
      source: 'ASSAY_K6',
    });
  });

  it('refuses an ASSAY_K6 that is no k6 2.x instead of taking another one', async () => {
    const old = await program('old', SAYS('v1.2.0'));
    await program('bin/k6', SAYS('v2.2.0'));
    await expect(find({ ASSAY_K6: old })).rejects.toMatchObject({ exitCode: 2 });
    await expect(find({ ASSAY_K6: join(folder, 'none') })).rejects.toThrow('no k6 2.x');
  });

  it('takes k6 2.x from the path, but not 1.x', async () => {
    await program('bin/k6', SAYS('v2.4.0'));
    expect(await find()).toMatchObject({ path: 'k6', version: 'v2.4.0', source: 'path' });
    await program('bin/k6', SAYS('v1.4.0'));
    await program(CACHED, SAYS('v2.2.0'));
    expect(await find()).toMatchObject({ path: join(folder, CACHED), source: 'cache' });
  });

  it('builds with Go into the cache, by a throwaway module where go install fails', async () => {
    await program('bin/go', GO(join(folder, 'installs')));
    expect(await find()).toMatchObject({ path: join(folder, CACHED), source: 'go' });
    expect(await find()).toMatchObject({ path: join(folder, CACHED), source: 'cache' });
    expect(await readdir(dirname(join(folder, CACHED)))).toEqual(['k6']);
  });

  it('keeps what it builds in the cache of the user, for all working directories', async () => {
    await program('bin/go', GO(join(folder, 'installs')));
    const env = { PATH: `${folder}/bin:/bin`, XDG_CACHE_HOME: join(folder, 'xdg') };
    const path = join(folder, 'xdg', 'assay', 'k6', K6_VERSION, 'k6');
    expect(await findK6({ env })).toMatchObject({ path, source: 'go' });
    expect(await findK6({ env })).toMatchObject({ path, source: 'cache' });
  });

  it('keeps it among the temporary files where the cache cannot be written, and says so', async () => {
    await program('bin/go', GO(join(folder, 'installs')));
    await writeFile(join(folder, 'file'), '');
    const said: string[] = [];
    const xdg = join(folder, 'file', 'cache');
    const env = { PATH: `${folder}/bin:/bin`, XDG_CACHE_HOME: xdg, TMPDIR: folder };
    const onProgress = (line: string) => said.push(line);
    const k6 = await findK6({ env, onProgress });
    expect(k6).toMatchObject({ path: expect.stringContaining(join(folder, 'assay-cache-')) });
    expect(said[0]).toContain(`${join(xdg, 'assay')} cannot be written: k6 is kept in`);
    expect(await findK6({ env })).toMatchObject({ path: k6.path, source: 'cache' });
  });

  it('runs nothing from a temporary folder that others may write', async () => {
    await program('bin/go', GO(join(folder, 'installs')));
    await writeFile(join(folder, 'file'), '');
    const shared = join(folder, `assay-cache-${process.getuid?.()}`);
    await program(
      join(`assay-cache-${process.getuid?.()}`, 'k6', K6_VERSION, 'k6'),
      SAYS('v2.2.0'),
    );
    await chmod(shared, 0o777);
    const env = {
      PATH: `${folder}/bin:/bin`,
      ...{ XDG_CACHE_HOME: join(folder, 'file', 'cache'), TMPDIR: folder },
    };
    await expect(findK6({ env })).rejects.toThrow('name another folder in ASSAY_CACHE');
  });

  it('builds once when several ask at the same time', async () => {
    const counted = join(folder, 'installs');
    await program('bin/go', GO(counted));
    const found = await Promise.all([find(), find(), find()]);
    expect(found.every((k6) => k6.path === join(folder, CACHED))).toBe(true);
    expect((await readFile(counted, 'utf8')).trim().split('\n')).toHaveLength(1);
  });

  it('takes over a build whose process is gone', async () => {
    await program('bin/go', GO(join(folder, 'installs')));
    await mkdir(dirname(join(folder, CACHED)), { recursive: true });
    await writeFile(`${join(folder, CACHED)}.building`, '999999999');
    expect(await find()).toMatchObject({ source: 'go' });
  });

  it.each(['install', 'build'])(
    'ends go %s when it is stopped, and leaves nothing',
    async (step) => {
      const started = join(folder, 'started');
      const ended = join(folder, 'ended');
      await program(
        'bin/go',
        `case "$1" in
  version) ;;
  ${step}) trap 'echo yes > ${ended}; exit 1' INT; echo yes > ${started}; while :; do sleep 0.1; done ;;
  *) exit 1 ;;
esac`,
      );
      await program('bin/docker', 'exit 0');
      const stop = new AbortController();
      const builderAndWaiter = Promise.allSettled([1, 2].map(() => find({}, true, stop.signal)));
      await vi.waitFor(() => readFile(started), { timeout: 15_000 });
      const reason = new Error('enough');
      stop.abort(reason);
      const rejected = { status: 'rejected', reason };
      expect(await builderAndWaiter).toEqual([rejected, rejected]);
      expect(await readFile(ended, 'utf8')).toBe('yes\n');
      expect(await readdir(dirname(join(folder, CACHED)))).toEqual([]);
    },
  );

  it("uses Docker's pinned image when Docker works", async () => {
    await program('bin/docker', 'exit 0');
    expect(await find()).toEqual({
      docker: 'grafana/k6:2.2.0',
      version: 'v2.2.0',
      source: 'docker',
    });
  });

  it('else names the command that installs k6, and why building failed', async () => {
    await program('bin/go', 'case "$1" in version) ;; *) echo "no network" >&2; exit 1 ;; esac');
    const finding = find();
    await expect(finding).rejects.toMatchObject({ exitCode: 2 });
    await expect(finding).rejects.toThrow(installCommand(process.platform));
    await expect(finding).rejects.toThrow('no network');
  });

  it('installs nothing when it may not', async () => {
    await program('bin/go', GO(join(folder, 'installs')));
    await program('bin/docker', 'exit 0');
    await expect(find({}, false)).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe('the command that installs k6', () => {
  it.each([
    ['linux', 'go install go.k6.io/k6/v2@v2.2.0'],
    ['darwin', 'brew install k6'],
    ['win32', 'winget install'],
  ] as const)('is for %s: %s', (platform, command) => {
    expect(installCommand(platform)).toContain(command);
  });
});
