/**
 * Which part of a source text each byte of a layer came from, in pieces: of a piece that was copied
 * byte n is character n, and of one that was decoded all bytes are the same few characters. A layer
 * of a report has far fewer pieces than bytes.
 */
export class Origins {
  /** of each piece: its first byte, where it begins in the source, and how long it is there */
  #pieces = new Uint32Array(3 * 64);
  #count = 0;

  /** Forgets all pieces, for another layer. */
  clear(): void {
    this.#count = 0;
  }

  /** Bytes from `index` on are copied, one for each character from `source` on. */
  copied(index: number, source: number): void {
    this.#add(index, source, COPIED);
  }

  /** Bytes from `index` on stand for all of the characters from `source` up to `end`. */
  decoded(index: number, source: number, end: number): void {
    this.#add(index, source, end - source);
  }

  /** Takes over where the bytes `from` to `to` of another layer came from, for bytes from `index`. */
  taken(index: number, other: Origins | undefined, from: number, to: number): void {
    if (from >= to) {
      return;
    }
    if (!other) {
      this.copied(index, from);
      return;
    }
    for (let piece = other.#pieceOf(from); piece < other.#count; piece++) {
      const at = other.#pieces[3 * piece] ?? 0;
      if (at >= to) {
        return;
      }
      const source = other.#pieces[3 * piece + 1] ?? 0;
      const length = other.#pieces[3 * piece + 2] ?? 0;
      const skipped = Math.max(from - at, 0);
      this.#add(index + at + skipped - from, length === COPIED ? source + skipped : source, length);
    }
  }

  /** Where in the source a byte begins. */
  startOf(index: number): number {
    const piece = this.#pieceOf(index);
    const source = this.#pieces[3 * piece + 1] ?? 0;
    if (this.#pieces[3 * piece + 2] !== COPIED) {
      return source;
    }
    return source + index - (this.#pieces[3 * piece] ?? 0);
  }

  /** Where in the source a byte ends: the index after it. */
  endOf(index: number): number {
    const piece = this.#pieceOf(index);
    const length = this.#pieces[3 * piece + 2] ?? 0;
    if (length === COPIED) {
      return this.startOf(index) + 1;
    }
    return (this.#pieces[3 * piece + 1] ?? 0) + length;
  }

  #add(index: number, source: number, length: number): void {
    if (3 * this.#count === this.#pieces.length) {
      const larger = new Uint32Array(2 * this.#pieces.length);
      larger.set(this.#pieces);
      this.#pieces = larger;
    }
    this.#pieces[3 * this.#count] = index;
    this.#pieces[3 * this.#count + 1] = source;
    this.#pieces[3 * this.#count + 2] = length;
    this.#count += 1;
  }

  /** The piece that a byte belongs to: the last one that begins at it or before. */
  #pieceOf(index: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#pieces[3 * middle] ?? 0) <= index) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}

/** Stands for the length of a piece that was copied; one that was decoded has at least 1. */
const COPIED = 0;
