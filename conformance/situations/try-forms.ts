import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { READING, VALID_CALLS } from '../checks/valid-call.ts';

/** Requests of each at the most: four show every form where all are taken, one by one more where some are not. */
const MOST = 16;

/** Whether a request would show of a form whether it is taken. */
type HasUntried = (endpoint: EndpointName, options: CallOptions) => boolean;

/** Sends valid requests that try the forms of headers that the endpoints were not sent before. */
export async function tryForms(context: CheckContext, hasUntried: HasUntried): Promise<void> {
  // One after the other: what one endpoint shows of a user need not be tried at the next.
  for (const endpoint of READING) {
    await tryAt(context, endpoint, hasUntried).catch(() => {
      // What is not supplied, or does not answer, teaches nothing.
    });
  }
}

async function tryAt(
  context: CheckContext,
  endpoint: (typeof READING)[number],
  hasUntried: HasUntried,
): Promise<void> {
  const options = { ...(await VALID_CALLS[endpoint].options(context)), meantToSucceed: true };
  for (let sent = 0; sent < MOST && hasUntried(endpoint, options); sent += 1) {
    await context.call(endpoint, options);
  }
}
