import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleEndpoint, sampleReport } from '../../../load/testing/sample-report.ts';
import { trend } from './load-trend.ts';

/** Two runs of a commit, and two of one that is slower; the last is of a version long gone. */
const REPORTS = [
  ...['aaa', 'aaa', 'bbb', 'bbb'].map((commit, place) =>
    sampleReport({
      ...{ commit, verdict: 'passed', reasons: [] },
      startedAt: `2026-11-0${place + 1}T00:00:00.000Z`,
      endpoints: [
        sampleEndpoint(
          'awaiting-payments',
          Array(1000).fill(commit === 'aaa' ? 10 : 20 + place / 99),
        ),
      ],
    }),
  ),
  { schemaVersion: 1 },
];

describe('assay load trend', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-trend-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads a folder of reports, and says which it could not read', async () => {
    for (const [index, report] of REPORTS.entries()) {
      const place = join(folder, 'runs', String(index));
      await mkdir(place, { recursive: true });
      await writeFile(join(place, 'load-payment-listing.json'), JSON.stringify(report));
    }
    const said: string[] = [];
    const complaints: string[] = [];
    const context = {
      ...{ signal: new AbortController().signal, interactive: false, exitWith: () => {} },
      print: (line: string) => said.push(line),
      complain: (line: string) => complaints.push(line),
    };
    const out = join(folder, 'out');
    await trend(join(folder, 'runs'), { out }, context);
    const { journeys } = JSON.parse(await readFile(join(out, 'trend.json'), 'utf8'));
    expect(journeys[0].points.map(({ commit }: { commit: string }) => commit)).toEqual([
      'aaa',
      'bbb',
    ]);
    expect(await readFile(join(out, 'trend.html'), 'utf8')).toContain('<h1>Trend</h1>');
    expect(said.join('\n')).toContain('slower');
    expect(complaints).toEqual([expect.stringContaining('4/load-payment-listing.json')]);
    await expect(trend(out, { out }, context)).rejects.toMatchObject({ name: 'UsageError' });
  });
});
