import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every message that docs/troubleshooting.md explains is one that the code prints. */

const ROOT = dirname(import.meta.dirname);
const PAGE = readFileSync(join(ROOT, 'docs', 'troubleshooting.md'), 'utf8');

const SOURCES = globSync(
  ['bin/**/*.{ts,js}', '{conformance,contract,load,pages,server,target}/**/*.ts'],
  { cwd: ROOT },
)
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'"));

/** The messages in the first column of the tables, and those named in a paragraph. */
function messagesOf(page: string): string[] {
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[0] ?? '');
  const paragraphs = page.split('\n').filter((line) => line.startsWith('`') && line.includes('…'));
  return [...cells, ...paragraphs].flatMap((text) =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  );
}

/** Whether one file holds all the words of a message, which what differs stands between. */
function isPrinted(message: string): boolean {
  const pieces = message.split('…').map((piece) => piece.trim());
  const words = pieces.filter((piece) => /\w{2}/.test(piece));
  return words.length > 0 && SOURCES.some((text) => words.every((piece) => text.includes(piece)));
}

describe('troubleshooting', () => {
  const messages = messagesOf(PAGE).filter((message) => !message.startsWith('npx '));

  it('explains many messages', () => {
    expect(messages.length).toBeGreaterThan(50);
  });

  it.each(messages)('explains what is printed: %s', (message) => {
    expect(isPrinted(message)).toBe(true);
  });

  it('would find a message that nothing prints', () => {
    expect(isPrinted('the proxy … sings')).toBe(false);
    expect(isPrinted('…')).toBe(false);
  });
});
