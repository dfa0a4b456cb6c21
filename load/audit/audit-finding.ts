import type { AuditCheck } from '../report/load-report.ts';

/** Violations named in the report; their number is always told. */
const MOST_NAMED = 20;

/**
 * Without anything examined a check is inconclusive, never passed; so it is where something that was
 * examined is `undecided`.
 */
export function finding(
  id: AuditCheck['id'],
  examined: number,
  violations: string[],
  message: string,
  undecided = 0,
): AuditCheck {
  const open = examined === 0 || undecided > 0;
  const result = violations.length > 0 ? 'failed' : open ? 'inconclusive' : 'passed';
  const more = violations.length > 0 ? `; ${violations.length} violations` : '';
  return {
    id,
    result,
    message: message + more,
    examined,
    violations: violations.slice(0, MOST_NAMED),
  };
}
