import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crash } from './crash.ts';

/**
 * `npm run crash`: 1,000 kills at random moments; `npm run crash -- 5000 7` kills so often, with
 * another seed. Exit code 1 where something was lost, doubled or corrupt.
 */
const [kills = 1000, seed = 1] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'assay-crash-'));
try {
  console.log(`${kills} kills, seed ${seed}`);
  const { wrong, ...counts } = await crash({
    kills,
    seed,
    folder,
    onKill: (done, answered) => {
      if (done % 100 === 0) {
        console.log(`${done} kills, ${answered} effects acknowledged`);
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
