import type { Exchange } from '../http/exchange.ts';
import { REDACTED } from '../redaction/redact.ts';

/**
 * A curl command line that sends the request again, for bash, zsh, ksh and any shell of POSIX.1-2024.
 * In place of each redacted secret stands a shell variable named after what it was: `$TOKEN` in a
 * token header, `$CURRENT_PASSWORD` in the body's field currentPassword, else `$SECRET`. Whatever
 * the request holds, it is one word to the shell, and nothing of it can steer the terminal.
 */
export function curlOf({ request }: Pick<Exchange, 'request'>): string {
  const { method, url, headers, body } = request;
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const words = [
    // -g: brackets in the URL are no patterns; path-as-is: ../ is sent as it stands
    'curl -sS -i -g --path-as-is',
    `-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`,
    quote(url, 'SECRET'),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteHeader(name, value)}`),
    ...(body !== undefined && !names.has('content-type') ? ["-H 'Content-Type:'"] : []),
    ...(body === undefined ? [] : [`--data-raw ${quote(body, fieldBefore)}`]),
  ];
  return words.join(' ');
}

/** The variables of a curl line that somebody has to set before it runs. */
export function variablesOf(line: string): string[] {
  return [...new Set([...line.matchAll(/"\$([A-Z][A-Z0-9_]*)"/g)].map((match) => match[1] ?? ''))];
}

function quoteHeader(name: string, value: string): string {
  // curl sends an empty header only when it is written with a semicolon
  if (value === '') return quote(`${name};`);
  return quote(`${name}: ${value}`, /token|authorization/i.test(name) ? 'TOKEN' : 'SECRET');
}

/** The JSON or form field whose value the text before breaks off in. */
function fieldBefore(before: string): string {
  const field =
    /"([\w-]+)"\s*:\s*"[^"]*$/.exec(before)?.[1] ?? /([\w-]+)=[^&=]*$/.exec(before)?.[1];
  return (
    field
      ?.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toUpperCase() ?? ''
  );
}

type VariableName = string | ((before: string) => string);

/** A shell word that stands for exactly this text, with a variable for each redacted secret. */
function quote(text: string, variable: VariableName = 'SECRET'): string {
  let before = '';
  return text
    .split(REDACTED)
    .map((part, index) => {
      const name = typeof variable === 'string' ? variable : variable(before);
      before += part;
      const literal = part === '' && text !== '' ? '' : quoteLiteral(part);
      return index === 0
        ? literal
        : `"$${/^[A-Z][A-Z0-9_]*$/.test(name) ? name : 'SECRET'}"${literal}`;
    })
    .join('');
}

/** What could steer a terminal into which the line is pasted, or show it in another order. */
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

function quoteLiteral(text: string): string {
  if (!STEERING.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text.replaceAll(/['\\]/g, '\\$&').replaceAll(new RegExp(STEERING, 'g'), octal);
  return `$'${escaped}'`;
}

/** The bytes of a character as octal escapes of three digits, which no digit after can extend. */
function octal(sign: string): string {
  return [...Buffer.from(sign)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
