import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { wholeNumberOption } from '../whole-number-option.ts';
import { AXES, DEFAULT_DRAW, draw, faultOf, fits, SITUATIONAL_SEED } from './draw.ts';
import { objections } from './proof.ts';
import { RULES } from './rules/index.ts';

const USAGE = `Proves that drawn faults can be seen: that the reference server keeps each rule in its situation,
and that the faulty server breaks it there and nowhere else. Exit code 1 where one is not proven.

  --draw <n>        how many (default ${DEFAULT_DRAW})
  --seed <n>        of the draw (default ${SITUATIONAL_SEED})
  --pairs           every rule with every value that fits it, instead of a draw
  --filter <glob>   only faults whose id matches
`;

const { values } = parseArgs({
  options: {
    draw: { type: 'string' },
    seed: { type: 'string' },
    filter: { type: 'string' },
    pairs: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(USAGE);
} else {
  const count = wholeNumberOption(values, 'draw', DEFAULT_DRAW, { least: 1 });
  const seed = wholeNumberOption(values, 'seed', SITUATIONAL_SEED);
  const all = values.pairs
    ? RULES.flatMap((rule) =>
        AXES.filter((value) => fits(rule, value)).map((value) => faultOf(rule, [value])),
      )
    : draw(seed, count);
  const faults = all.filter(({ id }) => matchesGlob(id, values.filter ?? '**'));
  let unproven = 0;
  for (const fault of faults) {
    const found = await objections(fault).catch((error: unknown) => [
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ]);
    if (found.length > 0) {
      unproven += 1;
      console.log(`${fault.id}\n  ${found.join('\n  ')}`);
    }
  }
  console.log(`${faults.length - unproven} of ${faults.length} faults proven`);
  process.exitCode = unproven === 0 ? 0 : 1;
}
