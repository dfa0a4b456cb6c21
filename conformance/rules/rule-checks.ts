import type { Check } from '../check.ts';
import { RULES } from './index.ts';

/** A check for every rule: it asks for what the rule needs, and is concluded when all else is done. */
export const RULE_CHECKS: readonly Check[] = RULES.map(
  ({ judge: _, ask, unseen: __, ...rule }) => ({
    ...rule,
    phase: 'rules',
    async run(context) {
      await ask?.(context);
    },
  }),
);
