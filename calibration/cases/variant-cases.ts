import { matchesGlob } from 'node:path';
import { startWrapped } from '../servers/wrapped-server.ts';
import { combinations, LENDING_RULE_VARIANTS, openOf, SINGLE_VARIANTS } from '../variants/index.ts';
import { targetOf, type Variant, verdictOf, wrappingOf } from '../variants/variant.ts';
import { type CaseSource, type CaseTools, gave } from './calibration-case.ts';
import { concluded, runCase } from './fault-cases.ts';

const VARIANTS = [...SINGLE_VARIANTS, ...LENDING_RULE_VARIANTS];

/** Conforming servers that answer one open point in another way: nothing may fail, and nothing warn but as said. */
export const variantCases: CaseSource = {
  kind: 'variant',
  ids: () => VARIANTS.map(({ id }) => id),
  run(id, tools) {
    const variant = VARIANTS.find((each) => each.id === id);
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
    const run = await runCase(target, tools, { firstLogin: true });
    const blamed = [
      ...run.results
        .filter(({ result }) => ['fail', 'warn', 'error', 'blocked'].includes(result))
        .filter(({ id, result }) => result !== 'warn' || !mayWarn(variant, id))
        .map(gave),
      ...server.problems.map((problem) => `The variant itself is broken: ${problem}`),
    ];
    const open = openOf(variant).join(', ');
    const problems = blamed.map((problem) => `${problem} (open: ${open || 'nothing'})`);
    const how = variant.choices.map((choice) => choice.how).join('; ') || 'the reference server';
    const outcome = concluded(target, run, problems);
    const expected = verdictOf(variant);
    if (expected === undefined || outcome.verdict === expected) {
      return { how, ...outcome };
    }
    const untested = run.results.filter(
      ({ level, result }) => level === 'must' && result === 'not tested',
    );
    const reasons = untested.slice(0, 3).map(({ id, message }) => `${id}: ${message}`);
    const wrong = [`The verdict is ${outcome.verdict}, not ${expected}. ${reasons.join(' ')}`];
    return { how, ...outcome, ok: false, problems: [...problems, ...wrong] };
  } finally {
    await server.close();
  }
}

/** Whether a variant leaves aside the recommendation that a check is of. */
function mayWarn({ choices }: Variant, check: string): boolean {
  return choices.some(({ warns = [] }) => warns.some((glob) => matchesGlob(check, glob)));
}
