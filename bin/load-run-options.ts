import { type Command, InvalidArgumentError, Option } from 'commander';
import { PROFILES, type ProfileName } from '../load/scripts/plan/profiles.ts';
import { positiveNumber, wholeNumber } from './command-context.ts';

/** Options of every command that runs or prepares a load. */
export interface RunOptions {
  out: string;
  profile?: ProfileName;
  rate?: number;
  duration?: number;
  warmUp?: number;
  mix?: string;
  commit?: string;
  seed?: number;
}

/** Adds `--out`, `--profile`, `--rate`, `--duration`, `--warm-up`, `--mix`, `--commit` and `--seed`. */
export function addRunOptions(command: Command): void {
  command
    .option('-o, --out <folder>', 'folder of what is written', 'reports/load')
    .addOption(
      new Option('--profile <name>', 'course of the load; default smoke').choices(PROFILES),
    )
    .option('--rate <number>', 'iterations per second; each profile has a default', positiveNumber)
    .option('--duration <time>', 'such as 30s, 5m or 1h; each profile has a default', duration)
    .option(
      '--warm-up <time>',
      'load before that which is in no figure, such as 10s; of repeated runs in place of the uncounted one',
      warmUp,
    )
    .option('--mix <file>', 'what the journeys ask of, in place of load.mix of the target file')
    .option(
      '--commit <name>',
      'what of the target is measured, for trends; default: that of the CI',
    )
    .option('--seed <number>', 'seed of what is random in a journey', wholeNumber(0, 2 ** 31 - 1));
}

/** Options that send metrics elsewhere. */
export interface OutputOptions {
  prometheusRw?: string;
  opentelemetry?: string;
  dashboard?: string;
}

/** Adds `--prometheus-rw` and `--opentelemetry`. */
export function addOutputOptions(command: Command): void {
  command
    .option('--prometheus-rw <url>', 'send metrics by Prometheus remote write')
    .option('--opentelemetry <url>', 'send metrics to a collector: http(s):// or grpc(s)://');
}

/** `--minimum-effect`, of everything that compares. */
export function minimumEffectOption(): Option {
  return new Option(
    '--minimum-effect <share>',
    'effects up to this are no news; default 0.05',
  ).argParser(share);
}

const SECONDS = { s: 1, m: 60, h: 3600 } as const;

/** As `duration`, and `0` for none. */
function warmUp(text: string): number {
  return /^0[smh]?$/.test(text) ? 0 : duration(text);
}

/** Seconds of a time such as `90s`, `5m`, `1h` or `90`. */
function duration(text: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  const seconds = Number(number) * SECONDS[unit as keyof typeof SECONDS];
  if (!(seconds > 0)) {
    throw new InvalidArgumentError('It must be a time such as 30s, 5m or 1h.');
  }
  return seconds;
}

function share(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1)) {
    throw new InvalidArgumentError('It must be a number above 0 and below 1.');
  }
  return value;
}
