/**
 * Waits for all promises, as `Promise.all` does, and where one is rejected for the rest of them, too: a check ends
 * when nothing of it is under way, which the next one would meet.
 *
 * @throws what the first of them was rejected with, in their order
 */
export async function allDone<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
