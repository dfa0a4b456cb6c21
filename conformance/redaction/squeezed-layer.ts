import { bytesIn, copy, type Layer, type LayerRoom } from './layer.ts';
import { Origins } from './origins.ts';

/** Which signs are left out of a layer: those nobody sees, or blanks and line breaks too. */
export type Squeezing = 'invisible' | 'blank';

/**
 * The layer without signs that a secret may be split by, each byte still knowing where in the source
 * it came from; the layer itself where it has none of them. It is written into `room`, which may be
 * used again once the layer is no longer needed. Where nobody asks from where a byte came, it need not be
 * `traced`.
 */
export function squeezed(
  layer: Layer,
  what: Squeezing,
  room: LayerRoom = {},
  traced = true,
): Layer {
  const { bytes } = layer;
  const mayBegin = MAY_BEGIN[what];
  let at = 0;
  while (at < bytes.length && (!mayBegin[bytes[at] ?? 0] || skipAt(bytes, at, what) === 0)) {
    at++;
  }
  if (at === bytes.length) {
    return layer;
  }

  const kept = bytesIn(room, bytes.length);
  if (!traced) {
    return { bytes: kept.subarray(0, squeeze(bytes, what, kept)) };
  }
  room.origins ??= new Origins();
  const origins = room.origins;
  origins.clear();
  let length = 0;
  /** Keeps the bytes from one sign that is left out to the next. */
  const keep = (from: number, to: number) => {
    origins.taken(length, layer.origins, from, to);
    length = copy(bytes, from, to, kept, length);
  };
  let from = 0;
  for (let i = at; i < bytes.length; i++) {
    const skip = mayBegin[bytes[i] ?? 0] ? skipAt(bytes, i, what) : 0;
    if (skip === 0) {
      continue;
    }
    keep(from, i);
    from = i + skip;
    i = from - 1;
  }
  keep(from, bytes.length);
  return { bytes: kept.subarray(0, length), origins };
}

/** Writes what is left of the bytes into others; gives how many they are. */
function squeeze(bytes: Uint8Array, what: Squeezing, kept: Uint8Array): number {
  const mayBegin = MAY_BEGIN[what];
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const skip = mayBegin[byte] === 0 ? 0 : skipAt(bytes, i, what);
    if (skip === 0) {
      kept[length] = byte;
      length += 1;
    } else {
      i += skip - 1;
    }
  }
  return length;
}

/** The bytes without blanks, line breaks and invisible signs. */
export function squeezedBytes(bytes: Uint8Array): Uint8Array {
  return squeezed({ bytes }, 'blank', {}, false).bytes;
}

/** Signs that nobody sees begin with this byte at least. */
const FIRST_INVISIBLE = 0xc2;

/** By first byte, whether a sign that is left out may begin with it: most bytes cost one look. */
const MAY_BEGIN: Record<Squeezing, Uint8Array> = {
  invisible: Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= FIRST_INVISIBLE)),
  blank: Uint8Array.from({ length: 256 }, (_, byte) =>
    Number(byte >= FIRST_INVISIBLE || isBlank(byte)),
  ),
};

/** How many bytes of a sign that is left out stand there; 0 for any other. */
function skipAt(bytes: Uint8Array, at: number, what: Squeezing): number {
  const first = bytes[at] ?? 0;
  if (isBlank(first)) {
    return what === 'blank' ? 1 : 0;
  }
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  switch (first) {
    case 0xc2: // soft hyphen; no-break space
      return second === 0xad || (second === 0xa0 && what === 'blank') ? 2 : 0;
    case 0xcd: // combining grapheme joiner
      return second === 0x8f ? 2 : 0;
    case 0xe1: // Mongolian vowel separator
      return second === 0xa0 && third === 0x8e ? 3 : 0;
    case 0xe2:
      return isInvisible(second, third, what) ? 3 : 0;
    case 0xef: // byte order mark
      return second === 0xbb && third === 0xbf ? 3 : 0;
    case 0xc3: // one of the 0xe2 row that was read as Latin-1, as in a header
      return second === 0xa2 &&
        third === 0xc2 &&
        bytes[at + 4] === 0xc2 &&
        isInvisible(bytes[at + 3] ?? 0, bytes[at + 5] ?? 0, what)
        ? 6
        : 0;
    default:
      return 0;
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** U+200B to U+200F, U+202A to U+202E, U+2060 to U+206F; of blanks, U+2000 to U+200A and U+2028 on. */
function isInvisible(second: number, third: number, what: Squeezing): boolean {
  if (second === 0x81) {
    return third >= 0xa0 && third <= 0xaf;
  }
  if (second !== 0x80) {
    return false;
  }
  if ((third >= 0x8b && third <= 0x8f) || (third >= 0xaa && third <= 0xae)) {
    return true;
  }
  return what === 'blank' && (third <= 0x8a || third === 0xa8 || third === 0xa9);
}
