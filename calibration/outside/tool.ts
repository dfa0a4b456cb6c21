import { execFile } from 'node:child_process';
import type { Target } from '../../target/target.ts';
import type { ExampleValues } from './example-values.ts';

/** One run of a tool against one server. */
export interface ToolJob {
  target: Target;
  values: ExampleValues;
  /** used by tools that are random and take a seed */
  seed: number;
  /** an empty folder of its own for what the tool reads and writes */
  folder: string;
}

/** A checker, ready to run. */
export interface Tool {
  name: string;
  version: string;
  /** whether runs differ by the seed; others run once for each server */
  seeded: boolean;
  /** how it is set up, for the document: Markdown of one paragraph */
  configuration: string;
  /** what becomes of the body that awaiting-payments has on its GET */
  getBody: string;
  /**
   * Runs it and resolves to its failures, each by a name that is the same for the same finding on
   * another server. Rejects where it ended without a report.
   */
  run(job: ToolJob): Promise<string[]>;
  close?(): Promise<void>;
}

/** A tool cannot be used here: what is missing, as a clause. */
export class ToolMissing extends Error {
  override name = 'ToolMissing';
}

/** How a command ended. */
export interface CommandEnd {
  /** null where it was ended by a signal, such as at its time limit */
  code: number | null;
  output: string;
}

/** The longest that one run of one tool may take, in milliseconds. */
const RUN_LIMIT_MS = 180_000;

/** The longest that an installation may take, in milliseconds. */
export const INSTALL_LIMIT_MS = 600_000;

/** Runs a command to its end, whatever its exit code; rejects where it cannot be started. */
export function command(
  file: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string>; timeoutMs?: number },
): Promise<CommandEnd> {
  const { cwd, env, timeoutMs = RUN_LIMIT_MS } = options;
  return new Promise((resolve, reject) => {
    execFile(
      file,
      [...args],
      {
        cwd,
        env: { ...process.env, ...env },
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) => {
        if (error && typeof error.code === 'string') {
          reject(error);
        } else {
          const code = error ? (error.killed ? null : Number(error.code ?? 1)) : 0;
          resolve({ code, output: stdout + stderr });
        }
      },
    );
  });
}

/** Runs a command that must succeed for a tool to be usable. */
export async function required(
  what: string,
  ...[file, args, options]: Parameters<typeof command>
): Promise<string> {
  const end = await command(file, args, options).catch((error: Error) => {
    throw new ToolMissing(`${what}: ${error.message}`);
  });
  if (end.code !== 0) {
    throw new ToolMissing(`${what}: ${end.output.trim().split('\n').at(-1) ?? 'it failed'}`);
  }
  return end.output;
}
