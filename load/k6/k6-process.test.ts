import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runK6 } from './k6-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-k6-process-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe('k6 in Docker', () => {
  it("has its variables and the caller's for k6 by their names, so that no command line shows a value", async () => {
    const called = join(folder, 'called');
    await writeFile(
      join(folder, 'docker'),
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${called}\nenv > ${called}.env\n`,
      { mode: 0o755 },
    );
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
    vi.stubEnv('K6_PROMETHEUS_RW_PASSWORD', 'a secret');
    vi.stubEnv('K6_CSV_TIME_FORMAT', 'rfc3339');
    vi.stubEnv('NOT_OF_K6', 'of no use there');
    const file = (name: string) => join(folder, name);
    const ending = await runK6({
      k6: { docker: 'grafana/k6:2.2.0', version: 'v2.2.0', source: 'docker' },
      ...{ script: file('script.ts'), runFile: file('run.json'), onSamples: () => {} },
      ...{ summaryFile: file('summary.json'), consoleFile: file('console') },
      folders: [folder],
      env: { K6_OTEL_SERVICE_NAME: 'assay-load' },
    });
    expect(ending.exitCode).toBe(0);
    const args = (await readFile(called, 'utf8')).split('\n');
    const variables = args.filter((_, index) => args[index - 1] === '-e');
    expect(variables).toEqual(expect.arrayContaining(['K6_PROMETHEUS_RW_PASSWORD', 'GOGC']));
    expect(variables).not.toContain('NOT_OF_K6');
    expect(new Set(variables).size).toBe(variables.length);
    expect(args.join()).not.toContain('a secret');
    // Docker takes the values from its own environment.
    const env = (await readFile(`${called}.env`, 'utf8')).split('\n');
    const ours = ['K6_OTEL_SERVICE_NAME=assay-load', `ASSAY_LOAD_RUN=${file('run.json')}`];
    // What the kit reads is not the caller's to set.
    const kept = ['K6_PROMETHEUS_RW_PASSWORD=a secret', 'K6_CSV_TIME_FORMAT=unix_micro'];
    expect(env).toEqual(expect.arrayContaining([...ours, ...kept]));
    for (const variable of [...ours, ...kept]) {
      expect(variables).toContain(variable.split('=')[0]);
    }
  });
});
