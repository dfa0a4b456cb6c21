import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareCommits } from './commits.ts';
import { comparison, drawn, type Figures, writeFigures } from './figures.ts';
import { compareListing } from './listing.ts';
import { compareLogins } from './logins.ts';
import { compareManyPayments } from './many-payments.ts';

/**
 * What the reference server costs, side by side with others in interleaved rounds: part of `npm run
 * bench`. Processor time says the same on a machine that has other work; commits are what the disk
 * allows. `node server/bench/run-bench.ts --documents` writes the figures into docs/speed.md;
 * `… listing commits --documents` measures and writes some of them only.
 */
const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'speed.md');

const BENCHES: Readonly<Record<string, (folder: string) => Promise<Figures[]>>> = {
  async listing(folder) {
    const { costs, shares } = await compareListing({ rounds: 9, requests: 2000, folder });
    const rows = Object.entries(shares).map(([part, share]) => [
      part,
      (share * costs.ours.median).toFixed(1),
      `${(100 * share).toFixed(0)} %`,
    ]);
    return [
      comparison('a page of 20', 'µs of processor time', costs),
      { head: ['where ours go', 'µs', 'share'], rows },
    ];
  },
  async 'many-payments'(folder) {
    const found = await compareManyPayments({ rounds: 9, requests: 400, folder });
    return [comparison('a page of 20 by staff', 'µs of processor time', found)];
  },
  async logins(folder) {
    const found = await compareLogins({ rounds: 15, requests: 1200, folder });
    return [comparison('a page of 20, 99th percentile', 'µs of the clock', found)];
  },
  async commits(folder) {
    const found = await compareCommits({ rounds: 9, effects: 1280, folder });
    return [comparison('request-loan, 32 clients', 'durable in a second', found)];
  },
};

const { values, positionals } = parseArgs({
  options: { documents: { type: 'boolean' } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
const all: Figures[] = [];
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES)) {
    const bench = BENCHES[name];
    if (bench === undefined) {
      throw new Error(`there is no bench ${name}; there are ${Object.keys(BENCHES).join(', ')}`);
    }
    for (const figures of await bench(folder)) {
      all.push(figures);
      console.log(drawn(figures));
    }
  }
  if (values.documents) {
    writeFigures(PAGE, all);
  }
} finally {
  rmSync(folder, { recursive: true });
}
