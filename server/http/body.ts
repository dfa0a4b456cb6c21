import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { AppEnv } from '../dependencies.ts';
import { invalid, Refusal } from './refusal.ts';

/** Largest request body in bytes; the specification shows no limit. */
export const BODY_LIMIT = 256 * 1024;

/** Most levels of lists and objects in each other; the bodies of section 4 have three. */
export const DEEPEST = 64;

/**
 * The JSON body of a request, whatever its method and Content-Type (RFC 9110 8.3 lets a recipient
 * look at the data). An absent body is `undefined`.
 *
 * @throws Refusal 400 for what is not JSON in UTF-8 or nested deeper than DEEPEST, 413 for more
 *   than BODY_LIMIT bytes
 */
export async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const text = await readText(c);
  if (text === '') {
    return undefined;
  }
  // Before it is parsed: what comes after, SQLite and JSON.stringify among it, gives up on depth.
  if (isTooDeep(text)) {
    const message = `must not be nested deeper than ${DEEPEST} levels`;
    throw invalid([{ path: 'body', message }]);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ path: 'body', message: 'must be JSON' }]);
  }
}

/**
 * The body of a request as text. It is read before the routing (see `receiveBody`); tests give it
 * with the request.
 *
 * @throws Refusal 400 for what is not UTF-8
 */
export async function readText(c: Context<AppEnv>): Promise<string> {
  const body = c.env?.body ?? Buffer.from(await c.req.arrayBuffer());
  return typeof body === 'string' ? body : decode(body);
}

/**
 * The bytes of a body as node:http receives them. Every request has its body read by this, whether
 * a route looks at it or not: awaiting-payments has one on GET (section 4.5), which neither
 * `c.req` nor Hono's body limit sees, and a body that nobody reads must have an end, too.
 *
 * @throws Refusal 413 for more than BODY_LIMIT bytes, as soon as that is known
 */
export async function receiveBody(incoming: IncomingMessage): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT) {
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Events, not `for await`: leaving that loop would destroy the socket before the 413 is sent.
  return new Promise((resolve, reject) => {
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > BODY_LIMIT) {
        incoming.removeAllListeners('data');
        incoming.pause();
        reject(tooLarge());
      } else {
        chunks.push(chunk);
      }
    });
    incoming.once('end', () => {
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks, length));
    });
    incoming.once('error', reject);
  });
}

function tooLarge(): Refusal {
  const message = `the body is larger than ${BODY_LIMIT} bytes`;
  return new Refusal(413, message, {}, { Connection: 'close' });
}

/** A text of JSON (RFC 8259 section 7), in which brackets nest nothing; one without an end, too, lest each of its quotes begin another. */
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"?/gs;

/** Whether brackets outside of texts are open more than DEEPEST at once. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.replaceAll(TEXT, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > DEEPEST) {
      return true;
    }
  }
  return false;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid([{ path: 'body', message: 'must be UTF-8' }]);
  }
}
