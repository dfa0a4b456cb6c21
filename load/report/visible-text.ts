/** Characters that steer a terminal or turn the direction of text. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * What came from the target or its file, safe to show on one line: what steers a terminal or
 * reorders text becomes `\u{1b}`, and it is cut to a length in characters.
 */
export function visibleLine(text: string, longest = 300): string {
  const line = text
    .slice(0, 4 * longest)
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(UNSAFE, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
