import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodedParts } from './decoded-parts.ts';
import { decodeLayer } from './layer.ts';
import { createRedactor, REDACTED } from './redact.ts';

const decoded = (text: string) => {
  const layer = decodeLayer({ bytes: Buffer.from(text) });
  return layer && Buffer.from(layer.bytes).toString();
};
const parts = (text: string, reach: number) => {
  const bytes = decodedParts(Buffer.from(text), {}, reach);
  return bytes && Buffer.from(bytes).toString();
};

/** Text with escapes, far from each other and near. */
const text = fc
  .array(fc.constantFrom('%41', '\\"', '&amp;', 'abc', '\\\\u0042', '  ', 'é', 'x'.repeat(40)))
  .map((all) => all.join(''));

describe('the parts of a text that decoding makes', () => {
  it('are all of it where they reach far enough', () => {
    fc.assert(
      fc.property(text, (source) => {
        expect(parts(source, 10_000)).toBe(decoded(source));
      }),
    );
  });

  it('stand in the whole in this order, and hold what stands around every escape', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (source, reach) => {
        const whole = decoded(source);
        let at = 0;
        for (const part of parts(source, reach)?.split('\0') ?? []) {
          at = whole?.indexOf(part, at) ?? -1;
          expect(at).not.toBe(-1);
          at += part.length;
        }
      }),
    );
    expect(parts(`${'a'.repeat(9)}b%41b${'c'.repeat(9)}&lt;${'d'.repeat(9)}`, 3)).toBe(
      '\0aabAbcc\0ccc<ddd',
    );
  });

  it('count no blanks and no invisible signs, by which a secret may be split', () => {
    expect(parts('xyz a  \n b\u200b\u200b%41c \t d efg', 2)).toBe('\0a  \n b\u200b\u200bAc \t d');
  });

  it('leave no secret out, however far from its escapes text goes on', () => {
    const secret = 'S3cret/pä"ss <w&rd>+1';
    const far = fc
      .array(fc.constantFrom('word ', '→', '\n', '%20', '\\n'))
      .chain((all) => fc.nat(400).map((times) => all.join('').repeat(times)));
    const encoded = fc.constantFrom(
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      encodeURIComponent(JSON.stringify(secret).slice(1, -1)),
      [...secret].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
      secret,
    );
    fc.assert(
      fc.property(far, encoded, far, (before, shown, after) => {
        const redacted = createRedactor([secret]).text(`${before}(${shown})${after}`);
        expect(redacted).toBe(`${before}(${REDACTED})${after}`);
      }),
    );
  });
});
