import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { JsonPath, Mistake } from './mistakes.ts';

/** The text of a target file, read as JSON with comments and trailing commas. */
export interface TargetText {
  value: unknown;
  /** what is no JSON, with line and column, and keys given twice */
  mistakes: Mistake[];
  /** the line of the value at a path, or of the nearest one around it; from 1 */
  lineOf(path: JsonPath): number | undefined;
}

/** What jsonc-parser's codes mean to somebody who writes the file. */
const MEANING: Record<string, string> = {
  InvalidSymbol: 'a word that JSON does not know; expected text in double quotes',
  InvalidNumberFormat: 'a number that JSON does not allow',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected `:` after the key',
  CommaExpected: 'expected `,` before this',
  CloseBraceExpected: 'expected `}`',
  CloseBracketExpected: 'expected `]`',
  EndOfFileExpected: 'expected nothing after the end of the object',
  InvalidCommentToken: 'a comment that is none',
  UnexpectedEndOfComment: 'a comment that does not end',
  UnexpectedEndOfString: 'text without its closing double quote',
  UnexpectedEndOfNumber: 'a number that breaks off',
  InvalidUnicode: 'a `\\u` that four hex digits must follow',
  InvalidEscapeCharacter: 'a backslash with a letter that JSON does not escape',
  InvalidCharacter: 'a control character inside text; write it as an escape',
};

/** Reads the text; never throws. Mistakes in the syntax leave `value` untrustworthy. */
export function parseTargetText(text: string): TargetText {
  const json = text.replace(/^\uFEFF/, '');
  const starts = lineStarts(json);
  const errors: ParseError[] = [];
  try {
    const root = parseTree(json, errors, { allowTrailingComma: true });
    if (errors.length > 0 || !root) {
      return {
        value: undefined,
        mistakes: syntaxMistakes(errors, starts),
        lineOf: () => undefined,
      };
    }
    return {
      value: getNodeValue(root),
      mistakes: keysGivenTwice(root, [], starts),
      lineOf: (path) => lineOf(root, path, starts),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error; // the stack's end, reached by nesting
    }
    const mistakes = [{ path: [], text: 'is nested too deeply to be a target file' }];
    return { value: undefined, mistakes, lineOf: () => undefined };
  }
}

/** One mistake per line at most: what follows on the same line is mostly its consequence. */
function syntaxMistakes(errors: readonly ParseError[], starts: number[]): Mistake[] {
  const byLine = new Map<number, Mistake>();
  for (const { error, offset } of errors) {
    const { line, column } = position(offset, starts);
    const code = printParseErrorCode(error);
    const text = `${line}:${column}: ${MEANING[code] ?? code}`;
    if (!byLine.has(line)) {
      byLine.set(line, { path: [], text });
    }
  }
  if (byLine.size === 0) {
    return [{ path: [], text: '1:1: nothing is there; expected an object' }];
  }
  return [...byLine.values()];
}

/** JSON readers silently keep the last of two equal keys; a target file must mean what it says. */
function keysGivenTwice(node: Node, path: JsonPath, starts: number[]): Mistake[] {
  if (node.type === 'array') {
    return (node.children ?? []).flatMap((item, i) => keysGivenTwice(item, [...path, i], starts));
  }
  const mistakes: Mistake[] = [];
  const names = new Set<string>();
  for (const property of node.type === 'object' ? (node.children ?? []) : []) {
    const [key, value] = property.children ?? [];
    if (!key) {
      continue;
    }
    const name = String(key.value);
    if (names.has(name)) {
      mistakes.push({
        path: [...path, name],
        text: `is given twice, again in line ${position(key.offset, starts).line}; expected one of them`,
      });
    }
    names.add(name);
    if (value) {
      mistakes.push(...keysGivenTwice(value, [...path, name], starts));
    }
  }
  return mistakes;
}

function lineOf(root: Node, path: JsonPath, starts: number[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) {
      return position(node.offset, starts).line;
    }
  }
  return undefined;
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index + end[0].length)];
}

function position(offset: number, starts: number[]): { line: number; column: number } {
  const after = starts.findIndex((start) => start > offset);
  const line = after === -1 ? starts.length : after;
  return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
}
