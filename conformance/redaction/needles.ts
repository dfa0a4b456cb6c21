import { decodeLayer, layerOf } from './layer.ts';
import { squeezed } from './squeezed-layer.ts';

/** Bytes that show a secret. */
export interface Needle {
  bytes: Uint8Array;
  /** as it stands, in any case and with `+` for a space; or inside base64 or base64url */
  form: 'plain' | 'base64';
  /** too short to be found within other words: only as a whole value or between quotes */
  whole: boolean;
  /** found only in the case given: it is short enough to be part of other words */
  exactCase: boolean;
  /** pieces of it are looked for: any long one, or nearly all of what is made of words */
  piece?: 'random' | 'words';
  /** the secrets it shows */
  secrets: Set<string>;
}

/** Secrets shorter than this, in bytes, are only redacted as whole values or between quotes. */
export const SHORTEST_ANYWHERE = 4;
/** From this length on, in bytes, a secret is also found in another case. */
const SHORTEST_ANY_CASE = 8;

/** Everything to look for, once each; grows with the secrets. */
export class Needles {
  readonly #all = new Map<string, Needle>();

  /** The needles of a secret that no secret before it had. */
  of(secret: string): Needle[] {
    const fresh: Needle[] = [];
    const add = (form: Needle['form'], bytes: Uint8Array, piece?: Needle['piece'], part = true) => {
      const needle = this.#added(secret, form, bytes, piece, part);
      if (needle) {
        fresh.push(needle);
      }
    };
    for (const value of valuesOf(secret)) {
      const plain = bytesOf(value);
      const piece = pieceOf(value);
      for (const bytes of plain) {
        add('plain', bytes, piece);
        if (bytes.length >= SHORTEST_ANYWHERE) {
          continue;
        }
        for (const encoding of ['base64', 'base64url', 'hex'] as const) {
          const encoded = Buffer.from(Buffer.from(bytes).toString(encoding));
          add('plain', encoded, undefined, false);
        }
      }
      for (const bytes of [...plain, ...escapedBytesOf(value)]) {
        if (bytes.length < SHORTEST_ANYWHERE) {
          continue;
        }
        add('plain', Buffer.from(Buffer.from(bytes).toString('hex')), piece);
        for (const core of base64Cores(bytes)) {
          add('base64', core, piece);
        }
      }
    }
    return fresh;
  }

  /** The needle, unless it is known; `mayBePart` of a word. */
  #added(
    secret: string,
    form: Needle['form'],
    bytes: Uint8Array,
    piece: Needle['piece'],
    mayBePart: boolean,
  ): Needle | undefined {
    if (bytes.length === 0) {
      return undefined;
    }
    const whole = !mayBePart || bytes.length < SHORTEST_ANYWHERE;
    const exactCase = bytes.length < SHORTEST_ANY_CASE;
    const key = `${form} ${whole} ${Buffer.from(bytes).toString('latin1')}`;
    const known = this.#all.get(key);
    if (known) {
      known.secrets.add(secret);
      return undefined;
    }
    const secrets = new Set([secret]);
    const needle = { bytes, form, whole, exactCase, secrets, ...(piece && { piece }) };
    this.#all.set(key, needle);
    return needle;
  }
}

/** Secrets shorter than this, in characters, are looked for as a whole. */
const SHORTEST_IN_PIECES = 16;

/**
 * Which pieces of a value are looked for: of one that is random, such as a token, any, since no text
 * holds one by chance; of one made of words, such as a pass phrase, nearly all of it.
 */
function pieceOf(value: string): Needle['piece'] {
  if (value.length < SHORTEST_IN_PIECES) {
    return undefined;
  }
  if (/^[\da-f-]+$/i.test(value)) {
    return 'random';
  }
  const text = /[a-z]/.test(value) ? value : value.toLowerCase();
  const inWords = (text.match(/[A-Z]?[a-z]{3,}/g) ?? []).join('').length;
  return inWords > value.length / 2 || /\s/.test(value) ? 'words' : 'random';
}

/** A secret and those parts of it that are secret on their own; none for a blank one. */
function valuesOf(secret: string): string[] {
  if (secret.trim() === '') {
    return [];
  }
  const basic = /^Basic +(\S+)$/i.exec(secret)?.[1];
  return [
    secret,
    /^(?:Bearer|Basic|Token) +(\S+)$/i.exec(secret)?.[1],
    basic && /:(.+)$/s.exec(Buffer.from(basic, 'base64').toString())?.[1],
    // the signature of a JWT
    /^(?:Bearer +)?[\w-]+\.[\w-]*\.([\w-]{8,})$/i.exec(secret)?.[1],
  ].filter((value) => value !== undefined);
}

/**
 * The bytes by which a value may stand in a decoded text: UTF-8; Latin-1; UTF-8 misread as Latin-1,
 * which is how a header echoes it; and the value with its own escapes undone, since decoding a
 * text also decodes what merely looks like an escape in the secret.
 */
function bytesOf(value: string): Uint8Array[] {
  const utf8 = Buffer.from(value);
  const forms: Uint8Array[] = [utf8];
  if (utf8.length !== value.length) {
    const latin1 = Buffer.from(value, 'latin1');
    if (latin1.toString('latin1') === value) {
      forms.push(latin1);
    }
    forms.push(Buffer.from(utf8.toString('latin1')));
  }
  // as it stands where invisible signs are left out, such as those that join an emoji
  const visible = squeezed({ bytes: utf8 }, 'invisible').bytes;
  if (visible !== utf8 && visible.length > 0) {
    forms.push(visible);
  }
  let layer = decodeLayer(layerOf(value));
  for (let depth = 0; layer && depth < 2; depth++) {
    if (layer.bytes.length >= SHORTEST_ANYWHERE) {
      forms.push(layer.bytes);
    }
    layer = decodeLayer(layer);
  }
  return forms;
}

/** The value as it stands in JSON or in a form which is then itself written as base64 or hex. */
function escapedBytesOf(value: string): Uint8Array[] {
  const json = JSON.stringify(value).slice(1, -1);
  return [json, encodeURIComponent(value.toWellFormed())]
    .filter((text) => text !== value)
    .map((text) => Buffer.from(text));
}

/**
 * The characters that any base64 text shows when it holds these bytes, for each of the three places
 * in a group of three bytes where they may begin. Characters that also depend on neighbouring
 * bytes are left out.
 */
function base64Cores(bytes: Uint8Array): Buffer[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const begin = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    return Buffer.from(encoded.slice(begin, end));
  });
}
