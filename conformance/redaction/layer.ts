/**
 * A text as UTF-8 bytes, each knowing which part of the source text it came from. Decoding a layer
 * gives the next one, so that what is found in any layer can be cut out of the source.
 */
export interface Layer {
  bytes: Uint8Array;
  /** index in the source text at which byte i begins; absent where that is i itself */
  start?: Uint32Array;
  /** index in the source text after byte i; absent where that is i + 1 */
  end?: Uint32Array;
}

/** The text itself, as a layer. */
export function layerOf(text: string): Layer {
  const size = Buffer.byteLength(text);
  if (size === text.length) return { bytes: Buffer.from(text, 'latin1') };
  const out = new LayerWriter(size);
  let index = 0;
  for (const character of text) {
    out.codePoint(character.codePointAt(0) ?? 0, index, index + character.length);
    index += character.length;
  }
  return out.finish();
}

/**
 * The layer with one level of percent-encoding, JSON and JavaScript escapes and HTML entities
 * undone, wherever they occur and however they are mixed; undefined where there is none.
 */
export function decodeLayer(layer: Layer): Layer | undefined {
  const { bytes, start, end } = layer;
  let out: LayerWriter | undefined;
  let copied = 0; // bytes before this index are in `out`
  const from = (index: number) => (start ? (start[index] ?? 0) : index);
  const to = (index: number) => (end ? (end[index] ?? 0) : index + 1);
  const copyUntil = (writer: LayerWriter, stop: number) => {
    for (; copied < stop; copied++) writer.byte(bytes[copied] ?? 0, from(copied), to(copied));
  };

  for (let i = 0; i < bytes.length; i++) {
    const first = bytes[i];
    if (first !== PERCENT && first !== BACKSLASH && first !== AMPERSAND) continue;
    const found = escapeAt(bytes, i);
    if (!found) continue;
    out ??= new LayerWriter(bytes.length);
    copyUntil(out, i);
    const last = i + found.length - 1;
    if (found.isByte) out.byte(found.code, from(i), to(last));
    else out.codePoint(found.code, from(i), to(last));
    copied = last + 1;
    i = last;
  }
  if (!out) return undefined;
  copyUntil(out, bytes.length);
  return out.finish();
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
for (const sign of '"\'\\/') SHORT[sign] = sign;

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
  if (decimal) return codePointEscape(Number(decimal), all.length);
  if (hex) return codePointEscape(Number.parseInt(hex, 16), all.length);
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
  if (unit) return { code: Number.parseInt(unit, 16), length: 6 };
  const byte = /^\\x([0-9a-f]{2})/i.exec(text)?.[1];
  if (byte) return { code: Number.parseInt(byte, 16), isByte: true, length: 4 };
  const sign = text.charAt(1);
  const short = Object.hasOwn(SHORT, sign) ? SHORT[sign] : undefined;
  return short === undefined ? undefined : { code: short.charCodeAt(0), length: 2 };
}

function codePointEscape(code: number, length: number): Escape | undefined {
  return code <= 0x10ffff ? { code, length } : undefined;
}

/** Collects bytes with the part of the source each came from. */
class LayerWriter {
  readonly #bytes: Uint8Array;
  readonly #start: Uint32Array;
  readonly #end: Uint32Array;
  #length = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
    this.#start = new Uint32Array(size);
    this.#end = new Uint32Array(size);
  }

  byte(byte: number, start: number, end: number): void {
    this.#bytes[this.#length] = byte;
    this.#start[this.#length] = start;
    this.#end[this.#length] = end;
    this.#length += 1;
  }

  codePoint(code: number, start: number, end: number): void {
    if (code < 0x80) {
      this.byte(code, start, end);
      return;
    }
    // Buffer writes U+FFFD for half a surrogate pair, as it does in every needle.
    for (const byte of Buffer.from(String.fromCodePoint(code))) this.byte(byte, start, end);
  }

  finish(): Layer {
    return {
      bytes: this.#bytes.subarray(0, this.#length),
      start: this.#start.subarray(0, this.#length),
      end: this.#end.subarray(0, this.#length),
    };
  }
}
