import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareCommits } from './commits.ts';
import { comparison, drawn, type Figures, writeFigures } from './figures.ts';
import { compareListing } from './listing.ts';
import { compareLogins } from './logins.ts';
import { compareManyPayments } from './many-payments.ts';
import { partsOfListing } from './parts.ts';

/**
 * What the reference server costs, side by side with others in interleaved rounds: part of `npm run
 * bench`. Processor time says the same on a machine that has other work; commits are what the disk
 * allows. `npm run bench -- --documents` writes the figures into docs/speed.md.
 */
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'speed.md');
const all: Figures[] = [];

function say(figures: Figures): void {
  all.push(figures);
  console.log(drawn(figures));
}

try {
  const listing = await compareListing({ rounds: 9, requests: 2000, folder });
  say(comparison('a page of 20', 'µs of processor time', listing));
  const parts = await partsOfListing(folder);
  const inside = Object.values(parts).reduce((sum, part) => sum + part);
  const bare = listing.bare.median;
  const costs = {
    'node:http, socket included: all that bare does': bare,
    ...parts,
    'between node:http and the application, and what is colder than alone':
      listing.ours.median - bare - inside,
  };
  const rows = Object.entries(costs).map(([part, cost]) => [part, cost.toFixed(0)]);
  say({ head: ['where they go', 'µs'], rows });
  const many = await compareManyPayments({ rounds: 9, requests: 400, folder });
  say(comparison('a page of 20 by staff', 'µs of processor time', many));
  const logins = await compareLogins({ rounds: 9, requests: 400, folder });
  say(comparison('a page of 20, 99th percentile', 'µs of the clock', logins));
  const commits = await compareCommits({ rounds: 7, effects: 640, folder });
  say(comparison('request-loan, 32 clients', 'durable in a second', commits));
  if (process.argv.includes('--documents')) {
    writeFigures(PAGE, all);
  }
} finally {
  rmSync(folder, { recursive: true });
}
