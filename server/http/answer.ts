import type { Context } from 'hono';
import type { AppEnv } from '../dependencies.ts';
import { isUuid } from './identifier.ts';

/** Tokens and people's data must not stay in a cache (RFC 6749 5.1). */
const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/**
 * A JSON answer. Echoes x-fapi-interaction-id, on errors too, when it is a UUID: nothing else is
 * repeated, so that no foreign text gets into our headers. Built as a plain Response, which the
 * node adapter writes without a detour (`c.json` costs half the throughput).
 */
export function answer(
  c: Context<AppEnv>,
  body: unknown,
  status = 200,
  extra: Readonly<Record<string, string>> = {},
): Response {
  const interaction = c.req.header('x-fapi-interaction-id');
  const headers: Record<string, string> = { ...HEADERS, ...extra };
  if (interaction !== undefined && isUuid(interaction)) {
    headers['x-fapi-interaction-id'] = interaction;
  }
  return new Response(JSON.stringify(body), { status, headers });
}
