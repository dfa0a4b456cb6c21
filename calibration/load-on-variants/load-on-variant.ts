import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { K6 } from '../../load/k6/find-k6.ts';
import { JOURNEYS, type Journey, type LoadVerdict } from '../../load/report/load-report.ts';
import { runLoad } from '../../load/run/run-load.ts';
import { startWrapped } from '../servers/wrapped-server.ts';
import { targetOf, type Variant, wrappingOf } from '../variants/variant.ts';

/** What a journey said of a conforming server. */
export interface LoadOutcome {
  variant: string;
  journey: Journey;
  verdict: LoadVerdict;
  reasons: string[];
  /** neither failed nor broken: a server may give less to measure than another, and is not blamed */
  ok: boolean;
}

/**
 * What a load cannot be run on: gateways that refuse requests for a while, as they may, which the
 * gates count, and a tenant host without request-loan, since the journeys ask there.
 */
export const NOT_FOR_LOAD: readonly string[] = [
  'gateway.busy',
  'rate-limit.fifty-per-second',
  'loan-host.lending-only',
  // Load sends the requests of a customer side by side, and offers as the one customer of the file.
  'requests-of-a-user.',
  'accepted-offer.ends-others.own-customers',
  // Load logs a user in more often than once, and nobody out.
  'sessions-per-user.at-most',
  // Its amounts and names are drawn: of what a house takes of nobody load cannot know.
  'house-rules.loans',
  'house-rules.repayments',
];

/** Speed is not what is looked at, and the machine may have other work. */
const PATIENT = {
  thresholds: { '*': { p95: 20_000, p99: 20_000 } },
  virtualUsers: { preAllocated: 40, max: 80 },
};

/** Runs every journey, shortened, against a server that conforms and answers otherwise than ours. */
export async function loadOnVariant(
  variant: Variant,
  k6: K6,
  size: { rate: number; durationSeconds: number },
): Promise<LoadOutcome[]> {
  const outcomes: LoadOutcome[] = [];
  for (const journey of JOURNEYS) {
    const server = await startWrapped(wrappingOf(variant));
    const out = await mkdtemp(join(tmpdir(), 'assay-load-variant-'));
    try {
      const target = { ...(await targetOf(variant, server)), load: PATIENT };
      const { report } = await runLoad({ journey, target, out, k6, ...size });
      const { verdict } = report;
      const reasons = [...report.reasons, ...server.problems];
      const ok = verdict !== 'failed' && verdict !== 'broken' && server.problems.length === 0;
      outcomes.push({ variant: variant.id, journey, verdict, reasons, ok });
    } finally {
      await server.close();
      await rm(out, { recursive: true });
    }
  }
  return outcomes;
}
