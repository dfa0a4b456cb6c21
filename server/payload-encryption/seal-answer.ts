import type { Context } from 'hono';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { ANSWER_KEY_HEADER, JOSE } from '../../contract/extensions/server-to-server.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { answerFailure } from '../http/failure.ts';
import { headerOf } from '../http/header.ts';
import { invalid, Refusal } from '../http/refusal.ts';
import { ALGORITHMS } from './open-payload.ts';

/** The members of a JWK that no public key has (RFC 7518 6.2.2, 6.3.2, 6.4.1). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Longest `kid`, which the answer repeats. */
const LONGEST_KID = 255;

const KEY_BYTES = 32;

/** A key to encrypt for. */
type AnswerKey = { key: Awaited<ReturnType<typeof importJWK>>; kid: string | undefined };

type Next = () => Response | Promise<Response>;

/**
 * Encrypts what a route answers where the caller asks for it: by a key in ANSWER_KEY_HEADER, or by
 * an Accept of nothing but application/jose, which is refused without a key. The key is looked at
 * before the route is, so that nothing happens whose answer cannot be read. Refusals of the route are encrypted
 * too; those before it are not, and no more is what is the server's fault. Whoever does not ask
 * costs two look-ups of a header.
 */
export function answerSealer({ logger }: Dependencies) {
  const seal = async (c: Context<AppEnv>, given: string | undefined, next: Next) => {
    const key = await answerKeyOf(given);
    let made: Response;
    try {
      made = await next();
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      made = answerFailure(c, error, logger);
    }
    return sealed(c, made, key);
  };

  return (c: Context<AppEnv>, next: Next): Response | Promise<Response> => {
    const given = headerOf(c, ANSWER_KEY_HEADER);
    const isAsked = given !== undefined || acceptsNothingElse(headerOf(c, 'accept'));
    return isAsked ? seal(c, given, next) : next();
  };
}

function acceptsNothingElse(accept = ''): boolean {
  return accept.includes(JOSE) && !/\bjson\b|\*/.test(accept);
}

/** The same answer with its body encrypted; written as it is made where it is to be. */
async function sealed(c: Context<AppEnv>, made: Response, key: AnswerKey): Promise<Response> {
  const written = c.env?.written;
  const text = await sealText(written?.text ?? (await made.text()), key);
  if (written !== undefined) {
    c.env.written = { ...written, headers: { ...written.headers, 'Content-Type': JOSE }, text };
    return made;
  }
  const headers = new Headers(made.headers);
  headers.set('Content-Type', JOSE);
  return new Response(text, { status: made.status, headers });
}

function sealText(text: string, { key, kid }: AnswerKey): Promise<string> {
  const header = { alg: ALGORITHMS.key, enc: ALGORITHMS.content, cty: 'json' };
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ ...header, ...(kid !== undefined && { kid }) })
    .encrypt(key);
}

/**
 * The key that a header gives.
 *
 * @throws Refusal 400 for what is no public key on P-256 for our algorithm; it repeats nothing of it
 */
async function answerKeyOf(given: string | undefined): Promise<AnswerKey> {
  if (given === undefined) {
    throw refused(`is missing, where ${JOSE} is accepted`);
  }
  const jwk = jwkOf(given);
  if (PRIVATE.some((member) => member in jwk)) {
    throw refused('holds a private or secret key, which nobody may send; take another one');
  }
  const { kty, crv, x, y, use = 'enc', alg = ALGORITHMS.key, kid } = jwk;
  const isOurs = kty === 'EC' && crv === 'P-256' && use === 'enc' && alg === ALGORITHMS.key;
  if (!(isOurs && isCoordinate(x) && isCoordinate(y))) {
    throw refused(`must be a key on the curve P-256 for ${ALGORITHMS.key}`);
  }
  if (kid !== undefined && !(typeof kid === 'string' && kid.length <= LONGEST_KID)) {
    throw refused(`must have a kid of at most ${LONGEST_KID} characters`);
  }
  try {
    return { key: await importJWK({ kty, crv, x, y }, ALGORITHMS.key), kid };
  } catch {
    throw refused('is no point on the curve P-256');
  }
}

/** The object that a text in base64url is as JSON. */
function jwkOf(given: string): JWK {
  try {
    const bytes = Buffer.from(given, 'base64url');
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return parsed as JWK;
    }
  } catch {
    // Told below, as what is JSON and no object.
  }
  throw refused('must be a JWK, as JSON in base64url');
}

/** Whether it is a coordinate of P-256: as many bytes, always (RFC 7518 6.2.1.2). */
function isCoordinate(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    /^[A-Za-z0-9_-]+$/.test(text) &&
    Buffer.from(text, 'base64url').length === KEY_BYTES
  );
}

function refused(message: string): Refusal {
  return invalid([{ path: `header ${ANSWER_KEY_HEADER}`, message }]);
}
