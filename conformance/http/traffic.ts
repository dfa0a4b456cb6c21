import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { UnavailableError } from '../../contract/errors.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';
import type { Exchange } from './exchange.ts';

/** An exchange, and the check or the shared value that it was sent for. */
export interface Sent {
  exchange: Exchange;
  sentFor: string;
}

/** What a thread needs to record exchanges: plain data, which goes by a worker's port. */
export interface TrafficChannel {
  /** an open file of this process */
  file: number;
  key: Uint8Array;
}

/** All exchanges of a run. */
export interface Traffic {
  channel: TrafficChannel;
  /** every exchange recorded so far, in the order they were sent; one is in memory at a time */
  sent(): Generator<Sent>;
  /** takes the file away */
  close(): void;
}

/** How much is recorded with whole bodies, in bytes; the exchanges after that with short ones. */
const WHOLE_BODIES = 64 * 1024 * 1024;

/** How much of a body is recorded after that, in characters. */
const SHORT_BODY = 512;

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;
/** before each record: its length, and when its exchange began */
const HEAD = 4 + 8;

/**
 * Keeps the exchanges of a run on the disk, since they are more than the memory of a run. Which of
 * their values are secrets is known at the end only, so they are encrypted by a key that is nowhere
 * but in the memory of this process, in a file that loses its name at once where the system allows it.
 *
 * @throws UnavailableError when the file cannot be made
 */
export function openTraffic(path: string): Traffic {
  const key = randomBytes(32);
  const file = opened(path);
  return {
    channel: { file, key },
    *sent() {
      for (const at of positionsOf(file)) {
        yield read(file, key, at);
      }
    },
    close() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

function opened(path: string): number {
  try {
    const file = openSync(path, 'wx+', 0o600);
    try {
      rmSync(path);
    } catch {
      // Windows keeps the name of an open file: it is taken away when it is closed.
    }
    return file;
  } catch (error) {
    throw new UnavailableError(
      `cannot write ${path}: ${whyNoFile(error as NodeJS.ErrnoException)}`,
    );
  }
}

/**
 * Gives what records exchanges from now on. Where the disk takes no more it stops: the run goes on,
 * and whoever reads finds fewer exchanges than were sent.
 */
export function recordTraffic({ file, key }: TrafficChannel) {
  let written = fstatSync(file).size;
  let full = false;
  return (exchange: Exchange, sentFor: string): void => {
    if (full) {
      return;
    }
    const kept = written < WHOLE_BODIES ? exchange : shortened(exchange);
    const record = sealed({ exchange: kept, sentFor }, key);
    try {
      written += writeSync(file, record);
    } catch {
      full = true;
    }
  };
}

function shortened({ request, response, ...rest }: Exchange): Exchange {
  return {
    ...rest,
    request: { ...request, ...(request.body !== undefined && { body: cut(request.body) }) },
    ...(response && { response: { ...response, body: cut(response.body) } }),
  };
}

/** With the ellipsis by which redaction knows a secret that was cut in two. */
const cut = (text: string) =>
  text.length <= SHORT_BODY
    ? text
    : `${text.slice(0, SHORT_BODY)}… [cut, the run has sent more than is kept whole]`;

function sealed(sent: Sent, key: Uint8Array): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, key, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(sent), 'utf8'), cipher.final()]);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(IV + TAG + text.length);
  head.writeDoubleLE(Date.parse(sent.exchange.startedAt), 4);
  return Buffer.concat([head, iv, cipher.getAuthTag(), text]);
}

/** Where the records are, in the order in which their exchanges began. */
function positionsOf(file: number): number[] {
  const { size } = fstatSync(file);
  const found: { at: number; startedAt: number }[] = [];
  const head = Buffer.alloc(HEAD);
  for (let at = 0; at + HEAD <= size; ) {
    readSync(file, head, 0, HEAD, at);
    const end = at + HEAD + head.readUInt32LE();
    // The last one is not whole where its thread was ended, or the disk was full.
    if (end <= size) {
      found.push({ at, startedAt: head.readDoubleLE(4) });
    }
    at = end;
  }
  return found.sort((a, b) => a.startedAt - b.startedAt || a.at - b.at).map(({ at }) => at);
}

function read(file: number, key: Uint8Array, at: number): Sent {
  const head = Buffer.alloc(HEAD);
  readSync(file, head, 0, HEAD, at);
  const record = Buffer.alloc(head.readUInt32LE());
  readSync(file, record, 0, record.length, at + HEAD);
  const decipher = createDecipheriv(CIPHER, key, record.subarray(0, IV));
  decipher.setAuthTag(record.subarray(IV, IV + TAG));
  const text = Buffer.concat([decipher.update(record.subarray(IV + TAG)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as Sent;
}
