import type { Profiler } from 'node:inspector';
import { expect, it } from 'vitest';
import { functionsOf, startProfile } from './profile.ts';

const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
  children,
});

it('gives each function the time between its samples, and what is built in the file of its caller', () => {
  const profile: Profiler.Profile = {
    nodes: [
      node(1, '(root)', '', [2, 4]),
      node(2, 'listJson', 'file:///server/store/payments.ts', [3]),
      node(3, 'join', ''),
      node(4, '(idle)', ''),
    ],
    startTime: 0,
    endTime: 100,
    samples: [2, 3, 2, 4],
    timeDeltas: [10, 20, 30, 40],
  };
  expect(functionsOf(profile)).toEqual([
    { name: 'listJson', url: 'file:///server/store/payments.ts', self: 40 },
    { name: 'join', url: 'file:///server/store/payments.ts', self: 20 },
    { name: '(idle)', url: '', self: 40 },
  ]);
});

it('looks at what this process does until it is asked', async () => {
  const stop = await startProfile();
  const until = performance.now() + 50;
  while (performance.now() < until) {
    busy();
  }
  const functions = await stop();
  expect(functions.map(({ url }) => url)).toContainEqual(
    expect.stringContaining('profile.test.ts'),
  );
});

function busy(): number {
  return Array.from({ length: 1000 }, (_, at) => Math.sqrt(at)).reduce((sum, one) => sum + one);
}
