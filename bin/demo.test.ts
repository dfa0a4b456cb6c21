import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finish, spawnAssay } from './testing/spawn-assay.ts';

/** The whole demo with k6 runs in .ci/run; here is what it does where something is missing. */

let folder: string;
let temporary: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-demo-test-'));
  temporary = mkdtempSync(join(folder, 'tmp-'));
  // no k6, no Go and no Docker on this path
  env = { TMPDIR: temporary, PATH: folder, ASSAY_K6: '', ASSAY_CACHE: join(folder, 'cache') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('assay demo', () => {
  it('stops the server and removes its files on Ctrl-C', async () => {
    const assay = spawnAssay(['demo'], { cwd: folder, env });
    let url = '';
    for await (const line of createInterface(assay.stdout)) {
      url = /^reference server: (.+)$/.exec(line)?.[1] ?? url;
      if (/^\d+\/\d+ checks/.test(line)) {
        break;
      }
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    assay.kill('SIGINT');
    const { code, leftProcess } = await finish(assay);
    expect({ code, leftProcess }).toEqual({ code: 130, leftProcess: false });
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    expect(readdirSync(temporary)).toEqual([]);
  });
});
