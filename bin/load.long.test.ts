import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { createLogger } from '../server/logger.ts';
import { type Running, startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { envOfK6, LOAD_OF_BUSY_MACHINE } from './testing/k6.ts';
import { runAssay } from './testing/spawn-assay.ts';

const k6 = await k6InTests();

describe.skipIf(!k6)('more of assay load against the reference server (needs k6)', () => {
  let folder: string;
  let running: Running;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-load-test-'));
    running = await startServer({
      db: join(folder, 'reference.db'),
      control: { secret: 'a secret of the test alone' },
      logger: createLogger('silent'),
    });
    const lenient = { ...targetFor(running), load: LOAD_OF_BUSY_MACHINE };
    writeFileSync(join(folder, 'target.json'), JSON.stringify(lenient));
  });
  afterAll(async () => {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  });

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
