import { type Layer, originOf } from './layer.ts';
import { type Needle, SHORTEST_ANYWHERE } from './needles.ts';

/** A part of a text that shows a needle, by index; `end` is the index after it. */
export interface Range {
  start: number;
  end: number;
  needle: Needle;
}

const byteTable = (fold: (byte: number) => number) =>
  Uint8Array.from({ length: 256 }, (_, byte) => fold(byte));

const PLUS = 0x2b;
const FOLD_PLAIN = byteTable((byte) => {
  if (byte === 0x20) {
    return PLUS; // form encoding
  }
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
});
const FOLD_BASE64 = byteTable((byte) => {
  if (byte === 0x20 || byte === 0x2d) {
    return PLUS; // `-` of base64url; `+` decoded as a form
  }
  return byte === 0x5f ? 0x2f : byte; // `_` of base64url
});
const isBase64 = (byte: number | undefined) =>
  byte !== undefined && /[A-Za-z0-9+/_-]/.test(String.fromCharCode(byte));
const EQUALS = 0x3d;

/** A truncated secret is still one from this length on, in bytes. */
const SHORTEST_PREFIX = 8;
const ELLIPSES = ['…', '...', '\\u2026'].map((text) => Buffer.from(text));

/** How bytes are compared, by the form of a needle. */
const FOLD: Record<Needle['form'], Uint8Array> = { plain: FOLD_PLAIN, base64: FOLD_BASE64 };
/** Makes equal what either form does: one look at a byte serves needles of both. */
const FOLD_KEY = byteTable((byte) => FOLD_BASE64[FOLD_PLAIN[byte] ?? 0] ?? 0);

/** Finds needles in layers, by the first four bytes of each. */
export class NeedleIndex {
  readonly #entries = new Map<number, Needle[]>();
  /** a bit for each key's hash: most places are passed over by it alone */
  readonly #likely = new Uint32Array((1 << LIKELY_BITS) / 32);
  readonly #whole: Needle[] = [];

  add(needle: Needle): void {
    if (needle.whole) {
      this.#whole.push(needle);
      return;
    }
    let key = 0;
    for (let i = 0; i < SHORTEST_ANYWHERE; i++) {
      key = (key << 8) | (FOLD_KEY[needle.bytes[i] ?? 0] ?? 0);
    }
    const hash = hashOf(key);
    this.#likely[hash >>> 5] = (this.#likely[hash >>> 5] ?? 0) | (1 << (hash & 31));
    const entries = this.#entries.get(key);
    if (entries) {
      entries.push(needle);
    } else {
      this.#entries.set(key, [needle]);
    }
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
      for (const needle of this.#entries.get(key) ?? []) {
        const length = matchLength(bytes, begin, needle.bytes, FOLD[needle.form]);
        if (length === 0 || (needle.exactCase && !sameCase(bytes, begin, needle.bytes, length))) {
          continue;
        }
        if (!onFound(begin, begin + length, needle)) {
          return false;
        }
      }
    }
    return true;
  }
}

/** How many bits of a key's hash are looked at. */
const LIKELY_BITS = 20;

const hashOf = (key: number) => Math.imul(key, 0x9e3779b1) >>> (32 - LIKELY_BITS);

/** How many bytes of the needle stand there: all, a long prefix cut off at the end, or 0. */
function matchLength(
  text: Uint8Array,
  begin: number,
  needle: Uint8Array,
  fold: Uint8Array,
): number {
  let length = 0;
  while (length < needle.length && fold[text[begin + length] ?? 0] === fold[needle[length] ?? 0]) {
    length++;
  }
  if (length === needle.length) {
    return length;
  }
  if (length < SHORTEST_PREFIX) {
    return 0;
  }
  const after = begin + length;
  const isCut =
    after >= text.length ||
    ELLIPSES.some((sign) => sign.every((byte, index) => fold[text[after + index] ?? 0] === byte));
  return isCut ? length : 0;
}

function sameCase(bytes: Uint8Array, begin: number, needle: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) {
    const [a = 0, b = 0] = [bytes[begin + i], needle[i]];
    if (a !== b && !(isLike(a) && isLike(b))) {
      return false;
    }
  }
  return true;
}

/** Signs that folding makes equal: a space and what stands for it, and base64url's two. */
const isLike = (byte: number) => [0x20, PLUS, 0x2d, 0x2f, 0x5f].includes(byte);

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
