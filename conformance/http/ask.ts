import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { TooLargeError } from '../../target/bounded-body.ts';

/** An answer as it came, its body not yet decoded. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** A request under way. */
export interface Asked {
  /** rejects with what undici says of the connection, TooLargeError, TimedOutError, or what it was given up for */
  received: Promise<Received>;
  /** ends it at once, its connection with it */
  giveUp(reason: Error): void;
}

/** No whole answer came in time. */
export class TimedOutError extends Error {
  override name = 'TimedOutError';
}

/** How an answer is taken. */
interface AskOptions {
  /** for the whole of it, in milliseconds from sending to the last byte */
  timeoutMs: number;
  /** bytes of a body, at most */
  limit: number;
  /** hears the status as soon as the head is there, before another request can follow it */
  onHead(status: number): void;
}

/**
 * Sends one request by the events of a dispatcher: its promises cost a stream, an iterator and signals for
 * each answer, a tenth of what a run takes. Interim answers (RFC 9110 section 15.2) are passed over.
 */
export function ask(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, limit, onHead }: AskOptions,
): Asked {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const chunks: Buffer[] = [];
  let head: Omit<Received, 'bytes'> | undefined;
  let size = 0;
  let begun: Dispatcher.DispatchController | undefined;
  let given: Error | undefined;
  const giveUp = (reason: Error) => {
    given = reason;
    begun?.abort(reason);
    // What waits for a connection is not told of before it has one.
    reject(reason);
  };
  const late = () => giveUp(new TimedOutError(`no complete answer within ${timeoutMs} ms`));
  // Not AbortSignal.timeout: its timer runs on for every request that was answered long ago.
  const timer = setTimeout(late, timeoutMs);
  dispatcher.dispatch(request, {
    onRequestStart(controller) {
      begun = controller;
      if (given) {
        controller.abort(given);
      }
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) {
        head = { status, headers };
        onHead(status);
      }
    },
    onResponseData(controller, chunk) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) {
        controller.abort(new TooLargeError(`the body is larger than ${limit} bytes`));
      }
    },
    onResponseEnd() {
      if (head) {
        clearTimeout(timer);
        resolve({ ...head, bytes: Buffer.concat(chunks) });
      }
    },
    onResponseError(_controller, error) {
      clearTimeout(timer);
      reject(error);
    },
  });
  return { received: promise, giveUp };
}
