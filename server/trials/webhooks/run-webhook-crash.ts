import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashWebhooks } from './webhook-crash.ts';

/**
 * `npm run crash:webhooks`: 500 kills of a server that tells receivers of events; `npm run
 * crash:webhooks -- 1000 7` kills so often, with another seed. Exit code 1 where an event was lost,
 * came out of order, was signed wrong or went where nothing may go.
 */
const [kills = 500, seed = 1] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'assay-webhooks-'));
try {
  console.log(`${kills} kills, seed ${seed}`);
  const { wrong, ...counts } = await crashWebhooks({
    kills,
    seed,
    folder,
    onKill: (done, received) => {
      if (done % 50 === 0) {
        console.log(`${done} kills, ${received} messages received`);
      }
    },
  });
  console.log(JSON.stringify(counts));
  for (const line of wrong) {
    console.error(line);
  }
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
