/** Characters that steer a terminal or turn the direction of text. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A text from the target or its file, safe to print: what steers a terminal or reorders text is shown
 * as `\u{1b}`, halves of pairs are replaced. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSAFE, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/** The same on one line, cut to a length in characters. */
export function visibleLine(text: string, longest = 300): string {
  const line = visibleText(text.slice(0, 4 * longest))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/**
 * The same for a line that may come into the log of a pipeline, where `::name::` at the start of a
 * line, and `##[name]` or `##name[` anywhere in it, are commands.
 */
export function visibleLogLine(text: string, longest?: number): string {
  return visibleLine(text, longest)
    .replace(/^::/, ': :')
    .replaceAll(/##(?=[\w.-]*\[)/g, '# #');
}
