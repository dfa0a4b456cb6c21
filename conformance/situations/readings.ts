import { createHash } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { CheckContext } from '../check-context.ts';
import { listingApiToken, servedApiToken } from '../checks/tokens/api-tokens.ts';
import { asksForMore } from './covering-array.ts';
import { onceMore, situationOf } from './drawn-situations.ts';
import { factorsFor, IN_FRENCH } from './endpoint-factors.ts';
import { AS_SHOWN, type Situation, type Value } from './situation.ts';

/**
 * A reading once more, which is enough: nearly all have other forms of headers the first time. It is in the other
 * header form where that is taken, or with the customer's API token where that is told the same: of each endpoint
 * half of the checks so, half so, and all in both where a run asks for more than pairs.
 */
export async function readingsOf(
  context: CheckContext,
  { id, endpoint }: { id: string; endpoint: EndpointName },
): Promise<Situation[]> {
  const { token = [] } = await factorsFor(context, endpoint);
  const [draw = 0] = createHash('sha256').update(`${context.seed} ${id}`).digest();
  const isByApiToken = draw % 2 === 0;
  const apiToken =
    isByApiToken || asksForMore(context) ? await tokenToldTheSame(context, endpoint) : undefined;
  const other = token.at(-1) ?? AS_SHOWN;
  const byApiToken: Value[] = apiToken ? [{ text: 'with an API token', apiToken }] : [];
  const ways = asksForMore(context) ? [...byApiToken, other] : [byApiToken[0] ?? other];
  const language = endpoint === 'portfolios' ? [IN_FRENCH] : [];
  return ways.map((way) => onceMore(situationOf(endpoint, [way, ...language]), 0));
}

/** The customer's API token, where a list is told with it as in a session. */
async function tokenToldTheSame(
  context: CheckContext,
  endpoint: EndpointName,
): Promise<string | undefined> {
  if (endpoint === 'awaiting-payments') {
    return listingApiToken(context);
  }
  const isSame =
    endpoint === 'portfolios' && (await context.passed('portfolios.api-token-entries'));
  return isSame ? servedApiToken(context, endpoint) : undefined;
}
