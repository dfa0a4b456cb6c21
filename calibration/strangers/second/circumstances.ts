import type { HostName } from '../../../contract/endpoints.ts';
import { jsonAnswer, type LayerContext, type PlainResponse } from '../../servers/exchange-layer.ts';
import { objectOf, queryOf } from '../../servers/requests.ts';
import { isApiToken, sentToken } from '../../servers/tokens.ts';
import { at, remembered, type Situation, staleClaims } from '../situation.ts';

/** One of the three hosts was called. */
export const onHost =
  (host: HostName): Situation =>
  (_request, context) =>
    context.host === host;

/** The header `platform` has this value. */
export const onPlatform =
  (platform: string): Situation =>
  ({ headers }) =>
    headers.platform === platform;

/** An offer is answered, with yes or with no. */
export const answering =
  (accepts: boolean): Situation =>
  (request, context) =>
    at('update-application')(request, context) &&
    queryOf(request).get('status') === String(accepts);

/** The token was good once: past its hour, or logged out. */
export const stale =
  (why: 'expired' | 'revoked'): Situation =>
  (request, context) =>
    staleClaims(request, context)?.why === why;

/** A token was sent that is no token of ours, whether good or not. */
export const malformed: Situation = (request, { dependencies }) => {
  const token = sentToken(request)?.token;
  return (
    token !== undefined && !isApiToken(token) && dependencies.tokens.read(token, 'accept') === null
  );
};

/** The body has no such field. */
export const without =
  (field: string): Situation =>
  ({ body }) =>
    objectOf(body)?.[field] === undefined;

/** The session of an access token, be it past its hour. */
export function sessionIdOf(token: string | undefined, { dependencies }: LayerContext): string {
  return dependencies.tokens.read(token ?? '', 'accept')?.sid ?? '';
}

/** How often something has happened on this server, this time included. */
export function countOf(context: LayerContext, name: string, key: string): number {
  const counts = remembered<number>(context, name);
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** A refusal in the shape of the others. */
export function failed(status: number, message: string): Promise<PlainResponse> {
  return Promise.resolve(jsonAnswer(status, { status: 'FAILED', message }));
}
