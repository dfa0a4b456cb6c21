import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The command's entry in this checkout. */
export const ASSAY = join(dirname(import.meta.dirname), 'assay.js');

/** What a finished command left to see. */
export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** whether a process of its group still runs */
  leftProcess: boolean;
}

/** Where and how to run the command. */
export interface SpawnOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** default: this checkout's bin/assay.js */
  entry?: string;
  /** the user and group id to run as; default: as this process */
  user?: number | undefined;
}

type Assay = ChildProcessByStdio<null, Readable, Readable>;

/** Starts `assay` in a process group of its own. */
export function spawnAssay(args: string[], options: SpawnOptions = {}): Assay {
  const { NODE_OPTIONS: _ours, ...env } = process.env;
  return spawn(process.execPath, [options.entry ?? ASSAY, ...args], {
    cwd: options.cwd,
    env: { ...env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(options.user !== undefined && { uid: options.user, gid: options.user }),
  });
}

/** Runs `assay` to its end. */
export async function runAssay(args: string[], options: SpawnOptions = {}): Promise<Finished> {
  return finish(spawnAssay(args, options));
}

/** Waits for the end of a started `assay`. */
export async function finish(assay: Assay): Promise<Finished> {
  const [stdout, stderr] = await Promise.all([
    text(assay.stdout),
    text(assay.stderr),
    closed(assay),
  ]);
  return {
    code: assay.exitCode,
    signal: assay.signalCode,
    stdout,
    stderr,
    leftProcess: isGroupAlive(assay.pid),
  };
}

/** The first line of standard output that satisfies the pattern; fails when the output ends. */
export async function lineOf(assay: Assay, pattern: RegExp): Promise<string> {
  for await (const line of createInterface(assay.stdout)) {
    if (pattern.test(line)) {
      return line;
    }
  }
  throw new Error(`the output ended without a line like ${pattern}`);
}

async function closed(assay: Assay): Promise<void> {
  if (assay.exitCode === null && assay.signalCode === null) {
    await once(assay, 'exit');
  }
}

function isGroupAlive(pid: number | undefined): boolean {
  try {
    process.kill(-(pid ?? Number.NaN), 0);
    return true;
  } catch {
    return false;
  }
}
