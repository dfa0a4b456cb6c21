import { Origins } from './origins.ts';

/**
 * A text as UTF-8 bytes, each knowing which part of the source text it came from. Decoding a layer
 * gives the next one, so that what is found in any layer can be cut out of the source.
 */
export interface Layer {
  bytes: Uint8Array;
  /** absent where byte i is character i of the source text */
  origins?: Origins;
}

/** The text itself, as a layer. */
export function layerOf(text: string): Layer {
  // Buffer writes U+FFFD for half a surrogate pair, as it does in every needle.
  const bytes = Buffer.from(text);
  if (bytes.length === text.length) {
    return { bytes };
  }
  const origins = new Origins();
  let at = 0;
  let isCopying = false;
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index) ?? 0;
    const units = code > 0xffff ? 2 : 1;
    if (code < 0x80) {
      if (!isCopying) {
        origins.copied(at, index);
      }
      isCopying = true;
      at += 1;
    } else {
      origins.decoded(at, index, index + units);
      isCopying = false;
      at += bytesOf(code);
    }
    index += units;
  }
  return { bytes, origins };
}

/** How many bytes a code point takes in UTF-8. */
function bytesOf(code: number): number {
  if (code < 0x80) {
    return 1;
  }
  if (code < 0x800) {
    return 2;
  }
  return code > 0xffff ? 4 : 3;
}

/**
 * The layer with one level of percent-encoding, JSON and JavaScript escapes and HTML entities
 * undone, wherever they occur and however they are mixed; undefined where there is none. It is
 * written into `room`, which may be used again once the layer is no longer needed.
 */
export function decodeLayer(layer: Layer, room: LayerRoom = {}): Layer | undefined {
  const { bytes, origins } = layer;
  let decoded: Uint8Array | undefined;
  room.origins ??= new Origins();
  const places = room.origins;
  places.clear();
  let length = 0;
  let copied = 0; // bytes before this index are in `decoded`
  const copyUntil = (into: Uint8Array, stop: number) => {
    into.set(bytes.subarray(copied, stop), length);
    places.taken(length, origins, copied, stop);
    length += stop - copied;
    copied = stop;
  };

  for (let i = 0; i < bytes.length; i++) {
    const first = bytes[i];
    if (first !== PERCENT && first !== BACKSLASH && first !== AMPERSAND) {
      continue;
    }
    const found = escapeAt(bytes, i);
    if (!found) {
      continue;
    }
    // What is decoded is never longer than what it was encoded as.
    decoded ??= bytesIn(room, bytes.length);
    copyUntil(decoded, i);
    const last = i + found.length - 1;
    const [start, end] = originOf(layer, i, last);
    places.decoded(length, start, end);
    if (found.isByte || found.code < 0x80) {
      decoded[length] = found.code;
      length += 1;
    } else {
      // Buffer writes U+FFFD for half a surrogate pair, as it does in every needle.
      const point = Buffer.from(String.fromCodePoint(found.code));
      decoded.set(point, length);
      length += point.length;
    }
    copied = last + 1;
    i = last;
  }
  if (!decoded) {
    return undefined;
  }
  copyUntil(decoded, bytes.length);
  return { bytes: decoded.subarray(0, length), origins: places };
}

/** Memory for a layer: what was allocated for an earlier one, if that is enough. */
export interface LayerRoom {
  bytes?: Uint8Array;
  origins?: Origins;
}

/** So many bytes of a room, whose content is whatever was there before. */
export function bytesIn(room: LayerRoom, size: number): Uint8Array {
  if (!room.bytes || room.bytes.length < size) {
    room.bytes = new Uint8Array(size);
  }
  return room.bytes;
}

/** Where the bytes `first` to `last` of a layer stand in its source: the index of each end. */
export function originOf({ origins }: Layer, first: number, last: number): [number, number] {
  return origins ? [origins.startOf(first), origins.endOf(last)] : [first, last + 1];
}

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;

interface Escape {
  /** a code point, or a byte of UTF-8 where `isByte` */
  code: number;
  isByte?: boolean;
  /** bytes it takes in the encoded layer */
  length: number;
}

const NAMED: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', sol: '/', bsol: '\\' },
  ...{ Tab: '\t', NewLine: '\n', excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(' },
  ...{ rpar: ')', ast: '*', plus: '+', comma: ',', period: '.', colon: ':', semi: ';' },
  ...{ equals: '=', quest: '?', commat: '@', lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']' },
  ...{ Hat: '^', lowbar: '_', grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|' },
  ...{ rcub: '}', rbrace: '}', hyphen: '\u2010', dash: '\u2010' },
};

const SHORT: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
for (const sign of '"\'\\/') {
  SHORT[sign] = sign;
}

/** The longest escape: a surrogate pair as two \u escapes. */
const LONGEST = 12;

function escapeAt(bytes: Uint8Array, index: number): Escape | undefined {
  const text = String.fromCharCode(...bytes.subarray(index, index + LONGEST));
  if (bytes[index] === PERCENT) {
    const hex = /^%([0-9a-f]{2})/i.exec(text)?.[1];
    return hex ? { code: Number.parseInt(hex, 16), isByte: true, length: 3 } : undefined;
  }
  return bytes[index] === AMPERSAND ? entityAt(text) : backslashAt(text);
}

function entityAt(text: string): Escape | undefined {
  const [all = '', decimal, hex, name] =
    /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/i.exec(text) ?? [];
  if (decimal) {
    return codePointEscape(Number(decimal), all.length);
  }
  if (hex) {
    return codePointEscape(Number.parseInt(hex, 16), all.length);
  }
  const named = name && Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  return named ? { code: named.charCodeAt(0), length: all.length } : undefined;
}

function backslashAt(text: string): Escape | undefined {
  const pair = /^\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/i.exec(text);
  if (pair) {
    const units = [pair[1] ?? '', pair[2] ?? ''].map((unit) => Number.parseInt(unit, 16));
    return { code: String.fromCharCode(...units).codePointAt(0) ?? 0, length: 12 };
  }
  const unit = /^\\u([0-9a-f]{4})/i.exec(text)?.[1];
  if (unit) {
    return { code: Number.parseInt(unit, 16), length: 6 };
  }
  const byte = /^\\x([0-9a-f]{2})/i.exec(text)?.[1];
  if (byte) {
    return { code: Number.parseInt(byte, 16), isByte: true, length: 4 };
  }
  const sign = text.charAt(1);
  const short = Object.hasOwn(SHORT, sign) ? SHORT[sign] : undefined;
  return short === undefined ? undefined : { code: short.charCodeAt(0), length: 2 };
}

function codePointEscape(code: number, length: number): Escape | undefined {
  return code <= 0x10ffff ? { code, length } : undefined;
}
