import { SingleBar } from 'cli-progress';
import type { CheckResult } from '../result.ts';

/** Shows how far a run is. */
export interface Progress {
  /** counts a result that came in */
  result(result: Pick<CheckResult, 'result'>): void;
  /** ends the display; may be called more than once */
  stop(): void;
}

/** A stream as far as progress needs it: standard error, or one of a test. */
export type ProgressStream = NodeJS.WritableStream & { isTTY?: boolean };

/** Plain lines come at every tenth of the checks, and at least this often, in milliseconds. */
const LONGEST_SILENCE_MS = 5_000;

/**
 * Live progress: a bar with counts on a terminal; elsewhere, as in CI, plain lines without carriage
 * returns, at every tenth of the checks or after 5 s. `plain` chooses lines on a terminal too.
 * More results than `total` may come, since selected checks build on others.
 */
export function createProgress(
  stream: ProgressStream,
  total: number,
  options: { plain?: boolean; now?: () => number } = {},
): Progress {
  const plain = options.plain ?? stream.isTTY !== true;
  return plain ? lines(stream, total, options.now ?? Date.now) : bar(stream, total);
}

function bar(stream: ProgressStream, total: number): Progress {
  const counts = createCounts();
  let done = 0;
  const display = new SingleBar({
    format: '{bar} {value}/{total} checks  {counts}',
    stream,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    // signals are the command's affair
    gracefulExit: false,
  });
  display.start(total, 0, { counts: '' });
  return {
    result({ result }) {
      counts.add(result);
      done += 1;
      display.setTotal(Math.max(total, done));
      display.update(done, { counts: counts.text() });
    },
    stop: () => display.stop(),
  };
}

function lines(stream: ProgressStream, total: number, now: () => number): Progress {
  const counts = createCounts();
  let done = 0;
  let lastDone = 0;
  let lastAt = now();
  const line = () => `${done}/${Math.max(total, done)} checks: ${counts.text()}\n`;
  return {
    result({ result }) {
      counts.add(result);
      done += 1;
      const tenths = (count: number) => Math.floor((10 * count) / Math.max(total, 1));
      const at = now();
      if (tenths(done) === tenths(lastDone) && at - lastAt < LONGEST_SILENCE_MS) {
        return;
      }
      lastDone = done;
      lastAt = at;
      stream.write(line());
    },
    stop() {
      if (done === lastDone) {
        return;
      }
      lastDone = done;
      stream.write(line());
    },
  };
}

function createCounts() {
  const counts = new Map<string, number>();
  return {
    add: (result: string) => counts.set(result, (counts.get(result) ?? 0) + 1),
    text: () => [...counts].map(([result, count]) => `${count} ${result}`).join(', '),
  };
}
