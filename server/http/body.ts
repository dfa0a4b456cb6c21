import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { AppEnv } from '../dependencies.ts';
import { invalid, Refusal } from './refusal.ts';

/** Largest request body in bytes; the specification shows no limit. */
export const BODY_LIMIT = 256 * 1024;

/**
 * The JSON body of a request, whatever its method and Content-Type (RFC 9110 8.3 lets a recipient
 * look at the data). An absent body is `undefined`.
 *
 * @throws Refusal 400 for what is not JSON in UTF-8, 413 for more than BODY_LIMIT bytes
 */
export async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const text = await readText(c);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ path: 'body', message: 'must be JSON' }]);
  }
}

/**
 * Awaiting-payments has a body on GET (section 4.5). The node adapter gives a GET none in
 * `c.req`, and Hono's body limit does not see it, so all bodies are read from node's request.
 */
async function readText(c: Context<AppEnv>): Promise<string> {
  const { body, incoming } = c.env ?? {};
  if (body !== undefined) return body;
  if (incoming !== undefined) return decode(await readIncoming(incoming));
  const bytes = Buffer.from(await c.req.arrayBuffer());
  if (bytes.length > BODY_LIMIT) throw tooLarge();
  return decode(bytes);
}

async function readIncoming(incoming: IncomingMessage): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > BODY_LIMIT) throw tooLarge();
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
      } else chunks.push(chunk);
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks, length)));
    incoming.once('error', reject);
  });
}

function tooLarge(): Refusal {
  const message = `the body is larger than ${BODY_LIMIT} bytes`;
  return new Refusal(413, message, {}, { Connection: 'close' });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid([{ path: 'body', message: 'must be UTF-8' }]);
  }
}
