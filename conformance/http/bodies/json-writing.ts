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

/** A value as JSON, with white space in and around it, or with escapes in its texts. */
export function jsonOf(value: unknown, { indented, escaped: hasEscapes }: Writing = {}): string {
  const plain = JSON.stringify(value, null, indented ? INDENT : 0);
  const text = hasEscapes ? plain.replace(JSON_TEXT, escaped) : plain;
  return indented ? `\n${text === '{}' ? '{ }' : text}\n` : text;
}
