import type { Needle } from './needles.ts';

const byteTable = (fold: (byte: number) => number) =>
  Uint8Array.from({ length: 256 }, (_, byte) => fold(byte));

const PLUS = 0x2b;
const FOLD_PLAIN = byteTable((byte) => {
  if (byte === 0x20) {
    return PLUS; // form encoding
  }
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
});
const FOLD_BASE64 = byteTable((byte) => {
  if (byte === 0x20 || byte === 0x2d) {
    return PLUS; // `-` of base64url; `+` decoded as a form
  }
  return byte === 0x5f ? 0x2f : byte; // `_` of base64url
});

/** A truncated secret is still one from this length on, in bytes. */
export const SHORTEST_PREFIX = 8;
const ELLIPSES = ['…', '...', '\\u2026'].map((text) => Buffer.from(text));

/** How bytes are compared, by the form of a needle. */
const FOLD: Record<Needle['form'], Uint8Array> = { plain: FOLD_PLAIN, base64: FOLD_BASE64 };
/** Makes equal what either form does: one look at a byte serves needles of both. */
export const FOLD_KEY = byteTable((byte) => FOLD_BASE64[FOLD_PLAIN[byte] ?? 0] ?? 0);

/** How many bytes of a needle stand at `begin`: all, a long prefix cut off at the end, or 0. */
export function lengthShown(bytes: Uint8Array, begin: number, needle: Needle): number {
  const length = matchLength(bytes, begin, needle.bytes, FOLD[needle.form]);
  const isShown = !needle.exactCase || sameCase(bytes, begin, needle.bytes, length);
  return isShown ? length : 0;
}

function matchLength(
  text: Uint8Array,
  begin: number,
  needle: Uint8Array,
  fold: Uint8Array,
): number {
  let length = 0;
  while (length < needle.length && fold[text[begin + length] ?? 0] === fold[needle[length] ?? 0]) {
    length++;
  }
  if (length === needle.length) {
    return length;
  }
  if (length < SHORTEST_PREFIX) {
    return 0;
  }
  return isCutAt(text, begin + length) ? length : 0;
}

/** Whether a text that goes on ends there all the same, as far as it is shown. */
export function isCutAt(text: Uint8Array, at: number): boolean {
  return (
    at >= text.length ||
    ELLIPSES.some((sign) => sign.every((byte, index) => FOLD_PLAIN[text[at + index] ?? 0] === byte))
  );
}

function sameCase(bytes: Uint8Array, begin: number, needle: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) {
    const [a = 0, b = 0] = [bytes[begin + i], needle[i]];
    if (a !== b && !(isLike(a) && isLike(b))) {
      return false;
    }
  }
  return true;
}

/** Signs that folding makes equal: a space and what stands for it, and base64url's two. */
const isLike = (byte: number) => [0x20, PLUS, 0x2d, 0x2f, 0x5f].includes(byte);
