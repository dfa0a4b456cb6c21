import { hash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { TooLargeError } from '../../../target/bounded-body.ts';
import { parseExactly } from './exact-json.ts';

/** How much of a body is kept as text, in bytes: what a report shows of it. */
export const KEPT_BYTES = 32 * 1024;

/** A body as JSON, or what is wrong with it as JSON. */
export type Parsed = { value: unknown } | { problem: string };

/** What is kept of a body: text for reports, and its JSON for checks, as long as they hold it. */
interface ReceivedBody {
  /** the body, or its beginning with a note of its size and digest */
  text: string;
  parsed: Parsed;
}

/** Bodies whose JSON is still held, by digest: what ignores paging gives one body many times. */
const held = new Map<string, WeakRef<Parsed>>();
const released = new FinalizationRegistry<string>((digest) => {
  if (!held.get(digest)?.deref()) {
    held.delete(digest);
  }
});

/**
 * Keeps of a body what is needed. One of more than `KEPT_BYTES` is cut and hashed, and its JSON is
 * shared with that of every equal body; throws TooLargeError where `hasRoomFor`, which is asked for
 * an upper bound of the memory that the JSON takes, denies it.
 */
export function receiveBody(
  bytes: Buffer,
  hasRoomFor: (bytes: number) => boolean = () => true,
): ReceivedBody {
  if (bytes.length <= KEPT_BYTES) {
    const text = bytes.toString('utf8');
    return { text, parsed: parse(text) };
  }
  const digest = hash('sha256', bytes, 'hex');
  const beginning = new StringDecoder('utf8').write(bytes.subarray(0, KEPT_BYTES));
  // The ellipsis lets redaction know a secret that the cut went through.
  const text = `${beginning}… [cut, ${bytes.length} bytes in all, SHA-256 ${digest}]`;
  let parsed = held.get(digest)?.deref();
  if (!parsed) {
    if (!hasRoomFor(weightOf(bytes))) {
      throw new TooLargeError(
        `the body of ${bytes.length} bytes is more than the run has memory left for`,
      );
    }
    parsed = parse(bytes.toString('utf8'));
    held.set(digest, new WeakRef(parsed));
    released.register(parsed, digest);
  }
  return { text, parsed };
}

/** Parses a text as JSON. */
export function parse(text: string): Parsed {
  try {
    return { value: parseExactly(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Bytes of memory that an array or object, and a value within one, take at most on their own. */
const BYTES_OF_CONTAINER = 56;
const BYTES_OF_VALUE = 40;

/** How many bytes the JSON of a body may take once it is parsed, beside its text. */
function weightOf(bytes: Buffer): number {
  let weight = 2 * bytes.length;
  for (const byte of bytes) {
    if (byte === 0x2c) {
      weight += BYTES_OF_VALUE;
    } else if (byte === 0x5b || byte === 0x7b) {
      weight += BYTES_OF_CONTAINER;
    }
  }
  return weight;
}
