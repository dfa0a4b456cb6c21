import { parseArgs } from 'node:util';
import { UsageError } from '../../contract/errors.ts';
import { findK6 } from '../../load/k6/find-k6.ts';
import { runScript } from '../run-script.ts';
import { combinations, SINGLE_VARIANTS } from '../variants/index.ts';
import { wholeNumberOption } from '../whole-number-option.ts';
import { loadOnVariant, NOT_FOR_LOAD } from './load-on-variant.ts';

const USAGE = `Runs both load journeys against every conforming variant and some random combinations: none
may be blamed. Exit code 1 where one is.

  --combinations <n>  random combinations of variants (default 20)
  --seed <n>          of the combinations (default 1)
  --only <text>       variants whose name holds this
`;

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { combinations: text, seed: text, only: text, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const seed = wholeNumberOption(values, 'seed', 1);
  const mixed = combinations(seed, wholeNumberOption(values, 'combinations', 20));
  const { only = '' } = values;
  const variants = [...SINGLE_VARIANTS, ...mixed].filter(
    ({ id }) => id.includes(only) && !NOT_FOR_LOAD.some((one) => id.includes(one)),
  );
  if (variants.length === 0) {
    throw new UsageError(`there is no variant whose name holds ${only}`);
  }
  const k6 = await findK6({ onProgress: console.error });
  console.log(`seed ${seed}`);
  const blamed: string[] = [];
  for (const variant of variants) {
    for (const outcome of await loadOnVariant(variant, k6, { rate: 15, durationSeconds: 2 })) {
      const { journey, verdict, reasons, ok } = outcome;
      console.log(`${ok ? 'ok    ' : 'BLAMED'}  ${variant.id}  ${journey}: ${verdict}`);
      for (const reason of reasons) {
        console.log(`          ${reason}`);
      }
      if (!ok) {
        blamed.push(`${variant.id} by ${journey}`);
      }
    }
  }
  console.log(`${variants.length} variants, ${blamed.length} blamed ${blamed.join(', ')}`);
  process.exitCode = blamed.length === 0 ? 0 : 1;
}

await runScript(main);
