import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const UNIT = join(import.meta.dirname, 'hashing-threads.ts');

/** Says, in a process of its own, how many threads give way, and the priority of each by its name. */
const PROGRAM = `
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { letHashingGiveWay } from ${JSON.stringify(UNIT)};
const given = await letHashingGiveWay();
const priorities = readdirSync('/proc/self/task').map((thread) => [
  readFileSync('/proc/self/task/' + thread + '/comm', 'utf8').trim(),
  getPriority(Number(thread)),
]);
console.log(JSON.stringify({ given, own: getPriority(), priorities }));
`;

it.runIf(process.platform === 'linux')('gives way with the threads that hash, and no other', () => {
  const args = ['--input-type=module', '--eval', PROGRAM];
  const told = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const { given, own, priorities } = JSON.parse(told) as {
    given: number;
    own: number;
    priorities: [string, number][];
  };
  const lower = priorities.filter(([, priority]) => priority > own).map(([name]) => name);
  expect(given).toBeGreaterThan(0);
  expect(lower).toEqual(Array.from({ length: given }, () => 'libuv-worker'));
});
