import { type Entry, GRAM, Grams, hashOf } from './grams.ts';
import type { Layer } from './layer.ts';
import { FOLD_KEY } from './match-needle.ts';
import { partOf, type Range } from './needle-index.ts';
import type { Needle } from './needles.ts';

/** A piece of a needle in a text, by index; `end` is the index after it. */
interface Piece {
  begin: number;
  end: number;
  needle: Needle;
}

/**
 * Finds pieces of needles in layers without blanks: a needle that was cut at either end, or split
 * over lines. Which pieces count, the needles say.
 */
export class PieceIndex {
  readonly #grams = new Grams();

  add(needle: Needle): void {
    this.#grams.add(needle);
  }

  /** Adds to `ranges` every part of the source of the layer that shows a piece. */
  find(layer: Layer, ranges: Range[]): void {
    this.#walk(layer.bytes, ({ begin, end, needle }) => {
      ranges.push({ ...partOf(layer, begin, end), needle });
      return true;
    });
  }

  /** Whether the bytes, which have no blanks, show any piece. */
  shows(bytes: Uint8Array): boolean {
    return !this.#walk(bytes, () => false);
  }

  /** Tells of each piece that stands in the bytes, as long as `onFound` wants more; says whether it did. */
  #walk(bytes: Uint8Array, onFound: (piece: Piece) => boolean): boolean {
    const grams = this.#grams;
    if (grams.isEmpty()) {
      return true;
    }
    let first = 0;
    let second = 0;
    let done = 0; // what ends before this index was told
    for (let i = 0; i < bytes.length; i++) {
      first = (first << 8) | (second >>> 24);
      second = (second << 8) | (FOLD_KEY[bytes[i] ?? 0] ?? 0);
      if (!grams.isLikely(hashOf(first, second)) || i < done || i < GRAM - 1) {
        continue;
      }
      const at = grams.find(first, second);
      const piece = at === -1 ? undefined : this.#pieceAt(bytes, i - GRAM + 1, at);
      if (!piece) {
        continue;
      }
      if (!onFound(piece)) {
        return false;
      }
      done = piece.end;
    }
    return true;
  }

  /** The piece around a gram, which stands at `at` in the bytes and at `place` among the needles. */
  #pieceAt(bytes: Uint8Array, at: number, place: number): Piece | undefined {
    const folded = this.#grams.bytes;
    const entry: Entry = this.#grams.entryAt(place);
    const same = (i: number, j: number) => FOLD_KEY[bytes[i] ?? 0] === folded[j];
    let begin = at;
    for (let j = place - 1; begin > 0 && j >= entry.begin && same(begin - 1, j); j--) {
      begin--;
    }
    let end = at + GRAM;
    for (let j = place + GRAM; end < bytes.length && j < entry.end && same(end, j); j++) {
      end++;
    }
    if (end - begin < entry.least) {
      return undefined;
    }
    const { needle } = entry;
    if (needle.piece === 'words' && isWords(bytes.subarray(begin, end))) {
      return undefined;
    }
    return { begin, end, needle };
  }
}

/** Whether there is nothing but words, which a text may well say by itself. */
function isWords(bytes: Uint8Array): boolean {
  return /^[a-z._/-]*$/i.test(Buffer.from(bytes).toString('latin1'));
}
