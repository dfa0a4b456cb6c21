import type { CallOptions, CheckContext } from '../../check-context.ts';
import { answerOf, isRejection, isSuccess, successOf } from '../../expectations.ts';
import { type Exchange, sameHeaders } from '../../http/exchange.ts';
import { headerValue } from '../../http/header-value.ts';
import { deviate } from '../../outcome.ts';
import { likeFirst } from '../idempotency/experiments.ts';
import { type Round, roundsInForms } from '../idempotency/repeats-in-forms.ts';
import type { RecordingEndpoint } from '../valid-call.ts';
import { takenFields } from './optional-fields.ts';

const KEY = 'x-idempotency-key';
const INTERACTION = 'x-fapi-interaction-id';
const LANGUAGE = 'accept-language';

/** Whether all answers to a request in its forms were refusals. */
const isRefused = ({ atOnce, again }: Round): boolean =>
  [...atOnce, again].every((answer) => answer === undefined || isRejection(answer));

/**
 * The request in the token's usual form on the usual host, with every field that the target takes beside those of the
 * first request, and as that one had them: the same each time, so that who takes nothing twice refuses it as well.
 */
async function usualForms(
  context: CheckContext,
  endpoint: RecordingEndpoint,
  { options }: Round,
): Promise<CallOptions[]> {
  const taken = [...(await takenFields(context, endpoint))];
  const { host: _, bearer: __, body, ...rest } = options;
  const first = (await likeFirst(context, endpoint)).body as Record<string, unknown>;
  const none = Object.fromEntries(taken.map(([field]) => [field, first[field]]));
  const beside = taken.filter(([field]) => first[field] === undefined);
  const all = Object.fromEntries(beside.map(([field, value]) => [field, value()]));
  return [all, none].map((fields) => ({
    ...rest,
    inUsualForms: true,
    body: { ...(body as object), ...fields },
  }));
}

/** The request in the forms of headers in which it was refused, under a key and an interaction of its own. */
function inItsForms({ options, atOnce, again }: Round): CallOptions {
  const [refused] = [...atOnce, again].filter((answer) => answer !== undefined);
  if (refused === undefined) {
    return options;
  }
  const { [KEY]: _, [INTERACTION]: __, ...headers } = sameHeaders(refused);
  const language = headerValue(refused.request.headers, LANGUAGE) ?? null;
  return { ...options, headers: { ...headers, [LANGUAGE]: language } };
}

/**
 * Demands of a valid request that it is served in forms that the target takes one by one: a token in either
 * header, refreshed or not, the lending host, and fields that may be left out (sections 4.2, 4.6, 4.7 and 5.2).
 * Nothing is asked unless the target refused such a request earlier in the run, which a rule of its business may
 * do as well: only where it is refused twice, and the same in a usual form served after each time, its form is
 * what it was refused for.
 */
export async function expectServedTogether(
  context: CheckContext,
  endpoint: RecordingEndpoint,
): Promise<void> {
  for (const round of (await roundsInForms(context, endpoint)).filter(isRefused)) {
    const send = (options: CallOptions): Promise<Exchange> => context.call(endpoint, options);
    const options = inItsForms(round);
    const refusal = await send(options);
    if (!isRejection(refusal)) {
      continue;
    }
    for (const usual of await usualForms(context, endpoint, round)) {
      if (
        isSuccess(await send(usual)) &&
        isRejection(await send(options)) &&
        isSuccess(await send(usual))
      ) {
        deviate(
          `a valid request ${round.text} to be served, as it is with the usual body and headers before and after it`,
          answerOf(refusal),
          successOf(refusal),
        );
      }
    }
  }
}
