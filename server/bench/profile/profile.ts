import { type Profiler, Session } from 'node:inspector/promises';
import type { ProfiledFunction } from './where.ts';

/** Between two looks at what this process does, in microseconds. */
const INTERVAL = 200;

/** Begins to look at what this process does; what it gives ends that, and tells of it. */
export async function startProfile(): Promise<() => Promise<ProfiledFunction[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return functionsOf(profile);
  };
}

/** The functions of a profile, with how long each was at work itself. */
export function functionsOf({
  nodes,
  samples = [],
  timeDeltas = [],
}: Profiler.Profile): ProfiledFunction[] {
  const found = new Map<number, ProfiledFunction>();
  const describe = (node: Profiler.ProfileNode, caller: string): void => {
    const { functionName: name, url } = node.callFrame;
    found.set(node.id, { name, url: url || caller, self: 0 });
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) {
        describe(child, url || caller);
      }
    }
  };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [root] = nodes;
  if (root) {
    describe(root, '');
  }
  for (const [at, id] of samples.entries()) {
    const one = found.get(id);
    if (one) {
      // A sample is of what was at work since the one before it.
      one.self += timeDeltas[at] ?? 0;
    }
  }
  return [...found.values()].filter(({ self }) => self > 0);
}
