import type { AuditCheck } from './load-report.ts';

/** Violations named in the report; their number is always told. */
const MOST_NAMED = 20;

/** Without anything examined a check is inconclusive, never passed. */
export function finding(
  id: AuditCheck['id'],
  examined: number,
  violations: string[],
  message: string,
): AuditCheck {
  const result = violations.length > 0 ? 'failed' : examined === 0 ? 'inconclusive' : 'passed';
  const more = violations.length > 0 ? `; ${violations.length} violations` : '';
  return {
    id,
    result,
    message: message + more,
    examined,
    violations: violations.slice(0, MOST_NAMED),
  };
}
