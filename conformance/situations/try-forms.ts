import type { CheckContext } from '../check-context.ts';
import { READING, VALID_CALLS } from '../checks/valid-call.ts';

/** Requests of each, so that every form is tried once: of a part of a request there are two at most. */
const REQUESTS = 2;

/** Sends valid requests that try the forms of headers that the endpoints were not sent before. */
export async function tryForms(context: CheckContext): Promise<void> {
  // One after the other: what one endpoint shows of a user need not be tried at the next.
  for (const endpoint of READING) {
    await tryAt(context, endpoint).catch(() => {
      // What is not supplied, or does not answer, teaches nothing.
    });
  }
}

async function tryAt(context: CheckContext, endpoint: (typeof READING)[number]): Promise<void> {
  const options = await VALID_CALLS[endpoint].options(context);
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    await context.call(endpoint, { ...options, meantToSucceed: true });
  }
}
