import { presentId } from '../former-ids.ts';
import { LEVELS, type Result, UNDECIDED } from '../result.ts';
import type { FormerReport, FormerResult } from './read-report.ts';
import { remarksOn } from './remarks.ts';
import {
  CHANGE_KINDS,
  type Change,
  type ChangeKind,
  type DiffSide,
  type MovedObservation,
  type ReportDiff,
} from './report-diff.ts';

/** What is known of a rule by a result. */
type Standing = 'holds' | 'deviates' | 'undecided';

/** From bad to good, to tell which of several former checks stands for the one of today. */
const WORST_FIRST: readonly Result[] = [
  'fail',
  'warn',
  'error',
  'blocked',
  'not tested',
  'observed',
  'not applicable',
  'pass',
];

interface Followed extends FormerResult {
  formerly: string[];
}

/** What changed from one report to another. Checks that the newer run left out are not compared. */
export function diffReports(before: FormerReport, after: FormerReport): ReportDiff {
  const older = byPresentId(before.checks);
  const newer = byPresentId(after.checks);
  const ids = [...new Set([...newer.keys(), ...older.keys()])];
  // What was not selected was left out on purpose; what a whole run lacks is gone from the suite.
  const compared = ids.filter((id) => newer.has(id) || after.selection === undefined);
  const changes = compared.flatMap((id) => changeOf(id, older.get(id), newer.get(id)) ?? []);
  changes.sort(
    (a, b) =>
      CHANGE_KINDS.indexOf(a.kind) - CHANGE_KINDS.indexOf(b.kind) ||
      LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level),
  );
  const worse = changes.some((change) => change.worse);
  const counts = Object.fromEntries(
    CHANGE_KINDS.map((kind) => [kind, changes.filter((change) => change.kind === kind).length]),
  ) as Record<ChangeKind, number>;
  return {
    schemaVersion: 1,
    before: sideOf(before),
    after: sideOf(after),
    worse,
    exitCode: worse ? 1 : 0,
    remarks: remarksOn(before, after, ids.length - compared.length),
    counts: {
      ...counts,
      unchanged: compared.length - changes.length,
      'not compared': ids.length - compared.length,
    },
    changes,
    observations: compared.flatMap((id) => movedOf(older.get(id), newer.get(id))),
  };
}

/** Results under the ids of today; of several that became one, the worst counts. */
function byPresentId(results: readonly FormerResult[]): Map<string, Followed> {
  const groups = Map.groupBy(results, ({ id }) => presentId(id));
  return new Map(
    [...groups].map(([id, group]) => {
      const [worst] = group.toSorted((a, b) => rankOf(a) - rankOf(b));
      const formerly = group.map((result) => result.id).filter((each) => each !== id);
      const observations = group.flatMap((result) => result.observations);
      return [id, { ...(worst as FormerResult), id, observations, formerly }];
    }),
  );
}

const rankOf = ({ result }: FormerResult) => WORST_FIRST.indexOf(result);

function standingOf(result: FormerResult | undefined): Standing {
  switch (result?.result) {
    case 'pass':
      return 'holds';
    case 'fail':
    case 'warn':
      return 'deviates';
    case 'observed':
      // Of a must, nothing visible could tell; where the specification is open, all is well.
      return result.level === 'open' ? 'holds' : 'undecided';
    default:
      return 'undecided';
  }
}

const KINDS: Record<Standing, Record<Standing, ChangeKind | undefined>> = {
  holds: { holds: undefined, deviates: 'broken', undecided: 'told no more' },
  deviates: { holds: 'fixed', deviates: 'still failing', undecided: 'told no more' },
  undecided: { holds: 'newly tested', deviates: 'newly failing', undecided: undefined },
};

function changeOf(
  id: string,
  before: Followed | undefined,
  after: Followed | undefined,
): Change | undefined {
  const told = after ?? before;
  const kind = KINDS[standingOf(before)][standingOf(after)];
  if (!told || kind === undefined) {
    return undefined;
  }
  const { title, level, endpoint, requirements, message } = told;
  const formerly = before?.formerly ?? [];
  return {
    kind,
    check: id,
    ...(formerly.length > 0 && { formerly }),
    title,
    level,
    ...(endpoint && { endpoint }),
    requirements,
    before: before?.result ?? null,
    after: after?.result ?? null,
    worse: isWorse(kind, before, after),
    message: after ? message : 'The newer run has no such check any more.',
  };
}

function isWorse(
  kind: ChangeKind,
  before: FormerResult | undefined,
  after: FormerResult | undefined,
): boolean {
  if (kind === 'broken' || kind === 'newly failing') {
    return true;
  }
  return (
    kind === 'told no more' &&
    before?.level !== 'open' &&
    standingOf(before) === 'holds' &&
    after !== undefined &&
    UNDECIDED.includes(after.result)
  );
}

/** What is observed otherwise; only of checks that both runs have come to an end with. */
function movedOf(before: Followed | undefined, after: Followed | undefined): MovedObservation[] {
  if (!before || !after || [before, after].some(({ result }) => UNDECIDED.includes(result))) {
    return [];
  }
  const valuesOf = ({ observations }: Followed, subject: string) =>
    observations.filter((each) => each.subject === subject).map(({ value }) => value);
  const subjects = new Set(
    [...before.observations, ...after.observations].map(({ subject }) => subject),
  );
  return [...subjects].flatMap((subject) => {
    const values = { before: valuesOf(before, subject), after: valuesOf(after, subject) };
    const same = values.before.toSorted().join('\n') === values.after.toSorted().join('\n');
    return same ? [] : [{ check: after.id, subject, ...values }];
  });
}

function sideOf(report: FormerReport): DiffSide {
  const { target, startedAt, verdict, kit, contract, seed, selection } = report;
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    startedAt,
    verdict,
    kit: kit.version,
    digest: contract.digest,
    ...(contract.registerVersion !== undefined && { registerVersion: contract.registerVersion }),
    ...(seed !== undefined && { seed }),
    ...(selection !== undefined && { selection }),
  };
}
