import type { Context } from 'hono';
import type { AppEnv } from '../dependencies.ts';
import { headerOf } from './header.ts';
import { isUuid } from './identifier.ts';

/** Tokens and people's data must not stay in a cache (RFC 6749 5.1). */
const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** What an answer is made of, where it is to be written as it was made. */
export interface Written {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/**
 * Stands for an answer that is written as it was made, and only says its status: a body would be
 * wrapped in a stream and read out of it again, and even an empty Response costs as much to make as
 * all headers to check. Nobody changes it, so one will do.
 */
const STANDING: Record<number, Response> = {};

/**
 * A JSON answer. Echoes x-fapi-interaction-id, on errors too, when it is a UUID: nothing else is
 * repeated, so that no foreign text gets into our headers.
 */
export function answer(
  c: Context<AppEnv>,
  body: unknown,
  status = 200,
  extra: Readonly<Record<string, string>> = {},
): Response {
  return answerJson(c, JSON.stringify(body), status, extra);
}

/** The same of a body that is JSON already. */
export function answerJson(
  c: Context<AppEnv>,
  text: string,
  status = 200,
  extra: Readonly<Record<string, string>> = {},
): Response {
  const interaction = headerOf(c, 'x-fapi-interaction-id');
  const headers: Record<string, string> = { ...HEADERS, ...extra };
  if (interaction !== undefined && isUuid(interaction)) {
    headers['x-fapi-interaction-id'] = interaction;
  }
  // Hono makes the answer to HEAD out of this one's headers.
  if (!c.env?.asMade || c.req.method === 'HEAD') {
    return new Response(text, { status, headers });
  }
  c.env.written = { status, headers, text };
  STANDING[status] ??= new Response(null, { status });
  return STANDING[status];
}
