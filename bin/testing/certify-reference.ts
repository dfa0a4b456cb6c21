import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../conformance/report/report.ts';
import { createLogger } from '../../server/logger.ts';
import { rememberingPasswords } from '../../server/passwords.ts';
import { type Running, startServer } from '../../server/serve.ts';
import { targetFor } from '../../server/target.ts';
import { type EndedLine, runLines } from './run-lines.ts';
import { runAssay } from './spawn-assay.ts';

/** The target file of the reference server. */
export type TargetFile = ReturnType<typeof targetFor>;

/** A run of the command on the server: its name, what is changed in the target file, and options. */
export interface NamedRun {
  name: string;
  change?: (target: TargetFile) => object;
  options?: readonly string[];
}

/** A reference server of this process that the command certifies, with a folder for what it writes. */
export interface CertifiedReference {
  folder: string;
  running: Running;
  /** requests that it was sent so far, without those of the states hook */
  requests(): number;
  /** Certifies the server with a target file that was changed, by the command. */
  certify(
    name: string,
    change?: (target: TargetFile) => object,
    options?: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<Awaited<ReturnType<typeof runAssay>> & { out: string; report: Report }>;
  /** The same by many lines in one process, in their order; the ends in that order, too. */
  certifyEach(runs: readonly NamedRun[]): Promise<(EndedLine & { out: string })[]>;
  close(): Promise<void>;
}

/** The secret of the server's states hook, which no report may show. */
export const HOOK_SECRET = 'the states hook of this test';

/** Starts one, on a free port and in a temporary folder. */
export async function certifiedReference(): Promise<CertifiedReference> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-certify-'));
  let requests = 0;
  const running = await startServer({
    db: ':memory:',
    control: { secret: HOOK_SECRET },
    wrap: (fetch) => (request, bindings) => {
      requests += 1;
      return fetch(request, bindings);
    },
    logger: createLogger('silent'),
    passwords: rememberingPasswords(),
  });
  const lineOf = ({ name, change = (target) => target, options = [] }: NamedRun) => {
    const file = join(folder, `${name}.json`);
    const out = join(folder, name);
    writeFileSync(file, JSON.stringify(change(targetFor(running))));
    return { out, args: ['certify', '--target', file, '--out', out, ...options] };
  };
  return {
    folder,
    running,
    requests: () => requests,
    async certify(name, change, options, env = {}) {
      const { out, args } = lineOf({
        name,
        ...(change && { change }),
        ...(options && { options }),
      });
      const ended = await runAssay(args, { cwd: folder, env });
      return { ...ended, out, report: reportIn(out) };
    },
    async certifyEach(runs) {
      const asked = runs.map(lineOf);
      const { lines, stderr, leftProcess } = await runLines(
        asked.map(({ args }) => ({ args, folder, env: {} })),
      );
      if (leftProcess || stderr !== '') {
        throw new Error(`the process of the runs left something behind, or said ${stderr}`);
      }
      return lines.map((line, place) => ({ ...line, out: asked[place]?.out ?? '' }));
    },
    async close() {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The report that a run wrote into a folder. */
export function reportIn(out: string): Report {
  return JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
}
