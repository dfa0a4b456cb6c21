import Table from 'cli-table3';
import { createRunner } from '../../conformance/engine/thread/runner.ts';
import { FAULTS } from '../faults/index.ts';
import { bothWays } from './through-proxy.ts';

/**
 * The whole suite against the reference server and some faulty ones, straight and through the proxy:
 * `npm run calibrate:proxy`, with a number of faults as its argument. Exit code 1 where they differ twice.
 */
const wanted = Number(process.argv[2] ?? 12);
/** Evenly over all rooms, since what is wrong with one endpoint is alike. */
const step = Math.max(1, Math.floor(FAULTS.length / wanted));
const faults = FAULTS.filter((_, index) => index % step === 0);

const table = new Table({
  head: [
    'server',
    'straight',
    'through',
    'exchanges',
    'rules of the proxy it broke',
    'differences',
  ],
  style: { head: [], border: [], compact: true },
});
const runner = createRunner();
let differ = false;
for (const { id, ...wrapping } of [{ id: 'reference' }, ...faults.slice(0, wanted)]) {
  const once = await bothWays(wrapping, runner);
  // A machine that is busy with other things makes answers late, in either way.
  const isOdd = once.differences.length > 0;
  const { verdicts, differences, brokenRules, exchanges } = isOdd
    ? await bothWays(wrapping, runner)
    : once;
  table.push([
    id,
    ...[verdicts.straight, verdicts.through, exchanges, brokenRules.length],
    differences.length,
  ]);
  console.error(`${id}: ${verdicts.straight}, ${verdicts.through}`);
  for (const difference of differences) {
    console.error(`  ${difference}`);
  }
  differ ||= verdicts.straight !== verdicts.through;
}
await runner.close();
console.log(table.toString());
process.exitCode = differ ? 1 : 0;
