import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TooLargeError } from '../../../target/bounded-body.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { KEPT_BYTES, receiveBody } from './received-body.ts';

const long = (text: string) => Buffer.from(JSON.stringify({ list: Array(10_000).fill(text) }));

describe('a body that was received', () => {
  it('is kept whole where it is short', () => {
    expect(receiveBody(Buffer.from('{"a":1}'))).toEqual({
      text: '{"a":1}',
      parsed: { value: { a: 1 } },
    });
  });

  it('says what is wrong with it where it is no JSON', () => {
    expect(receiveBody(Buffer.from('<html>')).parsed).toHaveProperty('problem');
  });

  it('is cut and hashed where it is long, and its JSON is that of the whole', () => {
    const bytes = long('entry');
    const { text, parsed } = receiveBody(bytes);
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(text.slice(0, KEPT_BYTES)).toBe(bytes.toString().slice(0, KEPT_BYTES));
    expect(text.slice(KEPT_BYTES)).toBe(`… [cut, ${bytes.length} bytes in all, SHA-256 ${digest}]`);
    expect(parsed).toEqual({ value: JSON.parse(bytes.toString()) });
  });

  it('is not cut within a character', () => {
    const { text } = receiveBody(Buffer.from(`x${'€'.repeat(KEPT_BYTES)}`));
    expect(text).toMatch(/^x€+… \[cut/);
  });

  it('shares its JSON with an equal body, and with no other', () => {
    const [one, equal, other] = [long('one'), long('one'), long('two')].map((bytes) =>
      receiveBody(bytes),
    );
    expect(equal?.parsed).toBe(one?.parsed);
    expect(other?.parsed).not.toBe(one?.parsed);
  });

  it('is refused where its JSON would not fit, and not asked about where it is short', () => {
    const asked: number[] = [];
    const deny = (bytes: number) => {
      asked.push(bytes);
      return false;
    };
    expect(receiveBody(Buffer.from('[[[]]]'), deny).parsed).toEqual({ value: [[[]]] });
    const deep = Buffer.from('['.repeat(100_000) + ']'.repeat(100_000));
    expect(() => receiveBody(deep, deny)).toThrow(TooLargeError);
    expect(asked).toHaveLength(1);
    // an array takes more memory than the two bytes that it is sent as
    expect(asked[0]).toBeGreaterThan(20 * deep.length);
  });

  it('shows nothing of a secret that the cut went through', () => {
    const secret = 'a-token-of-thirty-two-characters';
    const bytes = Buffer.from(`${'x'.repeat(KEPT_BYTES - 16)}${secret}${'x'.repeat(100)}`);
    const { text } = receiveBody(bytes);
    expect(text).toContain(secret.slice(0, 16));
    expect(createRedactor([secret]).text(text)).not.toContain(secret.slice(0, 8));
  });
});
