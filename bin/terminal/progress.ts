import { Presets, SingleBar } from 'cli-progress';
import type { CommandContext } from '../command-context.ts';

/** Shows how far a counted piece of work is. */
export interface Progress {
  /** `done` of the total, in the unit given, and more in words; may be called as often as one likes */
  update(done: number, more?: string): void;
  /** ends the display; must be called, also when the work failed */
  stop(): void;
}

/** Plain lines come at least this many percent apart. */
const STEP = 10;

/** A bar on a terminal; elsewhere a plain line for every tenth of the work. */
export function showProgress(
  what: string,
  total: number,
  unit: string,
  context: Pick<CommandContext, 'interactive' | 'print'>,
): Progress {
  return context.interactive ? bar(what, total, unit) : plainLines(what, total, unit, context);
}

function bar(what: string, total: number, unit: string): Progress {
  const format = `${what} {bar} {percentage}% | {value}/{total} ${unit} | {eta_formatted} left{more}`;
  const display = new SingleBar(
    { format, stream: process.stderr, hideCursor: true, etaBuffer: 50 },
    Presets.shades_classic,
  );
  display.start(total, 0, { more: '' });
  return {
    update: (done, more) => display.update(done, { more: more === undefined ? '' : ` | ${more}` }),
    stop: () => display.stop(),
  };
}

function plainLines(
  what: string,
  total: number,
  unit: string,
  context: Pick<CommandContext, 'print'>,
): Progress {
  let next = STEP;
  return {
    update: (done, more) => {
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
      if (percent >= next) {
        const figures = more === undefined ? '' : `: ${more}`;
        context.print(`${what}: ${percent}% (${done} of ${total} ${unit})${figures}`);
        next = percent - (percent % STEP) + STEP;
      }
    },
    stop: () => {},
  };
}
