import type { Writing } from '../forms/other-forms.ts';

/** Spaces before each field of a body that is told on several lines, as people write it. */
const INDENT = 2;

/** A text of JSON with its quotes. */
export const JSON_TEXT = /"(?:[^"\\]|\\.)*"/g;

/** What some writers of JSON tell as an escape though they need not, and some readers of tokens look for. */
const ESCAPED = /[@+'&<>]|[^ -~]/g;

const escaped = (text: string): string =>
  text
    .replaceAll('/', '\\/')
    .replace(ESCAPED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text of JSON or a number (RFC 8259 sections 6 and 7). */
const TEXT_OR_NUMBER = new RegExp(`${JSON_TEXT.source}|-?\\d[\\d.eE+-]*`, 'g');

/** What counts a few months stays as it is. */
const LEAST = 10;

const inPowersOfTen = (found: string): string =>
  Math.abs(Number(found)) >= LEAST ? Number(found).toExponential() : found;

/** A value as JSON, with white space in and around it, escapes in its texts, or exponents in its numbers. */
export function jsonOf(
  value: unknown,
  { indented, escaped: hasEscapes, exponents }: Writing = {},
): string {
  const plain = JSON.stringify(value, null, indented ? INDENT : 0);
  const numbered = exponents ? plain.replace(TEXT_OR_NUMBER, inPowersOfTen) : plain;
  const text = hasEscapes ? numbered.replace(JSON_TEXT, escaped) : numbered;
  return indented ? `\n${text === '{}' ? '{ }' : text}\n` : text;
}
