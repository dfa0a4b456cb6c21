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
it('redacts 1 MB with 200 secrets', () => {
  const tokens = Array.from({ length: 200 }, (_, index) => `${TOKEN}${index}`);
  const line = (index: number) =>
    JSON.stringify({
      url: 'https://x.example/?a=%20b',
      token: tokens[index % 400],
      text: 'x'.repeat(900),
    });
  const text = Array.from({ length: 1000 }, (_, index) => line(index)).join('\n');
  const shown = createRedactor(tokens).text(text);
  expect(text.length).toBeGreaterThan(900_000);
  expect(shown).not.toContain('dozjgNryP4J3');
});
