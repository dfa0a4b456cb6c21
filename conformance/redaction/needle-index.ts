import { type Layer, originOf } from './layer.ts';
import { FOLD_KEY, isCutAt, lengthShown, SHORTEST_PREFIX } from './match-needle.ts';
import { type Needle, SHORTEST_ANYWHERE } from './needles.ts';

/** A part of a text that shows a needle, by index; `end` is the index after it. */
export interface Range {
  start: number;
  end: number;
  needle: Needle;
}

const isBase64 = (byte: number | undefined) =>
  byte !== undefined && /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte));
const EQUALS = 0x3d;

/** Finds needles in layers, by the first four bytes of each. */
export class NeedleIndex {
  readonly #entries = new Map<number, Bucket>();
  /** a bit for each key's hash: most places are passed over by it alone */
  readonly #likely = new Uint32Array((1 << LIKELY_BITS) / 32);
  readonly #whole: Needle[] = [];

  add(needle: Needle): void {
    if (needle.whole) {
      this.#whole.push(needle);
      return;
    }
    const key = keyAt(needle.bytes, 0);
    const hash = hashOf(key);
    this.#likely[hash >>> 5] = (this.#likely[hash >>> 5] ?? 0) | (1 << (hash & 31));
    const bucket = this.#entries.get(key) ?? new Bucket();
    this.#entries.set(key, bucket);
    bucket.add(needle);
  }

  /** Adds to `ranges` every part of the source of the layer that shows a needle. */
  find(layer: Layer, ranges: Range[]): void {
    this.#walk(layer.bytes, (begin, end, needle) => {
      const isCore = needle.form === 'base64' && !needle.whole;
      const part = isCore ? extended(layer, begin, end) : partOf(layer, begin, end);
      ranges.push({ ...part, needle });
      return true;
    });
  }

  /** Whether the bytes show any needle. */
  shows(bytes: Uint8Array): boolean {
    return !this.#walk(bytes, () => false);
  }

  /** Tells of each needle that stands in the bytes, as long as `onFound` wants more; says whether it did. */
  #walk(
    bytes: Uint8Array,
    onFound: (begin: number, end: number, needle: Needle) => boolean,
  ): boolean {
    for (const needle of this.#whole) {
      if (!walkWhole(needle, bytes, onFound)) {
        return false;
      }
    }
    const likely = this.#likely;
    const fold = FOLD_KEY;
    let key = 0;
    for (let i = 0; i < bytes.length; i++) {
      key = (key << 8) | (fold[bytes[i] ?? 0] ?? 0);
      const hash = hashOf(key);
      if (((likely[hash >>> 5] ?? 0) & (1 << (hash & 31))) === 0 || i < SHORTEST_ANYWHERE - 1) {
        continue;
      }
      const begin = i - SHORTEST_ANYWHERE + 1;
      for (const needle of this.#entries.get(key)?.at(bytes, begin) ?? []) {
        const length = lengthShown(bytes, begin, needle);
        if (length > 0 && !onFound(begin, begin + length, needle)) {
          return false;
        }
      }
    }
    return true;
  }
}

/** Needles that begin alike; tokens of one issuer may do so for longer than the key of an index. */
class Bucket {
  readonly #all: Needle[] = [];
  readonly #short: Needle[] = [];
  /** those that go on behind the shortest prefix, by how */
  readonly #long = new Map<number, Needle[]>();

  add(needle: Needle): void {
    this.#all.push(needle);
    if (needle.bytes.length < LONG) {
      this.#short.push(needle);
      return;
    }
    const key = keyAt(needle.bytes, SHORTEST_PREFIX);
    const alike = this.#long.get(key);
    if (alike) {
      alike.push(needle);
    } else {
      this.#long.set(key, [needle]);
    }
  }

  /** Those that may stand there: fewer than all, unless a text is cut where they begin to differ. */
  at(bytes: Uint8Array, begin: number): Iterable<Needle> {
    if (this.#all.length <= FEW) {
      return this.#all;
    }
    for (let at = begin + SHORTEST_PREFIX; at < begin + LONG; at++) {
      if (isCutAt(bytes, at)) {
        return this.#all;
      }
    }
    const long = this.#long.get(keyAt(bytes, begin + SHORTEST_PREFIX)) ?? [];
    return this.#short.length === 0 ? long : [...this.#short, ...long];
  }
}

/** From this length on, in bytes, needles are told apart by more than their beginning. */
const LONG = SHORTEST_PREFIX + SHORTEST_ANYWHERE;
/** So many needles are tried in turn. */
const FEW = 4;

function keyAt(bytes: Uint8Array, index: number): number {
  let key = 0;
  for (let i = index; i < index + SHORTEST_ANYWHERE; i++) {
    key = (key << 8) | (FOLD_KEY[bytes[i] ?? 0] ?? 0);
  }
  return key;
}

/** How many bits of a key's hash are looked at. */
const LIKELY_BITS = 20;

const hashOf = (key: number) => Math.imul(key, 0x9e3779b1) >>> (32 - LIKELY_BITS);

/** Where the bytes of a layer stand in its source. */
export function partOf(layer: Layer, begin: number, stop: number) {
  const [start, end] = originOf(layer, begin, stop - 1);
  return { start, end };
}

/** Takes along the neighbours that hold the rest of the secret's first and last byte, and padding. */
function extended(layer: Layer, begin: number, end: number) {
  const { bytes } = layer;
  const first = isBase64(bytes[begin - 1]) ? begin - 1 : begin;
  let last = isBase64(bytes[end]) ? end + 1 : end;
  while (last < end + 3 && bytes[last] === EQUALS) {
    last++;
  }
  return partOf(layer, first, last);
}

const QUOTES = [0x22, 0x27];

function walkWhole(
  needle: Needle,
  layer: Uint8Array,
  onFound: (begin: number, end: number, needle: Needle) => boolean,
): boolean {
  const sought = needle.bytes;
  const bytes = Buffer.from(layer.buffer, layer.byteOffset, layer.length);
  for (let at = bytes.indexOf(sought); at !== -1; at = bytes.indexOf(sought, at + 1)) {
    const before = bytes[at - 1];
    const after = bytes[at + sought.length];
    const opens = before === undefined || before === EQUALS || QUOTES.includes(before);
    const closes = after === undefined || after === 0x26 || QUOTES.includes(after);
    if (opens && closes && !onFound(at, at + sought.length, needle)) {
      return false;
    }
  }
  return true;
}
