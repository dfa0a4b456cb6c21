import type { Rule } from '../rule.ts';
import { ANSWER_FIELD_RULES } from './answer-fields.ts';
import { ANSWER_RULES } from './answers.ts';
import { DEMAND_RULES } from './demands.ts';
import { FORM_RULES } from './forms.ts';
import { KEY_RULES } from './keys.ts';
import { OFFER_RULES } from './offers.ts';
import { PAGING_RULES } from './paging.ts';
import { REPAYMENT_RULES } from './repayments.ts';
import { FOREIGN_REPAYMENT_RULES } from './repayments-of-others.ts';
import { RIGHT_RULES } from './rights.ts';
import { SEARCH_RULES } from './searches.ts';
import { ENDING_RULES } from './sessions/endings.ts';
import { LOGIN_RULES } from './sessions/logins.ts';
import { REFRESH_RULES } from './sessions/refreshes.ts';
import { TOKEN_RULES } from './sessions/tokens.ts';
import { STRANGE_ENTRY_RULES } from './strange-entries.ts';

/** Every rule that may be broken. */
export const RULES: readonly Rule[] = [
  ...LOGIN_RULES,
  ...REFRESH_RULES,
  ...ENDING_RULES,
  ...TOKEN_RULES,
  ...ANSWER_FIELD_RULES,
  ...ANSWER_RULES,
  ...PAGING_RULES,
  ...STRANGE_ENTRY_RULES,
  ...SEARCH_RULES,
  ...DEMAND_RULES,
  ...FORM_RULES,
  ...RIGHT_RULES,
  ...REPAYMENT_RULES,
  ...FOREIGN_REPAYMENT_RULES,
  ...OFFER_RULES,
  ...KEY_RULES,
];
