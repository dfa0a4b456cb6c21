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
  it('certifies without k6, names the command that installs it, and exits with 3, beside one that Ctrl-C ends with its server and files', async () => {
    const whole = runAssay(['demo', '--json'], { cwd: folder, env });
    const stopped = spawnAssay(['demo'], { cwd: folder, env });
    let url = '';
    for await (const line of createInterface(stopped.stdout)) {
      url = /^reference server: (.+)$/.exec(line)?.[1] ?? url;
      if (/^\d+\/\d+ checks/.test(line)) {
        break;
      }
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    stopped.kill('SIGINT');
    expect(await finish(stopped)).toMatchObject({ code: 130, leftProcess: false });
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();

    const { code, stdout, stderr, leftProcess } = await whole;
    expect({ code, stderr, leftProcess }).toEqual({ code: 3, stderr: '', leftProcess: false });
    const printed = JSON.parse(stdout);
    const validate = new Ajv2020({ strict: true }).compile(demoSchema);
    expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
    expect(printed.steps.map(({ line }: { line: string }) => line)).toEqual([
      expect.stringMatching(/^conformance: conformant/),
      expect.stringMatching(/^load: not run; k6 .*install it: \S+/),
    ]);
    expect(readdirSync(join(folder, 'reports', 'demo'))).toHaveLength(2);
    const report = join(folder, printed.folder, 'conformance', 'report.json');
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ verdict: 'conformant' });
    expect(readdirSync(temporary)).toEqual([]);
  });
});
