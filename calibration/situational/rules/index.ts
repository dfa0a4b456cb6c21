import type { Rule } from '../rule.ts';
import { ANSWER_RULES } from './answers.ts';
import { LENDING_RULES } from './lending.ts';
import { LIST_RULES } from './lists.ts';
import { REQUEST_RULES } from './requests.ts';
import { RIGHT_RULES } from './rights.ts';
import { SESSION_RULES } from './sessions.ts';
import { TOKEN_RULES } from './tokens.ts';

/** Every rule that may be broken. */
export const RULES: readonly Rule[] = [
  ...SESSION_RULES,
  ...TOKEN_RULES,
  ...ANSWER_RULES,
  ...LIST_RULES,
  ...REQUEST_RULES,
  ...RIGHT_RULES,
  ...LENDING_RULES,
];
