import { count } from '../../pages/words.ts';
import type { Report } from './report.ts';
import { brokenChecks, failedMusts, isUnreachable, undecidedMusts } from './verdict.ts';

/**
 * Sentences that say why a report's verdict is not conformant, or its exit code not 0: the most
 * telling first. None for a conformant run that was not told of known failures.
 */
export function reasonsFor(report: Omit<Report, 'reasons'>): string[] {
  return [
    ...unreachable(report),
    ...failures(report),
    ...stopped(report),
    ...broken(report),
    ...untested(report),
    ...knownFailures(report),
  ];
}

function unreachable({ checks, target, unreachable }: Omit<Report, 'reasons'>): string[] {
  if (isUnreachable(checks)) {
    const first = checks.flatMap(({ exchanges }) => exchanges).find(({ error }) => error);
    const why = first?.error ? `: ${first.error.message} (${first.error.kind})` : '';
    return [`Not one request to ${target.name} was answered${why}.`];
  }
  return unreachable === undefined
    ? []
    : [`${target.name} answered no more at the end of the run: ${unreachable}.`];
}

function failures({ checks, findings }: Omit<Report, 'reasons'>): string[] {
  const failed = failedMusts(checks).length;
  if (failed === 0) {
    return [];
  }
  const causes = findings.filter(({ checks: ids, level }) => {
    const first = checks.find(({ id }) => id === ids[0]);
    return level === 'must' && first?.result === 'fail';
  }).length;
  return [`${count(failed, 'check')} of a must failed, with ${count(causes, 'cause')}.`];
}

function stopped({ partial, partialReason, selection }: Omit<Report, 'reasons'>): string[] {
  return [
    ...(partial ? [`The run was stopped before the end: ${partialReason}.`] : []),
    ...(selection === undefined ? [] : [`Only a part was selected: ${selection}.`]),
  ];
}

function broken({ checks }: Omit<Report, 'reasons'>): string[] {
  const [first, ...more] = brokenChecks(checks);
  if (!first) {
    return [];
  }
  const others = more.length > 0 ? `, and ${count(more.length, 'check')} more` : '';
  return [`The harness or the states hook broke in ${first.id}${others}: ${first.message}`];
}

function untested({ checks, coverage, missing, verdict }: Omit<Report, 'reasons'>): string[] {
  if (verdict === 'conformant') {
    return [];
  }
  const undecided = undecidedMusts(checks);
  const rows = coverage.filter((row) => row.level === 'must' && row.status === 'not tested');
  const has = (result: string) => undecided.filter((check) => check.result === result).length;
  const kinds = (['not tested', 'blocked', 'error'] as const)
    .filter((result) => has(result) > 0)
    .map((result) => `${has(result)} ${result}`);
  return [
    ...(rows.length > 0
      ? [`${count(rows.length, 'requirement')} of the level must went untested.`]
      : []),
    ...(kinds.length > 0
      ? [`${count(undecided.length, 'check')} of a must came to no result: ${kinds.join(', ')}.`]
      : []),
    ...(missing.length > 0
      ? [`The target file does not supply ${missing.map(({ what }) => what).join(', ')}.`]
      : []),
  ];
}

function knownFailures(report: Omit<Report, 'reasons'>): string[] {
  const known = report.knownFailures;
  if (!known) {
    return [];
  }
  const { expected, unexpected, stale, file } = known;
  return [
    ...(expected.length > 0
      ? [
          `${count(expected.length, 'failure')} ${expected.length === 1 ? 'is' : 'are'} listed in ${file}${
            unexpected.length === 0 && report.verdict === 'not conformant'
              ? ', none is new; the target stays not conformant'
              : ''
          }.`,
        ]
      : []),
    ...(unexpected.length > 0
      ? [`${count(unexpected.length, 'failure')} not listed in ${file}: ${unexpected.join(', ')}.`]
      : []),
    ...stale.map(({ entry, problem }) => `The entry ${entry} of ${file} is stale: ${problem}.`),
  ];
}
