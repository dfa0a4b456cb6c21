import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killAtEachCall } from './each-call.ts';
import { canWatch } from './system-calls.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-each-call-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.skipIf(!canWatch())('in the record of strace (skipped where there is none)', () => {
  it('a kill at each write and sync of a refresh leaves it whole', async () => {
    const { kills, wrong } = await killAtEachCall(folder, ['refresh']);
    expect(wrong).toEqual([]);
    expect(kills.refresh).toBeGreaterThan(5);
  });
});
