import { codeOf, escapeAt, isByteOf, lengthOf, MAY_ESCAPE } from './escapes.ts';
import { bytesIn, copy, type LayerRoom, writeCode } from './layer.ts';

/** Stands between two parts. */
const BETWEEN = 0;

/**
 * Of the next layer, as `decodeLayer` gives it, the parts that decoding made: around each escape as much
 * as `reach` says, in signs that no squeezing leaves out. What stands farther away from every escape
 * is as it was in the layer before. Undefined where there is no escape.
 */
export function decodedParts(
  bytes: Uint8Array,
  room: LayerRoom,
  reach: number,
): Uint8Array | undefined {
  let parts: Uint8Array | undefined;
  let length = 0;
  let done = 0; // bytes before this index were decoded or passed over
  for (let i = 0; i < bytes.length; i++) {
    if (MAY_ESCAPE[bytes[i] ?? 0] === 0) {
      continue;
    }
    const read = escapeAt(bytes, i);
    if (read === 0) {
      continue;
    }
    const end = parts ? forward(bytes, done, i, reach) : done;
    const begin = back(bytes, end, i, reach);
    // What is decoded is never longer than what it was encoded as, nor are parts than the whole.
    parts ??= bytesIn(room, bytes.length);
    length = copy(bytes, done, end, parts, length);
    if (begin > end) {
      parts[length] = BETWEEN;
      length += 1;
    }
    length = copy(bytes, begin, i, parts, length);
    length = writeCode(parts, length, codeOf(read), isByteOf(read));
    done = i + lengthOf(read);
    i = done - 1;
  }
  if (!parts) {
    return undefined;
  }
  length = copy(bytes, done, forward(bytes, done, bytes.length, reach), parts, length);
  return parts.subarray(0, length);
}

/** The index behind so many visible signs from `from` on, or `to`. */
function forward(bytes: Uint8Array, from: number, to: number, reach: number): number {
  let left = reach;
  let at = from;
  for (; at < to && left > 0; at++) {
    left -= VISIBLE[bytes[at] ?? 0] ?? 0;
  }
  return at;
}

/** The index of so many visible signs before `to`, or `from`. */
function back(bytes: Uint8Array, from: number, to: number, reach: number): number {
  let left = reach;
  let at = to;
  for (; at > from && left > 0; at--) {
    left -= VISIBLE[bytes[at - 1] ?? 0] ?? 0;
  }
  return at;
}

/** By byte, 1 where it is certain to stand for a sign that nothing leaves out. */
const VISIBLE = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte > 0x20 && byte < 0x7f));
