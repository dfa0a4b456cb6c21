import { type Parsed, parse } from './http/bodies/received-body.ts';

/** How much of a text an account of an answer quotes, in characters. */
const LONGEST_QUOTE = 120;

/** Names under which services explain a refusal, the most telling first (RFC 6749, RFC 9457). */
const TELLING = [
  'message',
  'error_description',
  'errorMessage',
  'detail',
  'error',
  'errors',
  'title',
  'reason',
  'description',
];

/** How deep a text may stand to be found, in levels. */
const DEEPEST = 4;
/** How many texts are quoted. */
const MOST_QUOTES = 2;

/**
 * What an answer says in words: the texts of its telling fields, each quoted after its path; of a
 * refusal, which may call its text anything, else the first text in the body; of a body that is no
 * JSON, its beginning. `undefined` where it says nothing.
 *
 * @param parsed the whole body as JSON, of which `body` may be the beginning
 */
export function quotedText(
  body: string,
  isRefusal: boolean,
  parsed: Parsed = parse(body),
): string | undefined {
  if (body === '') {
    return 'no body';
  }
  if (!('value' in parsed)) {
    return `a body that is not JSON: ${quote(body)}`;
  }
  const { value } = parsed;
  if (typeof value === 'string') {
    return quote(value);
  }
  const found = TELLING.flatMap((name) => firstText(property(value, name), name, DEEPEST) ?? []);
  if (found.length > 0) {
    return found.slice(0, MOST_QUOTES).join(', ');
  }
  return isRefusal ? firstText(value, '', DEEPEST) : undefined;
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
    return undefined;
  }
  return (value as Record<string, unknown>)[name];
}

/** The first text in a value, with its path; of an object, what it says in a telling field. */
function firstText(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'string') {
    return value.trim() === '' ? undefined : `${path} ${quote(value)}`.trimStart();
  }
  if (typeof value !== 'object' || value === null || depth === 0) {
    return undefined;
  }
  if (Array.isArray(value)) {
    return firstText(value[0], `${path}[0]`, depth - 1);
  }
  const names = Object.keys(value).filter((name) => path !== '' || name !== 'status');
  for (const name of [...TELLING.filter((each) => names.includes(each)), ...names]) {
    const text = firstText(property(value, name), path ? `${path}.${name}` : name, depth - 1);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

function quote(text: string): string {
  const line = text
    .slice(0, 4 * LONGEST_QUOTE)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return JSON.stringify(
    line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line,
  );
}
