import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, REDACTED } from './redact.ts';

const PASSWORD = 'S3cret/pä"ss <w&rd>+1';
const TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

const html = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const bytes = (text: string) => [...Buffer.from(text)];
const percentAll = (text: string) =>
  bytes(text)
    .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
    .join('');

/** Encodings whose result still shows the text to who undoes them. */
const ESCAPES: Record<string, (text: string) => string> = {
  plain: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
  'json with \\/': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'json in ASCII': (text) =>
    text
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  url: (text) => encodeURIComponent(text),
  'url in lower case': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  'url of every byte': percentAll,
  form: (text) => new URLSearchParams({ '': text }).toString().slice(1),
  html,
  'html in numbers': (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  'html in hex': (text) =>
    [...text].map((sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(''),
};

const OPAQUE: Record<string, (text: string) => string> = {
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};
const ENCODINGS = { ...ESCAPES, ...OPAQUE };
const escapes = fc.constantFrom(...Object.keys(ESCAPES));
const encode = (name: string, text: string) => ENCODINGS[name]?.(text) ?? text;

/** Secrets as people have them: no blanks around, eight signs or more. */
const secrets = fc
  .string({ unit: 'grapheme', minLength: 8, maxLength: 40 })
  .filter((text) => text.trim() === text && text.isWellFormed() && !/→|^[[\]a-z]*$/.test(text));
/** Text around a secret that no secret begins or ends with. */
const noise = fc.string({ unit: fc.constantFrom(...'→\n'), maxLength: 12 });

describe('a redactor', () => {
  it.each(Object.keys(ENCODINGS))('leaves nothing of a password in %s', (name) => {
    const { text } = createRedactor([PASSWORD]);
    expect(text(`before (${encode(name, PASSWORD)}) after`)).toBe(`before (${REDACTED}) after`);
  });

  it('leaves nothing of any secret in any escape of any escape', () => {
    fc.assert(
      fc.property(secrets, escapes, escapes, noise, noise, (secret, inner, outer, a, b) => {
        const shown = encode(outer, encode(inner, secret));
        expect(createRedactor([secret]).text(`${a}${shown}${b}`)).toBe(`${a}${REDACTED}${b}`);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves nothing of secrets that look like escapes themselves', () => {
    const unit = fc.constantFrom(...'%\\&;u00412x#"\'+ /<ab=');
    const tricky = fc
      .string({ unit, minLength: 16, maxLength: 24 })
      .filter((text) => text.trim() === text);
    const standard = fc.constantFrom('plain', 'json', 'url', 'form', 'html');
    fc.assert(
      fc.property(tricky, standard, standard, (secret, inner, outer) => {
        const shown = encode(outer, encode(inner, secret));
        expect(createRedactor([secret]).text(`(${shown})`)).toBe(`(${REDACTED})`);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves nothing of any secret within base64, base64url and hex of a longer text', () => {
    const opaque = fc.constantFrom(...Object.keys(OPAQUE));
    const inner = fc.constantFrom('plain', 'json', 'url');
    fc.assert(
      fc.property(secrets, opaque, inner, fc.string(), fc.string(), (secret, name, how, a, b) => {
        const whole = encode(name, a + encode(how, secret) + b);
        const rest = createRedactor([secret]).text(whole).split(REDACTED);
        const bits = Buffer.byteLength(encode(how, secret)) * 8;
        const bitsPerSign = name.startsWith('hex') ? 4 : 6;
        const taken = whole.length - rest.join('').length;
        expect(rest.length).toBeGreaterThan(1);
        expect(taken).toBeGreaterThanOrEqual(Math.floor(bits / bitsPerSign));
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves texts alone that show no secret', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        fc.pre(!text.includes('zQ9'));
        expect(createRedactor(['zQ9-never-typed']).text(text)).toBe(text);
      }),
    );
  });

  it('finds a secret in another case, as a header echo shows it', () => {
    expect(createRedactor([TOKEN]).text(`Bearer ${TOKEN.toLowerCase()}`)).toBe(
      `Bearer ${REDACTED}`,
    );
    expect(createRedactor(['CamelCaseSecret']).text('x-CAMELCASESECRET-y')).toBe(`x-${REDACTED}-y`);
  });

  it('takes a token whole, and its signature alone', () => {
    const { text } = createRedactor([TOKEN]);
    const signature = TOKEN.split('.')[2] ?? '';
    expect(text(`{"access_token":"${TOKEN}"}`)).toBe(`{"access_token":"${REDACTED}"}`);
    expect(text(`other.header.${signature}`)).toBe(`other.header.${REDACTED}`);
  });

  it('takes what follows Bearer and Basic, and the password within Basic', () => {
    const basic = `Basic ${Buffer.from('hook:open-sesame').toString('base64')}`;
    const { text } = createRedactor([`Bearer ${TOKEN}`, basic]);
    expect(text(`token=${TOKEN}`)).toBe(`token=${REDACTED}`);
    expect(text('the password open-sesame is wrong')).toBe(`the password ${REDACTED} is wrong`);
  });

  it('takes a secret that was cut off', () => {
    const { text } = createRedactor([TOKEN]);
    expect(text(`got ${TOKEN.slice(0, 40)}… instead`)).toBe(`got ${REDACTED}… instead`);
    expect(text(`got ${TOKEN.slice(0, 40)}`)).toBe(`got ${REDACTED}`);
  });

  it('takes the longer of two secrets that overlap or hold each other', () => {
    const { text } = createRedactor(['password', 'password-and-more', 'more-of-it']);
    expect(text('password-and-more')).toBe(REDACTED);
    expect(text('password-and-more-of-it')).toBe(REDACTED);
  });

  it('finds a header echo whose UTF-8 was read as Latin-1', () => {
    const misread = Buffer.from(PASSWORD).toString('latin1');
    expect(createRedactor([PASSWORD]).text(`x ${misread} y`)).toBe(`x ${REDACTED} y`);
  });

  it('takes secrets of one to three bytes only as whole values', () => {
    const { text } = createRedactor(['abc', '1']);
    expect(text('abc')).toBe(REDACTED);
    expect(text('{"password":"abc","n":"1"}')).toBe(`{"password":"${REDACTED}","n":"${REDACTED}"}`);
    expect(text('user=abc&page=12')).toBe(`user=${REDACTED}&page=12`);
    expect(text('"YWJj"')).toBe(`"${REDACTED}"`);
    expect(text('the abcess of page 1')).toBe('the abcess of page 1');
  });

  it('ignores blank secrets', () => {
    expect(createRedactor(['', '  ', '\n']).text('a   b')).toBe('a   b');
  });

  it('leaves text of our own alone when told to', () => {
    const redactor = createRedactor(['verdict', 'hunter2hunter2']).without(
      '{"verdict":"conformant"}',
    );
    expect(redactor.text('"verdict": "hunter2hunter2"')).toBe(`"verdict": "${REDACTED}"`);
  });
});

/** A token split by a sign at every so many characters. */
const split = (text: string, every: number, sign: string) =>
  (text.match(new RegExp(`.{1,${every}}`, 'g')) ?? []).join(sign);

describe('pieces of a secret', () => {
  const { text } = createRedactor([TOKEN]);
  const [, payload = '', signature = ''] = TOKEN.split('.');

  it.each([
    ['without its last character', TOKEN.slice(0, -1)],
    ['without its first character', TOKEN.slice(1)],
    ['without both', TOKEN.slice(1, -1)],
    ['its first half', TOKEN.slice(0, TOKEN.length / 2)],
    ['its second half', TOKEN.slice(TOKEN.length / 2)],
    ['twelve characters of its signature', signature.slice(5, 17)],
    ['two segments', TOKEN.split('.').slice(0, 2).join('.')],
    ['wrapped at 20 columns', split(TOKEN, 20, '\n')],
    ['wrapped and indented', split(TOKEN, 20, '\r\n      ')],
    ['with a blank after each character', split(TOKEN, 1, ' ')],
    ['wrapped within JSON', JSON.stringify(split(TOKEN, 20, '\n')).slice(1, -1)],
    ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'].map((sign) => [
      `split by U+${sign.charCodeAt(0).toString(16)}`,
      split(TOKEN, 1, sign),
    ]),
    ['split by a zero width character in a header', split(TOKEN, 7, 'â\u0080\u008b')],
    ['split by &#8203;', split(TOKEN, 3, '&#8203;')],
    ['hex, wrapped', split(Buffer.from(TOKEN).toString('hex'), 32, '\n')],
    ['base64, wrapped', split(Buffer.from(`x${TOKEN}`).toString('base64'), 76, '\n')],
    ['base64, cut off', Buffer.from(TOKEN).toString('base64').slice(50, 120)],
  ])('are taken: %s', (_, shown = '') => {
    const left = text(`got (${shown}) instead`).replaceAll(
      /\s|[\u200b-\u200d\u2060\ufeff\u00ad]/g,
      '',
    );
    expect(left).toContain(REDACTED);
    for (let at = 0; at + 12 <= shown.length; at++) {
      expect(left).not.toContain(shown.slice(at, at + 12));
    }
    for (const part of [payload, signature]) {
      for (let at = 0; at + 12 <= part.length; at++) {
        expect(left).not.toContain(part.slice(at, at + 12));
      }
    }
    expect(left).toMatch(/^got\(.*\)instead$/);
    expect(left.length).toBeLessThan(40);
  });

  it('are taken in any text around them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: TOKEN.length - 12 }),
        fc.integer({ min: 12, max: TOKEN.length }),
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (from, length, before, after) => {
          const piece = TOKEN.slice(from, from + length);
          fc.pre(from >= TOKEN.indexOf('.') && piece.length >= 12);
          expect(text(before + piece + after)).not.toContain(piece);
        },
      ),
    );
  });

  it('of a password are taken zero width characters or line breaks apart, or short of a sign', () => {
    const password = 'Summer-in-the-Tatra-2031!';
    const redactor = createRedactor([password]);
    for (const shown of [
      split(password, 3, '\u200b'),
      split(password, 20, '\n'),
      password.slice(0, -1),
      password.slice(1),
    ]) {
      expect(redactor.text(`(${shown})`)).toBe(`(${REDACTED})`);
    }
  });

  it('are no ordinary words, and no header of a JWT', () => {
    const redactor = createRedactor([
      'organisation-preference-1',
      'correct horse battery staple',
      'awaiting-payments-2031',
      'passwort',
      TOKEN,
    ]);
    for (const shown of [
      'fetch-organisation-preference, awaiting-payments and more',
      'the correct horse and the battery',
      'pass wort',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.',
      'IkpXVCJ9.eyJzd',
    ]) {
      expect(redactor.text(shown)).toBe(shown);
    }
  });
});

describe('redacting a value', () => {
  it('takes secrets out of strings and keys and leaves the rest as it is', () => {
    const { value } = createRedactor([PASSWORD]);
    const source = { a: [1, null, true, `x${PASSWORD}`], [PASSWORD]: { b: 2 }, d: undefined };
    expect(value(source)).toEqual({
      a: [1, null, true, `x${REDACTED}`],
      [REDACTED]: { b: 2 },
      d: undefined,
    });
    expect(source.a[3]).toBe(`x${PASSWORD}`);
  });

  it('keeps both entries where two keys become one', () => {
    const { value } = createRedactor(['secret-one', 'secret-two']);
    expect(value({ 'secret-one': 1, 'secret-two': 2 })).toEqual({
      [REDACTED]: 1,
      [`${REDACTED} 2`]: 2,
    });
  });

  it('treats __proto__ as any other key', () => {
    const copy = createRedactor(['secret-one']).value(JSON.parse('{"__proto__":"secret-one"}'));
    expect(Object.entries(copy)).toEqual([['__proto__', REDACTED]]);
  });

  it('walks 100,000 levels', () => {
    const depth = 100_000;
    const deep: unknown = JSON.parse(
      `${'['.repeat(depth)}"${PASSWORD.replaceAll('"', '\\"')}"${']'.repeat(depth)}`,
    );
    let level = createRedactor([PASSWORD]).value(deep);
    for (let i = 0; i < depth; i++) {
      level = (level as unknown[])[0];
    }
    expect(level).toBe(REDACTED);
  });

  it('keeps shared parts shared and survives a circle', () => {
    const shared: { text: string; self?: unknown } = { text: PASSWORD };
    shared.self = shared;
    const copy = createRedactor([PASSWORD]).value({ one: shared, two: shared });
    expect(copy.one).toBe(copy.two);
    expect(copy.one.self).toBe(copy.one);
    expect(copy.one.text).toBe(REDACTED);
  });
});

it('redacts 5 MB with 200 secrets', () => {
  const tokens = Array.from({ length: 200 }, (_, index) => `${TOKEN}${index}`);
  const line = (index: number) =>
    JSON.stringify({
      url: 'https://x.example/?a=%20b',
      token: tokens[index % 400],
      text: 'x'.repeat(900),
    });
  const text = Array.from({ length: 5000 }, (_, index) => line(index)).join('\n');
  const shown = createRedactor(tokens).text(text);
  expect(text.length).toBeGreaterThan(4_500_000);
  expect(shown).not.toContain('dozjgNryP4J3');
});
