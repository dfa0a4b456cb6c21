import exec from 'k6/execution';
import { dealt } from './dealt.ts';
import { run } from './run.ts';

let own: number[] | undefined;

/**
 * Indexes in `run.users` of those as whom this k6 process calls. k6 knows its segment only once a
 * virtual user or `setup` runs.
 */
export function ownUsers(): number[] {
  if (own === undefined) {
    const { executionSegment, executionSegmentSequence } = exec.test.options;
    own = dealt(run.users.length, executionSegment, executionSegmentSequence);
  }
  return own;
}

/** The host at which a user calls: a tenant may have one of its own. */
export function hostOf(user: number): string {
  return run.users[user]?.baseUrl ?? run.baseUrl;
}
