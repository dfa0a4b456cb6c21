import type { Exchange } from '../../http/exchange.ts';
import { isSteering, type Part, printfOf, shellWord } from './shell-word.ts';

/** How a curl line is written. */
export interface CurlOptions {
  /** takes a text of the request apart where a variable stands for a piece of it */
  parts?(text: string): Part[];
  /** prints status and headers before the body; true where absent */
  head?: boolean;
}

/**
 * A curl command line for any POSIX shell that sends the request again. Whatever the request holds,
 * it is one word to the shell, and nothing of it can steer the terminal.
 */
export function curlOf(
  { method, url, headers, body }: Exchange['request'],
  { parts = (text) => [text], head = true }: CurlOptions = {},
): string {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  // The client sends a length of 0 where a method that expects a body has none; so does curl then.
  const data = body ?? (['POST', 'PUT', 'PATCH'].includes(method) ? '' : undefined);
  const piped =
    data !== undefined && parts(data).some((p) => typeof p === 'string' && isSteering(p));
  const words = [
    // -g: brackets in the URL are no patterns; path-as-is: ../ is sent as it stands
    `curl -sS${head ? ' -i' : ''} -g --path-as-is`,
    `-X ${/^[A-Z]+$/.test(method) ? method : shellWord([method])}`,
    shellWord(parts(url)),
    ...Object.entries(headers).map(([name, value]) => `-H ${headerWord(name, value, parts)}`),
    ...(data !== undefined && !names.has('content-type') ? ["-H 'Content-Type:'"] : []),
  ];
  if (data === undefined) {
    return words.join(' ');
  }
  return piped
    ? `${printfOf(parts(data))} | ${words.join(' ')} --data-binary @-`
    : `${words.join(' ')} --data-raw ${shellWord(parts(data))}`;
}

function headerWord(name: string, value: string, parts: (text: string) => Part[]): string {
  // curl sends an empty header only when it is written with a semicolon
  return value === '' ? shellWord([`${name};`]) : shellWord([`${name}: `, ...parts(value)]);
}
