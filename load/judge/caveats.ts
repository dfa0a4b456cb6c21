import { count, grouped } from '../../pages/words.ts';
import { percent } from '../report/figures.ts';
import type { AuditReport, EndpointFigures, Gate, GeneratorCost } from '../report/load-report.ts';

interface Told {
  endpoints: readonly EndpointFigures[];
  gates: readonly Gate[];
  audit: AuditReport | null;
  generator: Pick<GeneratorCost, 'saturated' | 'saturatedSeconds'>;
  leftOut: { seconds: number; requests: number };
}

/** What a verdict does not cover, one sentence each, for all that read no more than the verdict. */
export function caveatsOf({ endpoints, gates, audit, generator, leftOut }: Told): string[] {
  const { saturated, saturatedSeconds } = generator;
  return [
    ...endpoints.flatMap(sampled),
    // Where the generator was saturated that is the verdict itself.
    ...(saturated ? [] : unjudged(gates)),
    ...(audit?.notAudited.map((what) => `not audited: ${what}`) ?? []),
    ...(leftOut.seconds > 0
      ? [
          `warm-up: the first ${leftOut.seconds} s with ${count(leftOut.requests, 'request')} are in no figure`,
        ]
      : []),
    ...(!saturated && saturatedSeconds > 0
      ? [
          `the generator was saturated in ${saturatedSeconds} s: latencies of these are its own, too`,
        ]
      : []),
  ];
}

function sampled({ name, sample }: EndpointFigures): string[] {
  const { judged, of, findsOnePercent } = sample;
  if (judged === 0 || judged >= of) {
    return [];
  }
  return [
    `${name}: ${grouped(judged)} of ${grouped(of)} good answers, drawn at random, were judged in full; a fault in 1% of them is found in ${percent(Math.min(findsOnePercent, 0.9999))} of such runs`,
  ];
}

/** Gates named in a sentence; the table has all. */
const MOST_NAMED = 4;

/** Nine gates of ten requests are one sentence. */
function unjudged(gates: readonly Gate[]): string[] {
  const open = gates.filter((gate) => gate.unjudged !== null);
  if (open.length === 0) {
    return [];
  }
  const named = open.map(({ endpoint, metric, statistic, unjudged: why }) => {
    const what = endpoint === null ? metric : `${endpoint} ${statistic}`;
    return `${what} (${why})`;
  });
  const more = named.length > MOST_NAMED ? `, and ${named.length - MOST_NAMED} more` : '';
  return [
    `${count(open.length, 'gate')} not judged: ${named.slice(0, MOST_NAMED).join(', ')}${more}`,
  ];
}
