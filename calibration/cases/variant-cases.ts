import { startWrapped } from '../servers/wrapped-server.ts';
import { combinations, SINGLE_VARIANTS } from '../variants/index.ts';
import { targetOf, type Variant, wrappingOf } from '../variants/variant.ts';
import type { CaseSource, CaseTools } from './calibration-case.ts';
import { concluded, runCase } from './fault-cases.ts';

/** Conforming servers that answer one open point in another way: nothing may fail or warn. */
export const variantCases: CaseSource = {
  kind: 'variant',
  ids: () => SINGLE_VARIANTS.map(({ id }) => id),
  run(id, tools) {
    const variant = SINGLE_VARIANTS.find((each) => each.id === id);
    if (!variant) {
      throw new RangeError(`there is no variant ${id}`);
    }
    return runVariant(variant, tools);
  },
};

/** Random combinations of open points answered otherwise; the seed makes them the same again. */
export const combinationCases: CaseSource = {
  kind: 'combination',
  ids: ({ combinations: count }) => Array.from({ length: count }, (_, index) => String(index + 1)),
  run(id, tools) {
    const variant = combinations(tools.seed, tools.combinations)[Number(id) - 1];
    if (!variant) {
      throw new RangeError(`there is no combination ${id}`);
    }
    return runVariant(variant, tools);
  },
};

async function runVariant(variant: Variant, tools: CaseTools) {
  const server = await startWrapped(wrappingOf(variant));
  try {
    const target = await targetOf(variant, server);
    const run = await runCase(target, tools);
    const problems = [
      ...run.results
        .filter(({ result }) => ['fail', 'warn', 'error', 'blocked'].includes(result))
        .map(({ id, result, message }) => `${id} gave ${result}: ${message}`),
      ...server.problems.map((problem) => `The variant itself is broken: ${problem}`),
    ];
    const how = variant.choices.map((choice) => choice.how).join('; ') || 'the reference server';
    return { how, ...concluded(target, run, problems) };
  } finally {
    await server.close();
  }
}
