import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Stands in for the `assay` command: prints how it was called, and waits or ends as it is told. */
const COMMAND = `
import { readdirSync } from 'node:fs';
console.log(JSON.stringify({ args: process.argv.slice(2), folder: import.meta.dirname }));
if (process.env.STAND_IN === 'wait') {
  process.on('SIGINT', () => process.exit(130));
  setInterval(() => {}, 1000);
} else {
  process.exitCode = Number(process.env.STAND_IN ?? 0);
}
`;

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'assay-clone-'));
  mkdirSync(join(clone, 'bin'));
  copyFileSync(join(import.meta.dirname, 'demo-install.js'), join(clone, 'bin', 'demo-install.js'));
  writeFileSync(join(clone, 'bin', 'assay.js'), COMMAND);
  const manifest = { name: 'stand-in', version: '1.0.0', type: 'module' };
  writeFileSync(join(clone, 'package.json'), JSON.stringify(manifest));
  const lock = { ...manifest, lockfileVersion: 3, packages: { '': manifest } };
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(lock));
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

function start(standIn = '0'): ChildProcess {
  return spawn(process.execPath, [join(clone, 'bin', 'demo-install.js')], {
    cwd: clone,
    env: { ...process.env, STAND_IN: standIn },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The line in which the stand-in says how it was called. */
async function called(demo: ChildProcess) {
  if (!demo.stdout) {
    throw new Error('no output to read');
  }
  for await (const line of createInterface(demo.stdout)) {
    if (line.startsWith('{')) {
      return JSON.parse(line) as { args: string[]; folder: string };
    }
  }
  throw new Error('the stand-in was never called');
}

async function exitCode(demo: ChildProcess): Promise<number | null> {
  return demo.exitCode ?? ((await once(demo, 'exit')) as [number | null])[0];
}

const cache = () => join(clone, '.cache', 'demo');
const homes = () => readdirSync(cache());
const runs = () =>
  homes()
    .flatMap((home) => readdirSync(join(cache(), home)))
    .filter((name) => name.startsWith('run-'));

describe('npm run demo', () => {
  it('installs into a place of its own and runs a copy of the sources there', async () => {
    const demo = start();
    const { args, folder } = await called(demo);
    expect(args).toEqual(['demo', '--out', join(clone, 'reports', 'demo')]);
    expect(folder).toMatch(/\.cache\/demo\/[0-9a-f]{16}\/run-\d+-\w+\/bin$/);
    expect(await exitCode(demo)).toBe(0);
    expect(existsSync(join(clone, 'node_modules'))).toBe(false);
  });

  it('passes the exit code on and removes the copy', async () => {
    expect(await exitCode(start('3'))).toBe(3);
    expect(runs()).toEqual([]);
  });

  it('runs twice at once with one installation', async () => {
    const codes = await Promise.all([start(), start()].map(exitCode));
    expect(codes).toEqual([0, 0]);
    expect(homes()).toHaveLength(1);
    expect(runs()).toEqual([]);
  });

  it('hands an interrupt on, waits for the end and cleans up', async () => {
    const demo = start('wait');
    await called(demo);
    expect(runs()).toHaveLength(1);
    demo.kill('SIGINT');
    expect(await exitCode(demo)).toBe(130);
    expect(runs()).toEqual([]);
  });

  it('removes what a killed demo left, and leaves a living one alone', async () => {
    await exitCode(start());
    const [home = ''] = homes();
    const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(dead, 'exit');
    mkdirSync(join(cache(), home, `run-${dead.pid}-abc`));
    mkdirSync(join(cache(), `install-${dead.pid}-abc`));
    mkdirSync(join(cache(), home, `run-${process.pid}-abc`));
    await exitCode(start());
    expect(runs()).toEqual([`run-${process.pid}-abc`]);
    expect(homes()).toEqual([home]);
  });

  it('says in one line that the installation failed', async () => {
    writeFileSync(join(clone, 'package-lock.json'), '{');
    const demo = spawn(process.execPath, [join(clone, 'bin', 'demo-install.js')], { cwd: clone });
    let stderr = '';
    demo.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    await once(demo, 'close');
    expect(demo.exitCode).toBe(4);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^demo: `npm ci` ended with exit code 1/);
    expect(homes()).toEqual([]);
  });
});
