import { codeOf, escapeAt, isByteOf, lengthOf, MAY_ESCAPE } from './escapes.ts';
import { Origins } from './origins.ts';

/**
 * A text as UTF-8 bytes, each knowing which part of the source text it came from. Decoding a layer
 * gives the next one, so that what is found in any layer can be cut out of the source.
 */
export interface Layer {
  bytes: Uint8Array;
  /** absent where byte i is character i of the source text */
  origins?: Origins | undefined;
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
export function decodeLayer({ bytes, origins }: Layer, room: LayerRoom = {}): Layer | undefined {
  let decoded: Uint8Array | undefined;
  room.origins ??= new Origins();
  const places = room.origins;
  places.clear();
  let length = 0;
  let copied = 0; // bytes before this index are in `decoded`
  for (let i = 0; i < bytes.length; i++) {
    if (MAY_ESCAPE[bytes[i] ?? 0] === 0) {
      continue;
    }
    const read = escapeAt(bytes, i);
    if (read === 0) {
      continue;
    }
    // What is decoded is never longer than what it was encoded as.
    decoded ??= bytesIn(room, bytes.length);
    const next = i + lengthOf(read);
    places.taken(length, origins, copied, i);
    const [start, end] = originOf({ origins }, i, next - 1);
    places.decoded(length + i - copied, start, end);
    length = copy(bytes, copied, i, decoded, length);
    length = writeCode(decoded, length, codeOf(read), isByteOf(read));
    copied = next;
    i = next - 1;
  }
  if (!decoded) {
    return undefined;
  }
  places.taken(length, origins, copied, bytes.length);
  length = copy(bytes, copied, bytes.length, decoded, length);
  return { bytes: decoded.subarray(0, length), origins: places };
}

/** From this length on, in bytes, the engine's own copying is the faster one. */
const LONG_COPY = 64;

/** Copies the bytes `from` to `to`; gives the index after the copy. */
export function copy(
  source: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  at: number,
): number {
  if (to - from >= LONG_COPY) {
    target.set(source.subarray(from, to), at);
  } else {
    for (let i = from; i < to; i++) {
      target[at + i - from] = source[i] ?? 0;
    }
  }
  return at + to - from;
}

/** Writes a byte, or a code point in UTF-8; gives the index after it. */
export function writeCode(target: Uint8Array, at: number, code: number, isByte: boolean): number {
  if (isByte || code < 0x80) {
    target[at] = code;
    return at + 1;
  }
  // Buffer writes U+FFFD for half a surrogate pair, as it does in every needle.
  const point = Buffer.from(String.fromCodePoint(code));
  target.set(point, at);
  return at + point.length;
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
export function originOf(
  { origins }: Pick<Layer, 'origins'>,
  first: number,
  last: number,
): [number, number] {
  return origins ? [origins.startOf(first), origins.endOf(last)] : [first, last + 1];
}
