import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from '../../target/target.ts';
import type { Layer } from '../servers/exchange-layer.ts';
import { startWrapped, type WrappedServer, type Wrapping } from '../servers/wrapped-server.ts';
import { exampleValues } from './example-values.ts';
import type { Tool } from './tool.ts';
import { type SubjectKind, type Trial, UNSEEDED } from './tool-figures.ts';

/** A server that tools are put to. */
export interface Subject {
  id: string;
  kind: SubjectKind;
  /** kind of the fault; empty for others */
  group: string;
  /** made anew for every run */
  wrapping(): Wrapping;
  target(server: WrappedServer): Target | Promise<Target>;
}

/** How many runs a tool gets on the reference server, and on the others if it takes a seed. */
const RUNS = 3;

/** Every run of a tool against a subject, one after the other, each with a server of its own. */
export async function trialsOf(
  tool: Tool,
  subject: Subject,
  firstSeed: number,
  folder: string,
): Promise<Trial[]> {
  const runs = tool.seeded || subject.kind === 'reference' ? RUNS : 1;
  const trials: Trial[] = [];
  for (let run = 0; run < runs; run++) {
    const own = await mkdtemp(join(folder, 'run-'));
    const seed = tool.seeded ? firstSeed + run : UNSEEDED;
    trials.push(await trialOf(tool, subject, seed, own));
  }
  return trials;
}

async function trialOf(tool: Tool, subject: Subject, seed: number, folder: string): Promise<Trial> {
  let requests = 0;
  const counting: Layer = (request, next) => {
    requests++;
    return next(request);
  };
  const wrapping = subject.wrapping();
  const server = await startWrapped({
    ...wrapping,
    layers: [counting, ...(wrapping.layers ?? [])],
  });
  const { id, kind, group } = subject;
  try {
    const target = await subject.target(server);
    const values = await exampleValues(target);
    requests = 0;
    const start = performance.now();
    const end = await tool
      .run({ target, values, seed, folder })
      .then((failures) => ({ failures }))
      .catch((error: Error) => ({ failures: [], problem: error.message }));
    const seconds = (performance.now() - start) / 1000;
    return {
      ...{ tool: tool.name, subject: id, kind, group, seed },
      ...end,
      failures: [...new Set(end.failures)],
      seconds: Math.round(seconds * 10) / 10,
      requests,
    };
  } finally {
    await server.close();
  }
}
