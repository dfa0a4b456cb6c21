import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { envOfK6 } from './testing/k6.ts';
import { type LoadedReference, loadedReference } from './testing/loaded-reference.ts';
import { runAssay } from './testing/spawn-assay.ts';

const k6 = await k6InTests();

describe.skipIf(!k6)('more of assay load against the reference server (needs k6)', () => {
  let reference: LoadedReference;
  let folder: string;
  beforeAll(async () => {
    reference = await loadedReference();
    ({ folder } = reference);
  });
  afterAll(() => reference.close());

  /** Runs so short that only their exit code's agreement with the verdict can be foretold. */
  const SHORT = '--target target.json --rate 5 --duration 1s';
  const EXIT_CODES = { faster: 0, same: 0, slower: 1, inconclusive: 3 };
  const verdictIn = (out: string): keyof typeof EXIT_CODES =>
    JSON.parse(readFileSync(join(folder, out, 'comparison.json'), 'utf8')).verdict;
  const assay = (line: string) => runAssay(line.split(' '), { cwd: folder, env: envOfK6(k6) });

  it.concurrent('writes a baseline, and runs as often against it', async () => {
    const first = await assay(
      `load payment-listing ${SHORT} --repetitions 2 --baseline baseline.json --out one`,
    );
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(readFileSync(join(folder, 'baseline.json'), 'utf8'))).toHaveLength(2);
    const line =
      'load payment-listing --target target.json --against baseline.json --minimum-effect 0.2 --out two';
    const second = await assay(line);
    expect(second.stderr).toBe('');
    expect(second.stdout).toContain('run 2 of 2, new');
    expect(second.code).toBe(EXIT_CODES[verdictIn('two')]);
    expect(second.stdout).toContain('an effect counts above 20.0%');
  });

  it.concurrent('compares two targets in turn', async () => {
    const line =
      'load compare payment-listing --base target.json --next target.json --rate 5 --duration 1s --repetitions 2 --out turns';
    const ended = await assay(line);
    expect(ended.stderr).toBe('');
    const order = [...ended.stdout.matchAll(/^run (. of 2, \w+)$/gm)].map((match) => match[1]);
    expect(order).toEqual(['1 of 2, base', '1 of 2, new', '2 of 2, new', '2 of 2, base']);
    expect(ended.code).toBe(EXIT_CODES[verdictIn('turns')]);
  });

  it.concurrent('exports the dashboard of k6', async () => {
    const line =
      'load payment-listing --target target.json --rate 5 --duration 5s --dashboard k6.html --out dash';
    expect(await assay(line)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'k6.html'), 'utf8')).toContain('k6');
  });
});
