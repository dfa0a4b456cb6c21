import type { Check } from '../check.ts';
import { loginChecks } from './login.ts';

/** Every check of the suite, in the order of the specification. */
export const CHECKS: readonly Check[] = [...loginChecks];
