import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlOf, variablesOf } from './curl.ts';

/** The words a shell makes of a line, with variables set to their own names. */
function wordsOf(line: string): string[] {
  const variables = variablesOf(line).map((name) => `${name}=<${name}>`);
  const script = `${variables.map((v) => `export ${v.replace('<', "'<")}'`).join('; ')}\ncurl() { printf '%s\\0' "$@"; }\n${line}`;
  const output = execFileSync('bash', ['-c', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return output.split('\0').slice(0, -1);
}

const requestWith = (change: object) => ({
  request: { method: 'GET', url: 'http://127.0.0.1/a?b=[1]', headers: {}, ...change },
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

  it('sends no Content-Type where none was sent', () => {
    expect(wordsOf(curlOf(requestWith({ body: '{}' })))).toContain('Content-Type:');
  });

  it('puts a variable in place of each secret, named after what it was', () => {
    const line = curlOf(
      requestWith({
        url: 'http://127.0.0.1/[redacted]',
        headers: { Authorization: 'Bearer [redacted]', 'x-key': '[redacted]' },
        body: '{"email":"a@b.c","currentPassword":"[redacted]","refresh_token":"[redacted]"}',
      }),
    );
    expect(variablesOf(line)).toEqual(['SECRET', 'TOKEN', 'CURRENT_PASSWORD', 'REFRESH_TOKEN']);
    expect(wordsOf(line)).toEqual(
      expect.arrayContaining([
        'http://127.0.0.1/<SECRET>',
        'Authorization: Bearer <TOKEN>',
        'x-key: <SECRET>',
        '{"email":"a@b.c","currentPassword":"<CURRENT_PASSWORD>","refresh_token":"<REFRESH_TOKEN>"}',
      ]),
    );
  });

  it('is one line without control characters, and one word to the shell, whatever the body is', () => {
    const signs = fc.constantFrom(
      ...'\'"\\$`!#&|;<>(){}[]*?~ \n\r\t\u001b\u0007\u202e\u2028é日😀07ax-=@',
    );
    fc.assert(
      fc.property(fc.string({ unit: signs, minLength: 1, maxLength: 30 }), (body) => {
        const line = curlOf(requestWith({ body }));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
        expect(wordsOf(line).at(-1)).toBe(body);
      }),
      { numRuns: 150 },
    );
  });
});
