import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Occasion } from './facts.ts';
import type { Plan } from './plan.ts';
import type { Rule } from './rule.ts';

/** One thing about a request that may vary, at one of its values that is not the usual one. */
export interface AxisValue {
  axis: string;
  value: string;
  /** where it means anything, and a tester can have it so */
  endpoints: readonly EndpointName[];
  /** the situation in words, after what goes wrong */
  when: string;
  /** whether a request is in it */
  holds: Occasion;
  /** puts the call of a client in it */
  enter(plan: Plan): void;
  /** what else of the register speaks of just this situation, by the kind of the rule */
  breaks?: Partial<Record<NonNullable<Rule['kind']>, readonly string[]>>;
  /** holds of what succeeds only */
  ofSuccess?: boolean;
  /** other values as `axis=value`, or whole axes, with which it cannot be at once */
  without?: readonly string[];
}

/** The name of a value in ids: `axis=value`. */
export const nameOf = ({ axis, value }: Pick<AxisValue, 'axis' | 'value'>): string =>
  `${axis}=${value}`;
