import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AT_ONCE, sendDuplicates } from './duplicates.ts';
import { fuzz, MOST_GROWTH } from './fuzz.ts';
import { trialArguments } from './trial-arguments.ts';

/**
 * `npm run fuzz`: 10,000 keys that come eight times at once, then 1,000,000 requests that are wrong
 * in some way; `npm run fuzz -- 50000 7` sends so many, with another seed. Exit code 1 where
 * something was booked twice, or answered wrongly or not at all, or the memory grew.
 */
const { count: requests, seed } = trialArguments(
  { name: 'fuzz', counts: 'requests', usually: 1_000_000 },
  process.argv,
);
const KEYS = 10_000;

/** How often progress is told, in requests. */
const STEP = 50_000;

const folder = () => mkdtempSync(join(tmpdir(), 'assay-fuzz-'));
const folders = [folder(), folder()] as const;
try {
  const duplicates = await sendDuplicates(KEYS, folders[0]);
  console.log(`${KEYS} keys, each ${AT_ONCE} times at once: ${JSON.stringify(duplicates)}`);

  console.log(`${requests} requests, seed ${seed}`);
  const { wrong, statuses, megabytes } = await fuzz({
    requests,
    seed,
    folder: folders[1],
    onProgress: (done, now) => {
      if (done % STEP === 0) {
        console.log(`${done} requests, ${now.toFixed(0)} MB`);
      }
    },
  });
  const growth = megabytes.end - megabytes.quarter;
  console.log(JSON.stringify({ statuses, megabytes }));
  for (const line of wrong) {
    console.error(line);
  }
  const right = duplicates.effects === KEYS && duplicates.differing.length === 0;
  const grew = growth > MOST_GROWTH;
  if (grew) {
    console.error(`the server's memory grew by ${growth.toFixed(0)} MB`);
  }
  process.exitCode = !right || wrong.length > 0 || grew ? 1 : 0;
} finally {
  for (const one of folders) {
    rmSync(one, { recursive: true });
  }
}
