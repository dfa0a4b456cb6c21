import type { Context } from 'hono';
import type { AppEnv } from '../dependencies.ts';
import { isUuid } from './identifier.ts';

/** Tokens and people's data must not stay in a cache (RFC 6749 5.1). */
const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** What an answer is made of, where it is to be written as it was made. */
export interface Written {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

const written = new WeakMap<Response, Written>();

/**
 * What is to be written in place of a Response. That is empty then and only says the status: a body
 * would be wrapped in a stream and read out of it again, which costs more than all of a listing.
 */
export function writtenOf(response: Response): Written | undefined {
  return written.get(response);
}

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
  const interaction = c.req.header('x-fapi-interaction-id');
  const headers: Record<string, string> = { ...HEADERS, ...extra };
  if (interaction !== undefined && isUuid(interaction)) {
    headers['x-fapi-interaction-id'] = interaction;
  }
  const text = JSON.stringify(body);
  // Hono makes the answer to HEAD out of this one's headers.
  if (!c.env?.asMade || c.req.method === 'HEAD') {
    return new Response(text, { status, headers });
  }
  const response = new Response(null, { status });
  written.set(response, { status, headers, text });
  return response;
}
