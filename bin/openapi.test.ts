import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runAssay } from './testing/spawn-assay.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-openapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('assay openapi', () => {
  it('prints 3.1, and writes 3.0 with the addresses of a target file', async () => {
    const printed = await runAssay(['openapi'], { cwd: folder });
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(printed.stdout)).toMatchObject({ openapi: '3.1.0' });
    expect(printed.stdout).not.toContain('/extensions/');
    const extended = await runAssay(['openapi', '--extensions'], { cwd: folder });
    expect(JSON.parse(extended.stdout).paths).toHaveProperty('/extensions/v1/api-tokens');

    const target = { name: 'x', baseUrl: 'https://a.test', lendingUrl: 'https://b.test' };
    writeFileSync(join(folder, 'target.json'), JSON.stringify(target));
    const line = 'openapi --openapi 3.0 --target target.json --out api/openapi.json';
    const written = await runAssay(line.split(' '), { cwd: folder });
    expect(written).toMatchObject({ code: 0, stdout: 'api/openapi.json\n' });
    const text = readFileSync(join(folder, 'api', 'openapi.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      openapi: '3.0.3',
      servers: [{ url: 'https://a.test' }],
    });
    expect(text).toContain('https://b.test');
  });

  it.each([
    ['openapi --openapi 2.0', 2, /Allowed choices are 3\.1, 3\.0/],
    ['openapi --target none.json', 2, /none\.json/],
    ['openapi --out .', 4, /cannot write \./],
  ])('refuses %s with %i', async (line, code, says) => {
    const ended = await runAssay(line.split(' '), { cwd: folder });
    expect(ended.stderr).toMatch(says);
    expect(ended.code).toBe(code);
  });
});
