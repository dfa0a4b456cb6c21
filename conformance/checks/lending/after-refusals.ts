import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isRejection, isSuccess, successOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { bodyFields } from '../kinds/body-fields.ts';
import { ownCall, sendCall } from '../own-entry.ts';
import { baseOf } from '../valid-call.ts';
import { requestWith } from './request-with.ts';

const endpoint = 'request-loan' as const;
const base = baseOf(endpoint);

const REQUIRED = bodyFields(endpoint)
  .filter(({ required, hasDefault }) => required && !hasDefault)
  .map(({ field }) => field);

/** The valid request on an entry of its own, after requests for it that lacked a field each. */
async function askedAfter(
  context: CheckContext,
  lacking: readonly string[],
): Promise<Exchange | undefined> {
  const call = await ownCall(context, endpoint);
  if (!call.isFresh) {
    return undefined;
  }
  for (const field of lacking) {
    const { exchange } = await sendCall(context, call, { body: { [field]: undefined } });
    if (!isRejection(exchange)) {
      return undefined;
    }
  }
  return (await sendCall(context, call)).exchange;
}

/**
 * The field without which a refused request stands in the way of the next. A target may make whoever was refused
 * wait, or have entries that are served to nobody, so that it is one field and not another, twice, and then none.
 *
 * @param asked what a valid request is answered after requests that lacked a field each
 */
export async function fieldInTheWay(
  asked: (lacking: readonly string[]) => Promise<Exchange | undefined>,
): Promise<[string, Exchange] | undefined> {
  const isServed = async (lacking: readonly string[]) => {
    const exchange = await asked(lacking);
    return exchange && isSuccess(exchange);
  };
  if ((await isServed(REQUIRED)) !== false) {
    return undefined;
  }
  let found: [string, Exchange] | undefined;
  let hasServed = false;
  for (const field of REQUIRED) {
    const exchange = await asked([field]);
    if (exchange && isSuccess(exchange)) {
      hasServed = true;
    } else if (exchange) {
      found ??= [field, exchange];
    }
    if (found && hasServed) {
      return (await isServed([found[0]])) === false && (await isServed([])) ? found : undefined;
    }
  }
  return undefined;
}

/** Section 3.1: an application is created of a valid body, so that what was refused leaves none to stand in the way. */
export const afterRefusals: Check = {
  ...base,
  id: 'request-loan.after-refusals',
  title: 'lets a loan be requested after requests for it that lacked a field',
  requirements: ['LOAN-27'],
  phase: 'endings',
  after: [...base.after, ...REQUIRED.map((field) => `request-loan.refuses.no-${field}`)],
  async run(context) {
    const exchange = await requestWith(context, {});
    if (!isRejection(exchange)) {
      return;
    }
    const found = await fieldInTheWay((lacking) => askedAfter(context, lacking));
    if (found) {
      const [field, after] = found;
      deviate(
        `a request to be served after one without ${field} was refused, as after one that lacked another field`,
        answerOf(after),
        successOf(after),
      );
    }
    // A business may have any reason to serve who was refused so often no more.
    context.observe('answer to a valid request of who was refused before', answerOf(exchange));
  },
};
