import { isIP } from 'node:net';
import { Client } from 'undici';
import type { Addresses, Resolve } from './addresses.ts';

/** What a call works with. */
export interface CallOptions {
  addresses: Addresses;
  resolve: Resolve;
  /** For the whole call, from the look-up of the name to the last byte, in milliseconds. */
  timeLimit: number;
  /** Ends the call from outside. */
  signal: AbortSignal;
  /** Asked when the address is known, right before anything is sent; false sends nothing. */
  isWanted?: () => boolean;
}

/** A request to somebody else's server. */
export interface Call {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** What came back, or why nothing did, in words without what was sent or received. */
export type Outcome =
  | { status: number; headers: Readonly<Record<string, string>>; text: string }
  | { problem: string };

/** What is read of an answer, in bytes; what comes after is not waited for. */
const BODY_LIMIT = 64 * 1024;

/**
 * Sends one request to an address that may be called, and to no other: the name is resolved once,
 * and the connection goes to the address that was judged, whatever the name says a moment later.
 * Redirects are not followed, no proxy is asked, and the connection is not kept. Never rejects.
 */
export async function callOnce(call: Call, options: CallOptions): Promise<Outcome> {
  const url = new URL(call.url);
  const limit = AbortSignal.timeout(options.timeLimit);
  const signal = AbortSignal.any([limit, options.signal]);
  let client: Client | undefined;
  try {
    const found = await addressOf(url, options, signal);
    if ('problem' in found) {
      return found;
    }
    if (options.isWanted?.() === false) {
      return { problem: 'not wanted any more' };
    }
    const { address } = found;
    client = new Client(url.origin, {
      connect: {
        lookup: (_host, { all }, done) => {
          const family = isIP(address);
          if (all) {
            done(null, [{ address, family }]);
          } else {
            done(null, address, family);
          }
        },
      },
    });
    const answer = await client.request({
      method: call.method,
      path: url.pathname + url.search,
      headers: call.headers,
      body: call.body ?? null,
      signal,
    });
    return {
      status: answer.statusCode,
      headers: plain(answer.headers),
      text: await start(answer.body),
    };
  } catch (error) {
    return {
      problem: limit.aborted ? `no answer within ${options.timeLimit} ms` : reasonOf(error),
    };
  } finally {
    await client?.destroy();
  }
}

/** The address that a URL leads to, if it may be called. */
export async function addressOf(
  { hostname, protocol }: URL,
  { addresses, resolve }: Pick<CallOptions, 'addresses' | 'resolve'>,
  signal: AbortSignal,
): Promise<{ address: string } | { problem: string }> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  let found: string[];
  try {
    found = isIP(host) ? [host] : await orAborted(resolve(host), signal);
  } catch (error) {
    return { problem: signal.aborted ? reasonOf(error) : 'the host was not found' };
  }
  const address = found.find((each) => addresses.mayCall(each));
  if (address === undefined) {
    return { problem: 'the host is no public address, and was not allowed' };
  }
  if (protocol !== 'https:' && !addresses.isAllowed(address)) {
    return { problem: 'the URL must be https' };
  }
  return { address };
}

/** Looking a name up cannot be ended, only be left alone. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      abort();
    }
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The answer's first BODY_LIMIT bytes. A body that breaks off changes nothing about its status. */
async function start(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= BODY_LIMIT) {
        break;
      }
    }
  } catch {
    // What came is what there is.
  }
  return Buffer.concat(chunks).subarray(0, BODY_LIMIT).toString();
}

function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** Codes of Node and undici in words; texts of other machines stay out of the log. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection broke off',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  UND_ERR_ABORTED: 'ended by this server',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
};

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') {
    return 'ended by this server';
  }
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return 'the answer is no HTTP';
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return REASONS[code] ?? `the call failed: ${code}`;
}
