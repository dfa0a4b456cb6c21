import type { Context } from 'hono';
import { compactDecrypt, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { invalid } from '../http/refusal.ts';

/** How a body may be encrypted (RFC 7518): how its key is, and how it is itself. */
export interface JweAlgorithms {
  key: string;
  content: string;
}

/** Pinned: an algorithm is never the sender's choice (RFC 8725 3.1). */
export const ALGORITHMS: JweAlgorithms = { key: 'ECDH-ES+A256KW', content: 'A256GCM' };

/** `{"` in base64url, with which the header of every JWE begins; no JSON text does. */
const COMPACT = /^ey[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]*){4}\s*$/;

/**
 * The content of a JWE in its compact form.
 *
 * @throws JOSEError or TypeError when it is not encrypted so, or not for this key
 */
export async function openJwe(
  jwe: string,
  privateJwk: JWK,
  { key, content }: JweAlgorithms = ALGORITHMS,
): Promise<string> {
  const { plaintext } = await compactDecrypt(jwe, await importJWK(privateJwk, key), {
    keyManagementAlgorithms: [key],
    contentEncryptionAlgorithms: [content],
    // What is compressed is refused: how long it is tells of what is in it, and it may be a bomb.
    maxDecompressedLength: 0,
  });
  return new TextDecoder('utf-8', { fatal: true }).decode(plaintext);
}

/**
 * Opens the body of a request where it is a JWE for a key of ours, before the route reads it. A body
 * that is not encrypted costs two comparisons.
 */
export function payloadOpener({ store, clock }: Dependencies) {
  const open = async (text: string): Promise<string> => {
    try {
      const { kid } = decodeProtectedHeader(text);
      const found = store.payloadKeys.find(String(kid));
      if (found && (found.opensUntil === null || clock.now() < found.opensUntil)) {
        return await openJwe(text, found.privateJwk);
      }
    } catch {
      // One answer for all that is wrong with it: what exactly would help to break it.
    }
    const message =
      'cannot be decrypted: no JWE for a key that opens, by ECDH-ES+A256KW and A256GCM';
    throw invalid([{ path: 'body', message }]);
  };

  return (
    c: Context<AppEnv>,
    next: () => Response | Promise<Response>,
  ): Response | Promise<Response> => {
    const text = encrypted(c.env?.body);
    if (text === undefined) {
      return next();
    }
    return open(text).then((plain) => {
      c.env.body = plain;
      return next();
    });
  };
}

function encrypted(body: string | Buffer | undefined): string | undefined {
  if (body === undefined || body.length < 2) {
    return undefined;
  }
  const isText = typeof body === 'string';
  const begins = isText ? body.startsWith('ey') : body[0] === 0x65 && body[1] === 0x79;
  if (!begins) {
    return undefined;
  }
  const text = body.toString();
  return COMPACT.test(text) ? text.trim() : undefined;
}
