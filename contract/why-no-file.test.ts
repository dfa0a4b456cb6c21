import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { whyNoFile } from './why-no-file.ts';

function thrownBy(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

it('says in words why a file could not be read, and a code where it has none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-why-'));
  try {
    const missing = thrownBy(() => readFileSync(join(folder, 'none')));
    expect(whyNoFile(missing)).toBe('there is no such file or folder');
    expect(whyNoFile(thrownBy(() => readFileSync(folder)))).toMatch(/^it is a folder/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  expect(whyNoFile(Object.assign(new Error('strange'), { code: 'EXDEV' }))).toBe('EXDEV');
  expect(whyNoFile(new Error('strange'))).toMatch(/no reason/);
});
