import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { compareCommits } from './commits.ts';
import { compareListing } from './listing.ts';
import { compareLogins } from './logins.ts';
import { compareManyPayments } from './many-payments.ts';
import { partsOfListing } from './parts.ts';
import type { Spread } from './spread.ts';

/**
 * What the reference server costs, side by side with others in interleaved rounds: part of `npm run
 * bench`. Processor time says the same on a machine that has other work; commits are what the disk
 * allows.
 */
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));

function print(what: string, unit: string, found: Record<string, Spread>): void {
  const [first = Number.NaN] = Object.values(found).map(({ median }) => median);
  const table = new Table({
    head: [what, unit, 'middle half', 'to the first'],
    style: { head: [] },
  });
  for (const [name, { median, from, to }] of Object.entries(found)) {
    const half = `${from.toFixed(0)} to ${to.toFixed(0)}`;
    table.push([name, median.toFixed(0), half, (median / first).toFixed(2)]);
  }
  console.log(table.toString());
}

try {
  const listing = await compareListing({ rounds: 9, requests: 2000, folder });
  print('a page of 20', 'µs of processor time', listing);
  const parts = await partsOfListing(folder);
  const inside = Object.values(parts).reduce((sum, part) => sum + part);
  const bare = listing.bare.median;
  const table = new Table({ head: ['where they go', 'µs'], style: { head: [] } });
  for (const [part, cost] of Object.entries({
    'node:http, socket included: all that bare does': bare,
    ...parts,
    'between node:http and the application, and what is colder than alone':
      listing.ours.median - bare - inside,
  })) {
    table.push([part, cost.toFixed(0)]);
  }
  console.log(table.toString());
  const commits = await compareCommits({ rounds: 7, effects: 640, folder });
  print('request-loan, 32 clients', 'durable in a second', commits);
  const many = await compareManyPayments({ rounds: 9, requests: 400, folder });
  print('a page of 20 by staff', 'µs of processor time', many);
  const logins = await compareLogins({ rounds: 9, requests: 1000, folder });
  print('a page of 20, 99th percentile', 'µs of the clock', logins);
} finally {
  rmSync(folder, { recursive: true });
}
