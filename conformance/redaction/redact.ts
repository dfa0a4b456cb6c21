import { decodedParts } from './decoded-parts.ts';
import { LONGEST_ESCAPE } from './escapes.ts';
import { decodeLayer, type Layer, type LayerRoom, layerOf } from './layer.ts';
import { NeedleIndex, type Range } from './needle-index.ts';
import { Needles } from './needles.ts';
import { PieceIndex } from './piece-index.ts';
import { redactValue } from './redact-value.ts';
import { type Squeezing, squeezed } from './squeezed-layer.ts';

/** What stands in place of a secret: ASCII, so that it is valid in header values too. */
export const REDACTED = '[redacted]';

/** Takes secrets out of texts and values. */
export interface Redactor {
  /** the text with every secret replaced by `[redacted]` */
  text(text: string): string;
  /**
   * A copy of plain data with every string and every object key redacted; shared parts stay
   * shared. Numbers are left alone. Any depth.
   */
  value<T>(value: T): T;
  /**
   * This redactor without the secrets that the given text shows. For text of our own, where a
   * password such as `result` stands for itself and tells nothing.
   */
  without(ownText: string): Redactor;
}

/** How many encodings on top of each other are undone, such as JSON within a form within HTML. */
const DEPTH = 4;

/**
 * Headers, messages and bodies come again and again in a report, since checks share exchanges: what
 * became of texts up to so many characters is kept, so many characters in all.
 */
const LONGEST_KNOWN = 16 * 1024;
const MOST_KNOWN = 1024 * 1024;

/**
 * A redactor of these secrets, which finds them by value: as they are, in another case, in JSON,
 * percent, form and HTML encoding (any mixture, four deep), in hex, within base64 and base64url at
 * any alignment, cut off by an ellipsis; of a JWT also the signature alone, of a `Bearer` or `Basic`
 * header also what follows. Secrets of one to three bytes would be found everywhere by chance: they
 * are replaced only as a whole string, between quotes or as the value of a form field. Secrets of
 * four to seven bytes are found only in their own case. Blank secrets are ignored.
 *
 * Invisible signs hide nothing. Of secrets of 16 characters or more, pieces are found too, also over
 * line breaks: of random ones any of 12 bytes, of those made of words all but two bytes.
 */
export function createRedactor(secrets: Iterable<string>): GrowingRedactor {
  const redactor = redactorOf({ decoded: [{}, {}], invisible: {}, blank: {} });
  for (const secret of secrets) {
    redactor.add(secret);
  }
  return redactor;
}

/** A redactor that learns of secrets while they are seen: all at once would keep a caller waiting. */
export interface GrowingRedactor extends Redactor {
  /** takes this secret, too, out of every text from now on */
  add(secret: string): void;
}

/**
 * Memory for the layers of one text at a time. Each layer takes as much as the text: made anew, those
 * of a report would take some 30 MB until they are collected.
 */
interface Rooms extends Record<Squeezing, LayerRoom> {
  /** two in turn: a layer is decoded from the one before it, and no other is needed */
  decoded: [LayerRoom, LayerRoom];
}

/** Looks for needles or pieces in a layer; says whether more layers are wanted. */
type Look = (layer: Layer, within: NeedleIndex | PieceIndex) => boolean;

function redactorOf(rooms: Rooms): GrowingRedactor {
  const all = new Set<string>();
  const needles = new Needles();
  const index = new NeedleIndex();
  const pieces = new PieceIndex();
  let longest = 0; // of all needles, in bytes

  /** Looks at a layer in every way, as long as `look` wants more; says whether it did. */
  function lookAt(layer: Layer, traced: boolean, look: Look): boolean {
    const visible = squeezed(layer, 'invisible', rooms.invisible, traced);
    return (
      look(layer, index) &&
      (visible === layer || look(visible, index)) &&
      look(squeezed(visible, 'blank', rooms.blank, traced), pieces)
    );
  }

  /** Whether no layer of a text shows anything; of those below it, only what decoding made is new. */
  function isClean(source: string): boolean {
    const reach = longest + (DEPTH + 1) * LONGEST_ESCAPE;
    let bytes: Uint8Array | undefined = Buffer.from(source);
    for (let depth = 0; bytes && depth <= DEPTH; depth++) {
      if (!lookAt({ bytes }, false, (layer, within) => !within.shows(layer.bytes))) {
        return false;
      }
      bytes = depth < DEPTH ? decodedParts(bytes, roomFor(depth), reach) : undefined;
    }
    return true;
  }

  function find(source: string): Range[] {
    const ranges: Range[] = [];
    // Most texts show nothing, and then nobody asks where.
    if (all.size === 0 || source === '' || isClean(source)) {
      return ranges;
    }
    let layer: Layer | undefined = layerOf(source);
    for (let depth = 0; layer && depth <= DEPTH; depth++) {
      lookAt(layer, true, (seen, within) => {
        within.find(seen, ranges);
        return true;
      });
      layer = depth < DEPTH ? decodeLayer(layer, roomFor(depth)) : undefined;
    }
    return ranges;
  }

  const roomFor = (depth: number) => rooms.decoded[depth % 2 === 0 ? 0 : 1];

  const known = new Map<string, string>();
  let knownLength = 0;

  function text(source: string): string {
    const before = known.get(source);
    if (before !== undefined) {
      return before;
    }
    const ranges = find(source);
    const shown = ranges.length === 0 ? source : cutOut(source, ranges);
    if (source.length <= LONGEST_KNOWN && knownLength + source.length <= MOST_KNOWN) {
      known.set(source, shown);
      knownLength += source.length;
    }
    return shown;
  }

  const redactor: GrowingRedactor = {
    text,
    value: (value) => redactValue(value, text),
    without(ownText) {
      const shown = new Set(find(ownText).flatMap(({ needle }) => [...needle.secrets]));
      if (shown.size === 0) {
        return redactor;
      }
      const others = redactorOf(rooms);
      for (const secret of all.difference(shown)) {
        others.add(secret);
      }
      return others;
    },
    add(secret) {
      if (all.has(secret)) {
        return;
      }
      all.add(secret);
      known.clear();
      knownLength = 0;
      for (const needle of needles.of(secret)) {
        longest = Math.max(longest, needle.bytes.length);
        index.add(needle);
        pieces.add(needle);
      }
    },
  };
  return redactor;
}

/** Replaces the ranges; those that touch or overlap become one, so that no remainder stays. */
function cutOut(source: string, ranges: Range[]): string {
  ranges.sort((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let done = 0;
  let open: Range | undefined;
  const close = () => {
    if (!open) {
      return;
    }
    result += source.slice(done, open.start) + REDACTED;
    done = open.end;
  };
  for (const range of ranges) {
    if (open && range.start <= open.end) {
      open.end = Math.max(open.end, range.end);
    } else {
      close();
      open = { ...range };
    }
  }
  close();
  return result + source.slice(done);
}
