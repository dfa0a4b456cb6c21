/**
 * What a percent-encoding, a JSON or JavaScript escape or an HTML entity stands for, read from bytes
 * without a string for each: a report holds tens of thousands.
 *
 * An escape as one number: a code point, or a byte of UTF-8 by `BYTE`; above them how many bytes it
 * takes. 0 where there is none.
 */
export type Escape = number;

/** Set where the code is a byte of UTF-8. */
const BYTE = 1 << 21;
const LENGTH_AT = 22;

export const codeOf = (read: Escape): number => read & (BYTE - 1);
export const isByteOf = (read: Escape): boolean => (read & BYTE) !== 0;
export const lengthOf = (read: Escape): number => read >>> LENGTH_AT;

const escapeOf = (code: number, length: number): Escape => code | (length << LENGTH_AT);

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const NUMBER_SIGN = 0x23;
const SEMICOLON = 0x3b;
const LOWER_U = 0x75;
const LOWER_X = 0x78;

/** The most bytes that an escape takes: a surrogate pair as two `\u`. What cuts a text off is shorter. */
export const LONGEST_ESCAPE = 12;

/** By byte, whether an escape may begin with it. */
export const MAY_ESCAPE = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte === PERCENT || byte === BACKSLASH || byte === AMPERSAND),
);

/** The escape that begins at a byte of `MAY_ESCAPE`. */
export function escapeAt(bytes: Uint8Array, index: number): Escape {
  if (bytes[index] === BACKSLASH) {
    return backslashAt(bytes, index);
  }
  return bytes[index] === PERCENT ? byteAt(bytes, index, 1) : entityAt(bytes, index);
}

const SHORT = new Map<number, number>(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(([letter, sign]) => [
    letter.charCodeAt(0),
    sign.charCodeAt(0),
  ]),
);
for (const sign of '"\'\\/') {
  SHORT.set(sign.charCodeAt(0), sign.charCodeAt(0));
}

function backslashAt(bytes: Uint8Array, index: number): Escape {
  const kind = bytes[index + 1] ?? 0;
  if (isLetter(kind, LOWER_X)) {
    return byteAt(bytes, index, 2);
  }
  if (!isLetter(kind, LOWER_U)) {
    const short = SHORT.get(kind);
    return short === undefined ? 0 : escapeOf(short, 2);
  }
  const unit = unitAt(bytes, index);
  if (unit === NOT_HEX) {
    return 0;
  }
  const isHigh = (unit & 0xfc00) === 0xd800;
  const low = isHigh && isUnit(bytes, index + 6) ? unitAt(bytes, index + 6) : NOT_HEX;
  return low !== NOT_HEX && (low & 0xfc00) === 0xdc00
    ? escapeOf(0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff), 12)
    : escapeOf(unit, 6);
}

/** Whether a byte is a letter, which is given in lower case, in either case. */
const isLetter = (byte: number | undefined, letter: number) =>
  byte !== undefined && (byte | 0x20) === letter;

const isUnit = (bytes: Uint8Array, index: number) =>
  bytes[index] === BACKSLASH && isLetter(bytes[index + 1], LOWER_U);

/** The number behind the `\u` at `index`. */
function unitAt(bytes: Uint8Array, index: number): number {
  const high = hexPair(bytes, index + 2);
  const low = hexPair(bytes, index + 4);
  return high === NOT_HEX || low === NOT_HEX ? NOT_HEX : (high << 8) | low;
}

/** A byte in two hexadecimal digits behind a mark of so many bytes. */
function byteAt(bytes: Uint8Array, index: number, mark: number): Escape {
  const byte = hexPair(bytes, index + mark);
  return byte === NOT_HEX ? 0 : escapeOf(byte, mark + 2) | BYTE;
}

const NOT_HEX = -1;

/** By byte, its value as a digit, or 255. */
const DIGIT = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? 0xff : digit;
});

function hexPair(bytes: Uint8Array, index: number): number {
  const high = DIGIT[bytes[index] ?? 0] ?? 0xff;
  const low = DIGIT[bytes[index + 1] ?? 0] ?? 0xff;
  return high > 15 || low > 15 ? NOT_HEX : (high << 4) | low;
}

const NAMED = new Map<string, number>(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', sol: '/', bsol: '\\' },
    ...{ Tab: '\t', NewLine: '\n', excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(' },
    ...{ rpar: ')', ast: '*', plus: '+', comma: ',', period: '.', colon: ':', semi: ';' },
    ...{ equals: '=', quest: '?', commat: '@', lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']' },
    ...{ Hat: '^', lowbar: '_', grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|' },
    ...{ rcub: '}', rbrace: '}', hyphen: '\u2010', dash: '\u2010' },
  }).map(([name, sign]) => [name, sign.charCodeAt(0)]),
);

/** The longest name of an entity. */
const LONGEST_NAME = Math.max(...[...NAMED.keys()].map(({ length }) => length));

function entityAt(bytes: Uint8Array, index: number): Escape {
  if (bytes[index + 1] !== NUMBER_SIGN) {
    let name = '';
    while (name.length <= LONGEST_NAME && bytes[index + 1 + name.length] !== SEMICOLON) {
      name += String.fromCharCode(bytes[index + 1 + name.length] ?? 0);
    }
    const named = NAMED.get(name);
    return named === undefined ? 0 : escapeOf(named, name.length + 2);
  }
  const isHex = isLetter(bytes[index + 2], LOWER_X);
  const begin = index + (isHex ? 3 : 2);
  const base = isHex ? 16 : 10;
  const most = isHex ? 6 : 7;
  let code = 0;
  let at = begin;
  for (; at - begin < most; at++) {
    const digit = DIGIT[bytes[at] ?? 0] ?? 0xff;
    if (digit >= base) {
      break;
    }
    code = code * base + digit;
  }
  const isWhole = at > begin && bytes[at] === SEMICOLON && code <= 0x10ffff;
  return isWhole ? escapeOf(code, at + 1 - index) : 0;
}
