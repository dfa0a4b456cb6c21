/** A piece of a shell word: text that stands for itself, or an expression such as `"$TOKEN"`. */
export type Part = string | { shell: string };

/** What could steer a terminal into which the line is pasted, or show it in another order. */
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;

/** Whether a text cannot stand in a line as it is. */
export const isSteering = (text: string): boolean => STEERING.test(text);

/**
 * One word of a POSIX shell that stands for exactly these parts, without control characters. A
 * text that holds some must not end in a line break, which command substitution takes away.
 */
export function shellWord(parts: readonly Part[]): string {
  const words = merged(parts).map((part) => {
    if (typeof part !== 'string') {
      return part.shell;
    }
    return isSteering(part) ? `"$(printf ${format(part)})"` : quoted(part);
  });
  return words.join('') || "''";
}

/** A character that comes two hundred times and more in a row, as in a body nested thousands deep. */
const RUN = /([A-Za-z0-9[\]{} ])\1{199,}/;

/** A text in single quotes; of a long run of one character only the character and how often. */
function quoted(text: string): string {
  const run = RUN.exec(text);
  if (run === null) {
    return text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`;
  }
  const [whole, sign] = run;
  const repeated = `"$(printf '${sign}%.0s' $(seq ${whole.length}))"`;
  const after = text.slice(run.index + whole.length);
  return `${quoted(text.slice(0, run.index))}${repeated}${quoted(after)}`;
}

/** The parts with neighbouring texts as one. */
function merged(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part === 'string' && typeof last === 'string') {
      result[result.length - 1] = last + part;
    } else {
      result.push(part);
    }
  }
  return result;
}

/** A printf command that writes exactly these parts, whatever they hold, NUL and line ends too. */
export function printfOf(parts: readonly Part[]): string {
  const text = parts.map((part) => (typeof part === 'string' ? escaped(part) : '%s')).join('');
  const expressions = parts.flatMap((part) => (typeof part === 'string' ? [] : part.shell));
  return ['printf', `'${text}'`, ...expressions].join(' ');
}

const format = (text: string) => `'${escaped(text)}'`;

/** The text as a format of printf, between single quotes. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll(new RegExp(`'|^-|${STEERING.source}`, 'g'), octal);
}

/** The bytes of a character as octal escapes of three digits, which no digit after can extend. */
function octal(sign: string): string {
  return [...Buffer.from(sign)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
