import { parseArgs } from 'node:util';
import { findK6 } from '../../load/k6-binary.ts';
import { combinations, SINGLE_VARIANTS } from '../variants/index.ts';
import { loadOnVariant } from './load-on-variant.ts';

const USAGE = `Runs both load journeys against every conforming variant and some random combinations: none
may be blamed. Exit code 1 where one is.

  --combinations <n>  random combinations of variants (default 20)
  --seed <n>          of the combinations (default 1)
  --only <text>       variants whose name holds this
`;

const { values } = parseArgs({
  options: {
    ...{ combinations: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
    ...{ only: { type: 'string', default: '' }, help: { type: 'boolean' } },
  },
});
if (values.help) {
  console.log(USAGE);
} else {
  const k6 = await findK6({ onProgress: console.error });
  const seed = Number(values.seed);
  const mixed = combinations(seed, Number(values.combinations));
  const variants = [...SINGLE_VARIANTS, ...mixed].filter(({ id }) => id.includes(values.only));
  console.log(`seed ${seed}`);
  const blamed: string[] = [];
  for (const variant of variants) {
    for (const outcome of await loadOnVariant(variant, k6, { rate: 15, durationSeconds: 2 })) {
      const { journey, verdict, reasons, ok } = outcome;
      console.log(`${ok ? 'ok    ' : 'BLAMED'}  ${variant.id}  ${journey}: ${verdict}`);
      for (const reason of reasons) console.log(`          ${reason}`);
      if (!ok) blamed.push(`${variant.id} by ${journey}`);
    }
  }
  console.log(`${variants.length} variants, ${blamed.length} blamed ${blamed.join(', ')}`);
  process.exitCode = blamed.length === 0 && variants.length > 0 ? 0 : 1;
}
