/** How long a second signal counts as the echo of the first, in milliseconds. */
const ECHO = 250;

/** The exit code a shell shows for a process ended by the signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

type StopSignal = keyof typeof EXIT_CODES;

/** What the process was asked to stop with, if it was. */
export interface StopRequest {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** 128 and the signal's number once a signal has come, 0 before. */
  readonly exitCode: number;
}

/**
 * Turns the first stop signal into an abort, so that the command can clean up, and the second into
 * an exit at once. A terminal's Ctrl-C reaches the whole process group, so the same signal may also
 * come once more through a parent that passes it on: what follows within 250 ms is one wish.
 */
export function listenForStop(target: NodeJS.Process = process): StopRequest {
  const controller = new AbortController();
  let exitCode = 0;
  let first = 0;
  for (const name of Object.keys(EXIT_CODES) as StopSignal[]) {
    target.on(name, () => {
      if (!controller.signal.aborted) {
        first = performance.now();
        exitCode = EXIT_CODES[name];
        controller.abort(`${name} was received`);
      } else if (performance.now() - first > ECHO) {
        target.exit(EXIT_CODES[name]);
      }
    });
  }
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
  };
}
