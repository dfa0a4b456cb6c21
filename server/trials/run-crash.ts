import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crash } from './crash.ts';
import { killAtEachCall } from './each-call.ts';
import { KINDS } from './effects.ts';
import { canWatch } from './system-calls.ts';
import { trialArguments } from './trial-arguments.ts';

/**
 * `npm run crash`: one kill at each write and sync of each kind of effect, where strace is there to
 * tell them, then 1,000 at random moments; `npm run crash -- 5000 7` kills so often, with another
 * seed. Exit code 1 where something was lost, doubled or corrupt.
 */
const { count: kills, seed } = trialArguments(
  { name: 'crash', counts: 'kills', usually: 1000 },
  process.argv,
);
const folder = mkdtempSync(join(tmpdir(), 'assay-crash-'));
try {
  const wrong: string[] = [];
  if (canWatch()) {
    const each = await killAtEachCall(folder, KINDS);
    console.log(`killed at each write and sync: ${JSON.stringify(each.kills)}`);
    wrong.push(...each.wrong);
  } else {
    console.log(
      'no kill at each write and sync: strace is not there, or may not look into processes',
    );
  }
  console.log(`${kills} kills at random moments, seed ${seed}`);
  const { wrong: atRandom, ...counts } = await crash({
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
  wrong.push(...atRandom);
  for (const line of wrong) {
    console.error(line);
  }
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
