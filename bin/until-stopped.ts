/**
 * Resolves when a command is stopped, or after so many seconds.
 *
 * @param seconds as `seconds` of command-context.ts reads them: no longer than a timer can wait for
 */
export function untilStopped(signal: AbortSignal, seconds?: number): Promise<void> {
  const ended =
    seconds === undefined
      ? signal
      : AbortSignal.any([signal, AbortSignal.timeout(Math.round(seconds * 1000))]);
  return new Promise((resolve) => {
    if (ended.aborted) {
      resolve();
    } else {
      ended.addEventListener('abort', () => resolve(), { once: true });
    }
  });
}
