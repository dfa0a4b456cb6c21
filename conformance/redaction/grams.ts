import { FOLD_KEY } from './match-needle.ts';
import type { Needle } from './needles.ts';
import { squeezedBytes } from './squeezed-layer.ts';

/** How many bytes lead to a piece. */
export const GRAM = 8;
/** Every so many bytes of a needle lead to it, so that each piece of GRAM + STEP - 1 bytes is found. */
const STEP = 5;

/** The shortest piece of a random secret that is taken, in bytes. */
const SHORTEST_PIECE = GRAM + STEP - 1;

/** How many bytes may be cut off a secret made of words. */
const MOST_CUT = 2;

/** A needle whose pieces are looked for, as it stands among all of them. */
export interface Entry {
  needle: Needle;
  begin: number;
  end: number;
  /** the shortest piece that is taken */
  least: number;
}

/**
 * The bytes of all needles whose pieces are looked for, one behind the other, and where among them a
 * gram stands; one that several needles have leads to the first alone. Grams are hundreds of
 * thousands, so they are numbers in a few arrays.
 */
export class Grams {
  /** folded, without blanks */
  bytes = new Uint8Array(1 << 12);
  readonly #entries: Entry[] = [];
  #length = 0;
  #count = 0;
  /** by hash: where a gram stands, plus 1; the next free place where two share a hash */
  #places = new Uint32Array(1 << 10);
  /** a bit for each gram's hash, so that nearly every byte of a text costs one look */
  #bits = new Uint32Array(1 << 9);

  isEmpty(): boolean {
    return this.#count === 0;
  }

  add(needle: Needle): void {
    const squeezed = squeezedBytes(needle.bytes);
    // A piece of a needle of words is nearly all of it.
    const least =
      needle.piece === 'random' ? SHORTEST_PIECE : Math.max(16, squeezed.length - MOST_CUT);
    if (needle.piece === undefined || squeezed.length < least) {
      return;
    }
    const begin = this.#length;
    const end = begin + squeezed.length;
    this.bytes = roomFor(this.bytes, end);
    for (let i = 0; i < squeezed.length; i++) {
      this.bytes[begin + i] = FOLD_KEY[squeezed[i] ?? 0] ?? 0;
    }
    this.#length = end;
    this.#entries.push({ needle, begin, end, least });
    for (let at = begin + this.#header(needle, begin, end); at + GRAM <= end; at += STEP) {
      this.#place(at);
    }
  }

  /** Whether a gram of this hash is likely to stand somewhere; false where it does not. */
  isLikely(hash: number): boolean {
    const bit = hash & (32 * this.#bits.length - 1);
    return ((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  /** Where the gram of two words stands, or -1. */
  find(first: number, second: number): number {
    const mask = this.#places.length - 1;
    for (let slot = hashOf(first, second) & mask; ; slot = (slot + 1) & mask) {
      const at = (this.#places[slot] ?? 0) - 1;
      if (at === -1 || (this.#word(at) === first && this.#word(at + 4) === second)) {
        return at;
      }
    }
  }

  /** The needle whose bytes stand there. */
  entryAt(at: number): Entry {
    let low = 0;
    let high = this.#entries.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#entries[middle]?.begin ?? 0) <= at) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return this.#entries[low] as Entry;
  }

  /** The bytes that the header of a JWT takes, which is no secret: the same one opens many tokens. */
  #header(needle: Needle, begin: number, end: number): number {
    const folded = this.bytes.subarray(begin, end);
    const isJwt =
      needle.form === 'plain' && Buffer.from(folded.subarray(0, 3)).toString() === 'eyj';
    return isJwt ? folded.indexOf(0x2e) + 1 : 0;
  }

  #place(at: number): void {
    const first = this.#word(at);
    const second = this.#word(at + 4);
    if (this.find(first, second) !== -1) {
      return;
    }
    if (2 * this.#count >= this.#places.length) {
      this.#grow();
    }
    this.#mark(at, hashOf(first, second));
    this.#count += 1;
  }

  #mark(at: number, hash: number): void {
    const mask = this.#places.length - 1;
    let slot = hash & mask;
    while (this.#places[slot] !== 0) {
      slot = (slot + 1) & mask;
    }
    this.#places[slot] = at + 1;
    const bit = hash & (32 * this.#bits.length - 1);
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  #grow(): void {
    const places = this.#places;
    this.#places = new Uint32Array(2 * places.length);
    this.#bits = new Uint32Array(2 * this.#bits.length);
    for (const place of places) {
      if (place !== 0) {
        this.#mark(place - 1, hashOf(this.#word(place - 1), this.#word(place + 3)));
      }
    }
  }

  #word(at: number): number {
    const { bytes } = this;
    return (
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)
    );
  }
}

/** The hash of a gram, by its two halves. */
export function hashOf(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** The bytes with room for so many. */
function roomFor(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  if (size <= bytes.length) {
    return bytes as Uint8Array<ArrayBuffer>;
  }
  const larger = new Uint8Array(Math.max(size, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}
