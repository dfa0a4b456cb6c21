import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finish, runAssay, spawnAssay } from './testing/spawn-assay.ts';
import demoSchema from './work/demo.schema.json' with { type: 'json' };

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
  it('certifies without k6, names the command that installs it, and exits with 3; twice at once too', async () => {
    const lines = [['demo'], ['demo', '--json']];
    const both = await Promise.all(lines.map((line) => runAssay(line, { cwd: folder, env })));
    const printed = JSON.parse(both[1]?.stdout ?? '');
    const validate = new Ajv2020({ strict: true }).compile(demoSchema);
    expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
    const runs = readdirSync(join(folder, 'reports', 'demo'));
    expect(runs).toHaveLength(2);
    for (const { code, stdout, stderr, leftProcess } of both) {
      expect(stderr).toBe('');
      expect(stdout).toMatch(/conformance: conformant/);
      expect(stdout).toMatch(/load: not run; k6 .*install it: \S+/);
      expect({ code, leftProcess }).toEqual({ code: 3, leftProcess: false });
    }
    for (const run of runs) {
      expect(both.map(({ stdout }) => stdout).join()).toContain(join('reports', 'demo', run));
      const report = join(folder, 'reports', 'demo', run, 'conformance', 'report.json');
      expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ verdict: 'conformant' });
    }
    expect(readdirSync(temporary)).toEqual([]);
  });

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
