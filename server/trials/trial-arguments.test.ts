import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { trialArguments } from './trial-arguments.ts';

const CRASH = { name: 'crash', counts: 'kills', usually: 1000 };
const read = (...given: string[]) => trialArguments(CRASH, ['node', 'run-crash.ts', ...given]);

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describe('the arguments of a trial', () => {
  it('are how many and the seed, with what is usual where they are left out', () => {
    expect(read()).toEqual({ count: 1000, seed: 1 });
    expect(read('50')).toEqual({ count: 50, seed: 1 });
    expect(read('50', '7')).toEqual({ count: 50, seed: 7 });
  });

  it.each([
    ['run-crash.ts', ['--kills', '5']],
    ['run-fuzz.ts', ['5', '1.5']],
    ['webhooks/run-webhook-crash.ts', ['5', '7', '9']],
  ])('of %s end it with one line and exit code 2 where they are %j', (name, given) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script(name), ...given], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('error: ')]);
  });
});
