import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { UnavailableError } from '../../contract/errors.ts';
import { SCRIPTS_DIR } from '../run/run-file.ts';
import { watchCpu } from './cpu-time.ts';
import type { K6 } from './find-k6.ts';
import { readLog } from './k6-log.ts';

export interface K6Run {
  k6: K6;
  script: string;
  /** the files of the run, all in one folder */
  runFile: string;
  summaryFile: string;
  consoleFile: string;
  /** folders that k6 reads beside its scripts */
  folders: readonly string[];
  /** k6's raw samples, CSV with microseconds since 1970 */
  onSamples: (chunk: Buffer) => void;
  /** further arguments of `k6 run`, such as a second `--out` */
  args?: readonly string[] | undefined;
  /** further variables of its environment */
  env?: Readonly<Record<string, string>> | undefined;
  /** stops k6 gently, then hard */
  signal?: AbortSignal | undefined;
}

export interface K6Ending {
  /** null when a signal ended it */
  exitCode: number | null;
  /** exceptions in scripts: k6 only logs them */
  exceptions: number;
  /** the first exception and the last errors that k6 logged */
  messages: string[];
  /** null where the system does not tell */
  cpuSeconds: number | null;
}

/** System tags kept in k6's samples: what the reports read, and what a reader of exports misses. */
export const SYSTEM_TAGS = 'name,method,status,error_code,scenario,expected_response';
const STOPPING_MS = 5000;

/**
 * Go collects garbage whenever memory has doubled; four times more seldom saves a third of k6's
 * processor time, and the limit brings it back before memory is short.
 */
export function garbageCollection(): Record<string, string> {
  const { GOGC = '400', GOMEMLIMIT = `${Math.floor(totalmem() / 2)}B` } = process.env;
  return { GOGC, GOMEMLIMIT };
}

/**
 * Runs a script with k6, never with its usage report or a look-up of extensions.
 *
 * @throws UnavailableError when the program cannot be started
 */
export async function runK6(run: K6Run): Promise<K6Ending> {
  const variables = {
    ...garbageCollection(),
    ...run.env,
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
    K6_CSV_TIME_FORMAT: 'unix_micro',
    ASSAY_LOAD_RUN: run.runFile,
    ASSAY_LOAD_SUMMARY: run.summaryFile,
  };
  const args = [
    ...['run', '--no-usage-report', '--quiet', '--no-color', '--log-format', 'json'],
    ...['--system-tags', SYSTEM_TAGS, '--console-output', run.consoleFile, '--out', 'csv=-'],
    ...(run.args ?? []),
    run.script,
  ];
  const [program, programArgs] = commandOf(run, args, variables);
  const child = spawn(program, programArgs, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a group of its own: a terminal's Ctrl-C would reach it too, and with ours be the second, on which
    // k6 forgets what it has measured.
    detached: process.platform !== 'win32',
  });
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  const cpu = watchCpu(run.k6.docker ? undefined : child.pid);
  const log = readLog(child.stderr);
  child.stdout.on('data', run.onSamples);
  let hard: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill('SIGINT');
    hard = setTimeout(() => child.kill('SIGKILL'), STOPPING_MS);
  };
  if (run.signal?.aborted) {
    stop();
  }
  run.signal?.addEventListener('abort', stop, { once: true });
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', (error) =>
        reject(new UnavailableError(`${program} cannot be started: ${error.message}`)),
      );
      child.once('close', resolve);
    });
    await log.done;
    return { exitCode, exceptions: log.exceptions(), messages: log.messages(), cpuSeconds: cpu() };
  } finally {
    cpu();
    process.removeListener('exit', orphaned);
    clearTimeout(hard);
    run.signal?.removeEventListener('abort', stop);
  }
}

function commandOf(
  { k6, folders }: K6Run,
  args: string[],
  variables: Record<string, string>,
): [string, string[]] {
  if (k6.docker === undefined) {
    return [k6.path, args];
  }
  const { getuid, getgid } = process;
  const user = getuid && getgid ? ['--user', `${getuid()}:${getgid()}`] : [];
  // The same paths inside as outside, so that no argument has to be translated.
  const mounts = [SCRIPTS_DIR, ...folders].flatMap((folder, place) => [
    '-v',
    `${folder}:${folder}${place === 0 ? ':ro' : ''}`,
  ]);
  // By name only: Docker takes the value from its own environment, and a command line is no place for
  // credentials, which every user of the machine could read there.
  const callers = Object.keys(process.env).filter((name) => name.startsWith('K6_'));
  const names = new Set([...Object.keys(variables), ...callers]);
  const env = [...names].flatMap((name) => ['-e', name]);
  const docker = ['run', '--rm', '--network', 'host', ...user, ...mounts, ...env, k6.docker];
  return ['docker', [...docker, ...args]];
}
