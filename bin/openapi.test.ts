import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndedLine, runLines } from './testing/run-lines.ts';

const WRITTEN = 'openapi --openapi 3.0 --target target.json --out api/openapi.json';
const REFUSED: [string, number, RegExp][] = [
  ['openapi --openapi 2.0', 2, /Allowed choices are 3\.1, 3\.0/],
  ['openapi --target none.json', 2, /none\.json/],
  ['openapi --out .', 4, /cannot write \./],
];
const LINES = ['openapi', 'openapi --extensions', WRITTEN, ...REFUSED.map(([line]) => line)];

const folder = mkdtempSync(join(tmpdir(), 'assay-openapi-'));
const ended = new Map<string, EndedLine>();
beforeAll(async () => {
  const target = { name: 'x', baseUrl: 'https://a.test', lendingUrl: 'https://b.test' };
  writeFileSync(join(folder, 'target.json'), JSON.stringify(target));
  // in one process: the start of each would cost more than what it does
  const ran = await runLines(LINES.map((line) => ({ args: line.split(' '), folder, env: {} })));
  expect({ stderr: ran.stderr, leftProcess: ran.leftProcess }).toEqual({
    stderr: '',
    leftProcess: false,
  });
  for (const [place, line] of LINES.entries()) {
    ended.set(line, ran.lines[place] as EndedLine);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('assay openapi', () => {
  it('prints 3.1, and writes 3.0 with the addresses of a target file', () => {
    const printed = ended.get('openapi');
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(printed?.stdout ?? '')).toMatchObject({ openapi: '3.1.0' });
    expect(printed?.stdout).not.toContain('/extensions/');
    const extended = ended.get('openapi --extensions');
    expect(JSON.parse(extended?.stdout ?? '').paths).toHaveProperty('/extensions/v1/api-tokens');
    expect(ended.get(WRITTEN)).toMatchObject({ code: 0, stdout: 'api/openapi.json\n' });
    const text = readFileSync(join(folder, 'api', 'openapi.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      openapi: '3.0.3',
      servers: [{ url: 'https://a.test' }],
    });
    expect(text).toContain('https://b.test');
  });

  it.each(REFUSED)('refuses %s with %i', (line, code, says) => {
    expect(ended.get(line)?.stderr).toMatch(says);
    expect(ended.get(line)?.code).toBe(code);
  });
});
