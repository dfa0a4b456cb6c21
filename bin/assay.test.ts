import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ASSAY = join(import.meta.dirname, 'assay.js');

/** Makes this process's Node claim another version, which is all the launcher looks at. */
function asNode(version: string): string[] {
  const source = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return ['--import', `data:text/javascript,${encodeURIComponent(source)}`];
}

function run(nodeOptions: string[], script: string, args: string[]) {
  const { NODE_OPTIONS: _dropped, ...env } = process.env;
  return spawnSync(process.execPath, [...nodeOptions, script, ...args], { encoding: 'utf8', env });
}

describe('bin/assay.js', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-launcher-'));
    copyFileSync(ASSAY, join(folder, 'assay.mjs'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs the command on a Node that is recent enough', () => {
    const { status, stdout } = run([], ASSAY, ['--version']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '0.1.0\n' });
  });

  it.each(['18.19.0', '20.20.2', '24.6.0'])('moves from Node %s to the packaged one', (version) => {
    const { status, stdout, stderr } = run(asNode(version), ASSAY, ['--version']);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '0.1.0\n', stderr: '' });
  });

  it('passes the exit code on', () => {
    const { status, stderr } = run(asNode('20.20.2'), ASSAY, ['no-such-command']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^assay: unknown command 'no-such-command'[^\n]*\n$/);
  });

  it('says in one line which Node it needs where there is no other', () => {
    const { status, stdout, stderr } = run(asNode('20.20.2'), join(folder, 'assay.mjs'), ['list']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^assay: Node 24\.7 or later is needed, this is 20\.20\.2; [^\n]+\n$/);
  });
});
