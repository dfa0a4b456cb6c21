import type { Layer } from './layer.ts';
import { partOf, type Range } from './needle-index.ts';
import type { Needle } from './needles.ts';
import { squeezedBytes } from './squeezed-layer.ts';

/** How many bytes lead to a piece. */
const GRAM = 8;
/** Every so many bytes of a needle lead to it, so that each piece of GRAM + STEP - 1 bytes is found. */
const STEP = 5;

/** The shortest piece of a random secret that is taken, in bytes. */
const SHORTEST_PIECE = GRAM + STEP - 1;

interface Entry {
  needle: Needle;
  folded: Uint8Array;
  /** the shortest piece that is taken */
  least: number;
}

/** In any case, and with both alphabets of base64 as one. */
const FOLD = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x2d) {
    return 0x2b;
  }
  if (byte === 0x5f) {
    return 0x2f;
  }
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
});

/**
 * Finds pieces of needles in layers without blanks: a needle that was cut at either end, or split
 * over lines. Which pieces count, the needles say.
 */
export class PieceIndex {
  readonly #entries: Entry[] = [];
  /** a bit for each gram's hash, so that nearly every byte of a text costs one look */
  readonly #bits: Uint32Array;
  readonly #mask: number;
  /** entry and offset by a gram's hash; a gram of several needles leads to the first alone */
  readonly #places = new Map<number, { entry: Entry; offset: number }>();

  constructor(needles: readonly Needle[]) {
    for (const needle of needles) {
      if (needle.piece === undefined) {
        continue;
      }
      const folded = fold(squeezedBytes(needle.bytes));
      // A piece of a needle of words is nearly all of it.
      const least =
        needle.piece === 'random' ? SHORTEST_PIECE : Math.max(16, folded.length - MOST_CUT);
      if (folded.length >= least) {
        this.#entries.push({ needle, folded, least });
      }
    }
    const grams = this.#entries.reduce((sum, { folded }) => sum + folded.length / STEP, 0);
    const size = 2 ** Math.max(10, Math.min(24, Math.ceil(Math.log2(grams * 32 + 1))));
    this.#bits = new Uint32Array(size / 32);
    this.#mask = size - 1;
    for (const entry of this.#entries) {
      this.#add(entry);
    }
  }

  #add(entry: Entry): void {
    const { folded } = entry;
    for (let offset = headerOf(entry); offset + GRAM <= folded.length; offset += STEP) {
      const hash = hashOf(wordAt(folded, offset), wordAt(folded, offset + 4));
      const bit = hash & this.#mask;
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      if (!this.#places.has(hash)) {
        this.#places.set(hash, { entry, offset });
      }
    }
  }

  /** Adds to `ranges` every part of the source of the layer that shows a piece. */
  find(layer: Layer, ranges: Range[]): void {
    if (this.#entries.length === 0) {
      return;
    }
    const { bytes } = layer;
    const bits = this.#bits;
    const mask = this.#mask;
    let before = 0;
    let last = 0;
    let done = 0; // what ends before this index is in `ranges`
    for (let i = 0; i < bytes.length; i++) {
      before = (before << 8) | (last >>> 24);
      last = (last << 8) | (FOLD[bytes[i] ?? 0] ?? 0);
      const hash = hashOf(before, last);
      const bit = hash & mask;
      if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0 || i < done) {
        continue;
      }
      const place = this.#places.get(hash);
      if (!place || i < GRAM - 1) {
        continue;
      }
      const piece = pieceAt(bytes, i - GRAM + 1, place.entry, place.offset);
      if (!piece) {
        continue;
      }
      ranges.push({ ...partOf(layer, piece.begin, piece.end), needle: place.entry.needle });
      done = piece.end;
    }
  }
}

/** How many bytes may be cut off a secret made of words. */
const MOST_CUT = 2;

/** The bytes that the header of a JWT takes, which is no secret: the same one opens many tokens. */
function headerOf({ needle, folded }: Entry): number {
  const isJwt = needle.form === 'plain' && Buffer.from(folded.subarray(0, 3)).toString() === 'eyj';
  return isJwt ? folded.indexOf(0x2e) + 1 : 0;
}

function pieceAt(bytes: Uint8Array, at: number, { folded, least, needle }: Entry, offset: number) {
  const same = (i: number, j: number) => FOLD[bytes[i] ?? 0] === folded[j];
  for (let n = 0; n < GRAM; n++) {
    if (!same(at + n, offset + n)) {
      return undefined;
    }
  }
  let begin = at;
  for (let j = offset - 1; begin > 0 && j >= 0 && same(begin - 1, j); j--) {
    begin--;
  }
  let end = at + GRAM;
  for (let j = offset + GRAM; end < bytes.length && j < folded.length && same(end, j); j++) {
    end++;
  }
  if (end - begin < least) {
    return undefined;
  }
  if (needle.piece === 'words' && isWords(bytes.subarray(begin, end))) {
    return undefined;
  }
  return { begin, end };
}

/** Whether there is nothing but words, which a text may well say by itself. */
function isWords(bytes: Uint8Array): boolean {
  return /^[a-z._/-]*$/i.test(Buffer.from(bytes).toString('latin1'));
}

function fold(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => FOLD[byte] ?? 0);
}

function wordAt(bytes: Uint8Array, at: number): number {
  let word = 0;
  for (let i = at; i < at + 4; i++) {
    word = (word << 8) | (bytes[i] ?? 0);
  }
  return word;
}

function hashOf(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
