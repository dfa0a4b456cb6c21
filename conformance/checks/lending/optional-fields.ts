import type { CheckContext } from '../../check-context.ts';
import { isRejection, isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { RecordingEndpoint } from '../valid-call.ts';

/** A field that is not required, by its name, as the target has taken it in a request that succeeded. */
type OptionalFields = Map<string, () => unknown>;

/** Fields that are not required and that an endpoint of the target is known to take. */
export const takenFields = (
  context: CheckContext,
  endpoint: RecordingEndpoint,
): Promise<OptionalFields> =>
  context.shared(`fields that ${endpoint} takes beside the required ones`, async () => new Map());

/** What nobody promises to take and the target has taken, as the observations of it call it. */
export const takenValues = (
  context: CheckContext,
  endpoint: RecordingEndpoint,
): Promise<Set<string>> =>
  context.shared(`values that ${endpoint} takes and need not`, async () => new Set());

/** Fields that are not required, that the target file gives values of, and that the target does without. */
export const givenInVain = (
  context: CheckContext,
  endpoint: RecordingEndpoint,
): Promise<Set<string>> =>
  context.shared(`given fields that ${endpoint} does without`, async () => new Set());

/** A body without what the target file gives and the target does without. */
export async function withoutGiven(
  context: CheckContext,
  endpoint: RecordingEndpoint,
  body: unknown,
): Promise<Record<string, unknown>> {
  const inVain = await givenInVain(context, endpoint);
  return Object.fromEntries(Object.entries(body as object).filter(([field]) => !inVain.has(field)));
}

/**
 * Those of a further call: each call has others of them, so that what is asked of a call is asked in all
 * combinations sooner or later, and for no request more.
 */
export async function ofTaken(
  context: CheckContext,
  endpoint: RecordingEndpoint,
  which: 'none' | 'some' | 'all',
): Promise<Record<string, unknown>> {
  if (which === 'none') {
    return {};
  }
  const taken = await takenFields(context, endpoint);
  const calls = await context.shared(`further calls of ${endpoint}`, async () => ({ made: 0 }));
  calls.made += 1;
  const fields = [...taken].filter(
    (_, index) => which === 'all' || ((calls.made >> index) & 1) === 1,
  );
  return Object.fromEntries(fields.map(([field, value]) => [field, value()]));
}

/**
 * Whether it is for want of optional fields that a request was refused: it is served with them, refused without, and
 * served with them again. Twice, since a target may have taken one such request and no more for now.
 */
export async function areDemanded(
  send: (which: 'with' | 'without') => Promise<Exchange>,
): Promise<boolean> {
  return (
    isSuccess(await send('with')) &&
    isRejection(await send('without')) &&
    isSuccess(await send('with'))
  );
}
