import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlOf } from './curl.ts';

const MARK = '<standard input>';
const END = '<end of the line>';

/**
 * The words that the system's plain shell gives to curl in each of the lines, with what it is piped after
 * a mark. One shell runs them all: to start one from a large process takes longer than to run a hundred.
 */
function wordsOfEach(lines: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$@"; case "$*" in *"--data-binary @-") printf '${MARK}\\0'; cat; printf '\\0';; esac; }\n${lines.map((line) => `${line}\nprintf '${END}\\0'\n`).join('')}`;
  const output = execFileSync('sh', ['-s'], {
    input: script,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, TOKEN: 'of-the-environment' },
  });
  return output
    .split(`${END}\0`)
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
}

const wordsOf = (line: string): string[] => wordsOfEach([line])[0] ?? [];

/** The body that a line of these words sends. */
function bodyOf(words: readonly string[]): string | undefined {
  const mark = words.indexOf(MARK);
  return mark === -1 ? words.at(-1) : words.slice(mark + 1).join('\0');
}

const requestWith = (change: object) => ({
  method: 'GET',
  url: 'http://127.0.0.1/a?b=[1]',
  headers: {},
  ...change,
});

describe('a curl line', () => {
  it('is short where a body is long by one character only, and sends all of it', () => {
    const body = `{"it's":${'['.repeat(20_000)}${']'.repeat(20_000)},"x":"${'a'.repeat(199)}"}`;
    const line = curlOf(requestWith({ body }));
    expect(line.length).toBeLessThan(500);
    expect(bodyOf(wordsOf(line))).toBe(body);
  });

  it('sends method, URL, headers and body as they were', () => {
    const line = curlOf(
      requestWith({
        headers: { 'X-Auth-Token': 'abc', platform: '', 'Content-Type': 'application/json' },
        body: '{"name":"O\'Brien"}',
      }),
    );
    expect(wordsOf(line)).toEqual([
      ...['-sS', '-i', '-g', '--path-as-is', '-X', 'GET', 'http://127.0.0.1/a?b=[1]'],
      ...['-H', 'X-Auth-Token: abc', '-H', 'platform;', '-H', 'Content-Type: application/json'],
      ...['--data-raw', '{"name":"O\'Brien"}'],
    ]);
  });

  it('sends no Content-Type where none was sent, and a length where a body is expected', () => {
    expect(wordsOf(curlOf(requestWith({ body: '{}' })))).toContain('Content-Type:');
    expect(wordsOf(curlOf(requestWith({ method: 'PUT' }))).slice(-3)).toEqual([
      'Content-Type:',
      '--data-raw',
      '',
    ]);
    expect(wordsOf(curlOf(requestWith({})))).not.toContain('--data-raw');
  });

  it('takes variables where parts of a text are expressions, piped or not', () => {
    const parts = (text: string) =>
      text.split(/(@T)/).map((piece) => (piece === '@T' ? { shell: '"$TOKEN"' } : piece));
    const headers = { a: 'Bearer @T', b: '@T' };
    for (const body of ['{"a":"@T"}', '{"a":"@T%s\\"}\n']) {
      const line = curlOf(requestWith({ headers, body }), { parts });
      expect(wordsOf(line)).toContain('a: Bearer of-the-environment');
      expect(wordsOf(line)).toContain('b: of-the-environment');
      expect(bodyOf(wordsOf(line))).toBe(body.replace('@T', 'of-the-environment'));
    }
  });

  it('is one line without control characters, and true to the request, whatever it holds', () => {
    const signs = fc.constantFrom(
      ...'\'"\\$`!#&|;<>(){}[]*?~ \n\r\t\u001b\u0007\u202e\u2028\u200bé日😀07ax-=@%',
    );
    const texts = fc.array(fc.string({ unit: signs, minLength: 1, maxLength: 30 }), {
      minLength: 1,
      maxLength: 40,
      size: 'max',
    });
    fc.assert(
      fc.property(texts, (bodies) => {
        const values = bodies.map((text) => text.replaceAll(/[\r\n]/g, ''));
        const lines = bodies.map((body, index) =>
          curlOf(requestWith({ body, headers: { a: `x${values[index]}` } })),
        );
        for (const line of lines) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u2028\u202e]/);
        }
        const words = wordsOfEach(lines);
        expect(words.map(bodyOf)).toEqual(bodies);
        for (const [index, value] of values.entries()) {
          expect(words[index]).toContain(`a: x${value}`);
        }
      }),
      { numRuns: 10 },
    );
  });
});
