import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { renderJson } from '../report/write-json.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { readReport } from './read-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-read-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('a report that is read again', () => {
  it('is found by its path and by its folder', async () => {
    const file = written('report.json', renderJson(sampleReport()));
    expect((await readReport(file)).checks).toHaveLength(9);
    expect(await readReport(folder)).toEqual(await readReport(file));
  });

  it('may be of a kit that gave the register no number', async () => {
    const { contract, ...report } = sampleReport();
    const file = written(
      'older.json',
      JSON.stringify({ ...report, contract: { digest: contract.digest } }),
    );
    expect((await readReport(file)).contract).toEqual({ digest: contract.digest });
  });

  it.each([
    ['missing.json', undefined, /cannot read the report .*missing\.json: there is no such file/],
    ['text.json', 'no JSON', /text\.json is no JSON/],
    ['other.json', '{}', /other\.json is no report of a conformance run: the document must have/],
    [
      'odd.json',
      renderJson(sampleReport()).replace('"result": "pass"', '"result": "fine"'),
      /odd\.json is no report.*\/checks\/\d+\/result/,
    ],
  ])('is refused where it is none: %s', async (name, content, says) => {
    const file = content === undefined ? join(folder, name) : written(name, content);
    await expect(readReport(file)).rejects.toThrow(says);
  });
});
