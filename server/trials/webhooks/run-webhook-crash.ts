import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialArguments } from '../trial-arguments.ts';
import { crashWebhooks } from './webhook-crash.ts';

/**
 * `npm run crash:webhooks`: 500 kills of a server that tells receivers of events; `npm run
 * crash:webhooks -- 1000 7` kills so often, with another seed. Exit code 1 where an event was lost,
 * came out of order, was signed wrong or went where nothing may go.
 */
const { count: kills, seed } = trialArguments(
  { name: 'crash:webhooks', counts: 'kills', usually: 500 },
  process.argv,
);
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
