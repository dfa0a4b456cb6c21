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

interface Entry {
  needle: Needle;
  folded: Uint8Array;
}

/** Finds needles of one form in layers, by the first four bytes of each. */
export class NeedleIndex {
  readonly #form: Needle['form'];
  readonly #fold: Uint8Array;
  readonly #entries = new Map<number, Entry[]>();
  /** whether a key of these 16 bits is among the entries: most places are passed over by it alone */
  readonly #likely = new Uint8Array(1 << 16);
  readonly #whole: Needle[];

  constructor(needles: readonly Needle[], form: Needle['form']) {
    this.#form = form;
    this.#fold = form === 'plain' ? FOLD_PLAIN : FOLD_BASE64;
    const ours = needles.filter((needle) => needle.form === form);
    this.#whole = ours.filter(({ whole }) => whole);
    for (const needle of ours) {
      if (needle.whole || needle.bytes.length < SHORTEST_ANYWHERE) {
        continue;
      }
      const folded = this.#folded(needle.bytes);
      const key = keyAt(folded, 0);
      const entries = this.#entries.get(key);
      this.#likely[shortened(key)] = 1;
      if (entries) {
        entries.push({ needle, folded });
      } else {
        this.#entries.set(key, [{ needle, folded }]);
      }
    }
  }

  /** Adds to `ranges` every part of the source of the layer that shows a needle. */
  find(layer: Layer, ranges: Range[]): void {
    for (const needle of this.#whole) {
      findWhole(needle, layer, ranges);
    }
    if (this.#entries.size === 0) {
      return;
    }
    const text = layer.bytes;
    const likely = this.#likely;
    const fold = this.#fold;
    let key = 0;
    for (let i = 0; i < text.length; i++) {
      key = (key << 8) | (fold[text[i] ?? 0] ?? 0) | 0;
      if (likely[shortened(key)] === 0 || i < SHORTEST_ANYWHERE - 1) {
        continue;
      }
      const entries = this.#entries.get(key);
      if (!entries) {
        continue;
      }
      const begin = i - SHORTEST_ANYWHERE + 1;
      for (const { needle, folded } of entries) {
        const length = matchLength(text, begin, folded, fold);
        if (length === 0) {
          continue;
        }
        if (needle.exactCase && !sameCase(text, begin, needle.bytes, length)) {
          continue;
        }
        const end = begin + length;
        const part =
          this.#form === 'base64' ? extended(layer, begin, end) : partOf(layer, begin, end);
        ranges.push({ ...part, needle });
      }
    }
  }

  #folded(bytes: Uint8Array): Uint8Array {
    const folded = new Uint8Array(bytes.length);
    const fold = this.#fold;
    for (let i = 0; i < bytes.length; i++) {
      folded[i] = fold[bytes[i] ?? 0] ?? 0;
    }
    return folded;
  }
}

const shortened = (key: number) => (key ^ (key >>> 16)) & 0xffff;

function keyAt(bytes: Uint8Array, index: number): number {
  let key = 0;
  for (let i = index; i < index + SHORTEST_ANYWHERE; i++) {
    key = (key << 8) | (bytes[i] ?? 0) | 0;
  }
  return key;
}

/** How many bytes of the needle stand there: all, a long prefix cut off at the end, or 0. */
function matchLength(
  text: Uint8Array,
  begin: number,
  needle: Uint8Array,
  fold: Uint8Array,
): number {
  let length = SHORTEST_ANYWHERE;
  while (length < needle.length && fold[text[begin + length] ?? 0] === needle[length]) {
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

function findWhole(needle: Needle, layer: Layer, ranges: Range[]): void {
  const bytes = Buffer.from(layer.bytes.buffer, layer.bytes.byteOffset, layer.bytes.length);
  const size = needle.bytes.length;
  for (let at = bytes.indexOf(needle.bytes); at !== -1; at = bytes.indexOf(needle.bytes, at + 1)) {
    const before = bytes[at - 1];
    const after = bytes[at + size];
    const opens = before === undefined || before === EQUALS || QUOTES.includes(before);
    const closes = after === undefined || after === 0x26 || QUOTES.includes(after);
    if (opens && closes) {
      ranges.push({ ...partOf(layer, at, at + size), needle });
    }
  }
}
