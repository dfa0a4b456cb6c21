import type { FromWorker } from './messages.ts';

/** How long a message may wait for others, in milliseconds. */
const WAIT_MS = 10;

/** What somebody waits for, or a worker that dies has lost for good: it takes along all that waits. */
const AT_ONCE: ReadonlySet<FromWorker['type']> = new Set(['checks', 'breach', 'problem', 'done']);

/**
 * Gives what posts messages in their order, those of some milliseconds together: each posting wakes
 * the other thread, which on few processors takes the worker's turn.
 */
export function batchedPost(post: (messages: FromWorker[]) => void): (message: FromWorker) => void {
  let waiting: FromWorker[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const messages = waiting;
    waiting = [];
    post(messages);
  };
  return (message) => {
    waiting.push(message);
    if (AT_ONCE.has(message.type)) {
      flush();
    } else {
      timer ??= setTimeout(flush, WAIT_MS);
    }
  };
}
