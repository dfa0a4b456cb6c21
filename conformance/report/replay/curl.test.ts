import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlOf } from './curl.ts';

const MARK = '<standard input>';

/** The words that the system's plain shell gives to curl, with what it is piped after a mark. */
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; case "$*" in *"--data-binary @-") printf '${MARK}'; cat; printf '\\0';; esac; }\n${line}`;
  const output = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TOKEN: 'of-the-environment' },
  });
  return output.split('\0').slice(0, -1);
}

/** The body that the line sends. */
function bodyOf(line: string): string | undefined {
  const output = wordsOf(line).join('\0');
  const piped = output.split(MARK);
  return piped.length > 1 ? piped.slice(1).join(MARK) : wordsOf(line).at(-1);
}

const requestWith = (change: object) => ({
  method: 'GET',
  url: 'http://127.0.0.1/a?b=[1]',
  headers: {},
  ...change,
});

describe('a curl line', () => {
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
      expect(bodyOf(line)).toBe(body.replace('@T', 'of-the-environment'));
    }
  });

  it('is one line without control characters, and true to the request, whatever it holds', () => {
    const signs = fc.constantFrom(
      ...'\'"\\$`!#&|;<>(){}[]*?~ \n\r\t\u001b\u0007\u202e\u2028\u200bé日😀07ax-=@%',
    );
    fc.assert(
      fc.property(fc.string({ unit: signs, minLength: 1, maxLength: 30 }), (text) => {
        const value = text.replaceAll(/[\r\n]/g, '');
        const line = curlOf(requestWith({ body: text, headers: { a: `x${value}` } }));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u2028\u202e]/);
        expect(bodyOf(line)).toBe(text);
        expect(wordsOf(line)).toContain(`a: x${value}`);
      }),
      { numRuns: 100 },
    );
  });
});
