import { CAPABILITIES } from '../../contract/capabilities.ts';
import { type StateName, type Target, USER_NAMES } from '../../target/target.ts';
import { STATE_NAMES } from '../../target/target-rules.ts';
import type { CheckData } from '../check.ts';
import { dryRun } from '../dry-run.ts';
import { missingName } from './diagnosis.ts';

/**
 * Which checks would not run on a target that supplied everything but one thing, named such as
 * `user cashier`, `state offer-sent` or `capability apiTokens`; checks that build on others count.
 * What the target does not declare leaves nothing untested.
 */
export function checksNeedingOf(checks: readonly CheckData[], target: Target) {
  return (missing: string): string[] => {
    const isThere = (area: 'users' | 'states' | 'capabilities') => (subject: string) =>
      missingName({ area, subject }) !== missing;
    const declared = missing.startsWith('capability ')
      ? Object.keys(CAPABILITIES)
      : target.capabilities;
    const everythingElse: Target = {
      ...target,
      users: Object.fromEntries(
        USER_NAMES.filter(isThere('users')).map((name) => [name, { email: '', password: '' }]),
      ),
      capabilities: declared.filter(isThere('capabilities')),
      states: { pools: poolsOf(STATE_NAMES.filter(isThere('states'))) },
    };
    const { untested, notApplicable } = dryRun(checks, checks, everythingElse);
    return [...untested, ...notApplicable]
      .filter((entry) => entry.missing.includes(missing))
      .map(({ check }) => check);
  };
}

/** Pools of which only the length counts. */
function poolsOf(names: readonly StateName[]): Target['states']['pools'] {
  return Object.fromEntries(names.map((name) => [name, [{}]]));
}
