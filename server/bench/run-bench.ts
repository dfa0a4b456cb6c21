import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { compareListing } from './listing.ts';

/** What the reference server costs: part of `npm run bench`. */
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
try {
  const costs = await compareListing({ rounds: 9, requests: 3000, folder });
  const table = new Table({
    head: ['a page of 20', 'µs of processor time', 'middle half', 'ours to it'],
  });
  for (const [name, { median, from, to }] of Object.entries(costs)) {
    const ratio = median / costs.ours.median;
    table.push([
      name,
      median.toFixed(0),
      `${from.toFixed(0)} to ${to.toFixed(0)}`,
      ratio.toFixed(2),
    ]);
  }
  console.log(table.toString());
} finally {
  rmSync(folder, { recursive: true });
}
