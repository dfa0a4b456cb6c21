import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, REDACTED } from './redact.ts';

const TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

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
