import { describe, expect, it } from 'vitest';
import { untilStopped } from './until-stopped.ts';

describe('what goes on until it is stopped', () => {
  it('ends at once where it was stopped before, and when it is stopped', async () => {
    await expect(untilStopped(AbortSignal.abort())).resolves.toBeUndefined();
    const stop = new AbortController();
    const ended = untilStopped(stop.signal, 60);
    stop.abort();
    await expect(ended).resolves.toBeUndefined();
  });

  it('ends after the time that was given', async () => {
    // The timer alone keeps no process.
    const keeping = setInterval(() => {}, 1000);
    await expect(untilStopped(new AbortController().signal, 0.01)).resolves.toBeUndefined();
    clearInterval(keeping);
  });
});
