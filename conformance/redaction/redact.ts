import { decodeLayer, type Layer, type LayerRoom, layerOf } from './layer.ts';
import { NeedleIndex, type Range } from './needle-index.ts';
import { needlesOf } from './needles.ts';
import { PieceIndex } from './piece-index.ts';
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

/** Headers, URLs and messages come again and again in a report: so long ones, so many, are kept. */
const LONGEST_KNOWN = 512;
const MOST_KNOWN = 5_000;

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
export function createRedactor(secrets: Iterable<string>): Redactor {
  return redactorOf([...new Set(secrets)], { decoded: [{}, {}], invisible: {}, blank: {} });
}

/**
 * Memory for the layers of one text at a time. Each layer takes as much as the text: made anew, those
 * of a report would take some 30 MB until they are collected.
 */
interface Rooms extends Record<Squeezing, LayerRoom> {
  /** two in turn: a layer is decoded from the one before it, and no other is needed */
  decoded: [LayerRoom, LayerRoom];
}

function redactorOf(all: readonly string[], rooms: Rooms): Redactor {
  const needles = needlesOf(all);
  const indexes = [new NeedleIndex(needles, 'plain'), new NeedleIndex(needles, 'base64')];
  const pieces = new PieceIndex(needles);

  function find(source: string): Range[] {
    const ranges: Range[] = [];
    if (needles.length === 0 || source === '') {
      return ranges;
    }
    let layer: Layer | undefined = layerOf(source);
    for (let depth = 0; layer && depth <= DEPTH; depth++) {
      for (const index of indexes) {
        index.find(layer, ranges);
      }
      const visible = squeezed(layer, 'invisible', rooms.invisible);
      if (visible !== layer) {
        for (const index of indexes) {
          index.find(visible, ranges);
        }
      }
      pieces.find(squeezed(visible, 'blank', rooms.blank), ranges);
      const room = rooms.decoded[depth % 2 === 0 ? 0 : 1];
      layer = depth < DEPTH ? decodeLayer(layer, room) : undefined;
    }
    return ranges;
  }

  const known = new Map<string, string>();

  function text(source: string): string {
    const before = known.get(source);
    if (before !== undefined) {
      return before;
    }
    const ranges = find(source);
    const shown = ranges.length === 0 ? source : cutOut(source, ranges);
    if (source.length <= LONGEST_KNOWN && known.size < MOST_KNOWN) {
      known.set(source, shown);
    }
    return shown;
  }

  const redactor: Redactor = {
    text,
    value: (value) => redactValue(value, text),
    without(ownText) {
      const shown = new Set(find(ownText).flatMap(({ needle }) => [...needle.secrets]));
      if (shown.size === 0) {
        return redactor;
      }
      const others = all.filter((secret) => !shown.has(secret));
      return redactorOf(others, rooms);
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

/** Walks with a list instead of recursion, since a target may send JSON nested 100,000 levels. */
function redactValue<T>(root: T, text: (source: string) => string): T {
  const copies = new Map<object, object>();
  const known = new Map<string, string>();
  const todo: [source: object, copy: object][] = [];

  const string = (source: string): string => {
    const before = known.get(source);
    if (before !== undefined) {
      return before;
    }
    const after = text(source);
    known.set(source, after);
    return after;
  };
  const copyOf = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return string(value);
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    let copy = copies.get(value);
    if (!copy) {
      copy = Array.isArray(value) ? [] : {};
      copies.set(value, copy);
      todo.push([value, copy]);
    }
    return copy;
  };

  const result = copyOf(root);
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [source, copy] = next;
    if (Array.isArray(source)) {
      for (const item of source) {
        (copy as unknown[]).push(copyOf(item));
      }
    } else {
      for (const [key, item] of Object.entries(source)) {
        // defineProperty, since a plain assignment to `__proto__` would set the prototype
        Object.defineProperty(copy, freeKey(copy, string(key)), {
          value: copyOf(item),
          configurable: true,
          enumerable: true,
          writable: true,
        });
      }
    }
  }
  return result as T;
}

function freeKey(object: object, wanted: string): string {
  let key = wanted;
  for (let n = 2; Object.hasOwn(object, key); n++) {
    key = `${wanted} ${n}`;
  }
  return key;
}
