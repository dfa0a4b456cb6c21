/** What servers a tool was put to. */
export type SubjectKind = 'reference' | 'fault' | 'variant';

/** One run of one tool against one server. */
export interface Trial {
  tool: string;
  subject: string;
  kind: SubjectKind;
  /** kind of the fault; empty for others */
  group: string;
  seed: number;
  /** what the tool reported; empty where it ended without a report */
  failures: string[];
  /** why it ended without a report */
  problem?: string;
  seconds: number;
  /** to the server, without those that set up the run */
  requests: number;
}

/** A share with its 95 % interval after Wilson. */
export interface Share {
  count: number;
  of: number;
  low: number;
  high: number;
}

/** What a tool did, over all its runs. */
export interface ToolFigures {
  /** faults on which most runs report what they do not report on the reference server */
  detected: Share;
  /** their ids */
  found: string[];
  /** how many, by seed, in the order of the seeds */
  bySeed: number[];
  /** faults on which most runs report anything at all */
  raw: number;
  /** detected faults by kind of fault */
  byGroup: Map<string, { count: number; of: number }>;
  /** failures reported on the reference server, by run */
  onReference: number[];
  variants: number;
  /** variants on which any run reports anything at all */
  blamedRaw: number;
  /** variants on which most runs report what they do not report on the reference server */
  blamed: number;
  /** failures on variants beyond the reference server's, mean of a run */
  alarmsPerVariant: number;
  /** medians of a run */
  seconds: number;
  requests: number;
  /** runs that ended without a report; they count as not detected */
  withoutReport: number;
}

/** The figures of one tool from its trials. */
export function figuresOf(trials: readonly Trial[]): ToolFigures {
  const of = (kind: SubjectKind) => trials.filter((trial) => trial.kind === kind);
  const isNew = againstBaseline(of('reference'));
  const most = (runs: readonly Trial[], says: (trial: Trial) => boolean) =>
    runs.filter(says).length * 2 > runs.length;
  const faults = [...Map.groupBy(of('fault'), ({ subject }) => subject).values()];
  const variants = [...Map.groupBy(of('variant'), ({ subject }) => subject).values()];
  const detects = (trial: Trial) => isNew(trial).length > 0;
  const detected = faults.filter((runs) => most(runs, detects));
  const seeds = [...new Set(of('fault').map(({ seed }) => seed))].toSorted((a, b) => a - b);
  const byGroup = new Map<string, { count: number; of: number }>();
  for (const runs of faults) {
    const entry = byGroup.get(runs[0]?.group ?? '') ?? { count: 0, of: 0 };
    entry.of++;
    if (detected.includes(runs)) {
      entry.count++;
    }
    byGroup.set(runs[0]?.group ?? '', entry);
  }
  const alarms = of('variant').map((trial) => isNew(trial).length);
  return {
    detected: wilson(detected.length, faults.length),
    found: detected.flatMap(([first]) => (first ? [first.subject] : [])),
    bySeed: seeds.map(
      (seed) => of('fault').filter((trial) => trial.seed === seed && detects(trial)).length,
    ),
    raw: faults.filter((runs) => most(runs, ({ failures }) => failures.length > 0)).length,
    byGroup,
    onReference: of('reference').map(({ failures }) => failures.length),
    variants: variants.length,
    blamedRaw: variants.filter((runs) => runs.some(({ failures }) => failures.length > 0)).length,
    blamed: variants.filter((runs) => most(runs, detects)).length,
    alarmsPerVariant: alarms.reduce((sum, each) => sum + each, 0) / Math.max(alarms.length, 1),
    seconds: median(trials.map(({ seconds }) => seconds)),
    requests: median(trials.map(({ requests }) => requests)),
    withoutReport: trials.filter(({ problem }) => problem !== undefined).length,
  };
}

/**
 * What a trial reports beyond the reference server's trial of the same seed. Where a tool takes no
 * seed, all its trials on the reference server are the baseline.
 */
function againstBaseline(reference: readonly Trial[]): (trial: Trial) => string[] {
  return ({ seed, failures }) => {
    const baseline = reference.filter((each) => each.seed === seed);
    const known = new Set(baseline.flatMap((each) => each.failures));
    return failures.filter((failure) => !known.has(failure));
  };
}

/** The seed in trials of tools that take none. */
export const UNSEEDED = 0;

/** A share and its 95 % interval after Wilson, which holds for small numbers too. */
export function wilson(count: number, of: number): Share {
  if (of === 0) {
    return { count, of, low: 0, high: 1 };
  }
  const z = 1.96;
  const share = count / of;
  const scale = 1 + z ** 2 / of;
  const centre = (share + z ** 2 / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return { count, of, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
