import type { LoadTarget } from '../load-target.ts';
import type { LoadReport } from '../report/load-report.ts';

/** Values of the state `active-loan`, as far as they are shared out here. */
interface Loan {
  totalPayable: number;
}

/**
 * Gives the pools of target files to runs one after the other, so that none gets what another has
 * used: an offer is answered once, and of what a loan owes each run gets an equal part. `planned` is
 * the target of every run to come; two targets at the same address share what they have.
 */
export function poolsInTurn(planned: readonly LoadTarget[]) {
  const runsAt = new Map<string, number>();
  for (const { baseUrl } of planned) {
    runsAt.set(baseUrl, (runsAt.get(baseUrl) ?? 0) + 1);
  }
  /** offers that earlier runs may have taken, from the first of the pool on */
  const taken = new Map<string, number>();
  return {
    /** The target for the next run, with what is left for it. */
    shareOf(target: LoadTarget): LoadTarget {
      const { pools } = target.states;
      if (pools === undefined) {
        return target;
      }
      const runs = runsAt.get(target.baseUrl) ?? 1;
      const { 'offer-sent': offers, 'active-loan': loans, ...others } = pools;
      return {
        ...target,
        states: {
          ...target.states,
          pools: {
            ...others,
            ...(offers && { 'offer-sent': offers.slice(taken.get(target.baseUrl) ?? 0) }),
            ...(loans && {
              'active-loan': (loans as Loan[]).map((loan) => ({
                ...loan,
                totalPayable: loan.totalPayable / runs,
              })),
            }),
          },
        },
      };
    },

    /** Call after each run: each of its iterations has taken an offer, in their order. */
    used(target: LoadTarget, { totals, fingerprint }: LoadReport): void {
      // Those of a warm-up are in no figure, and took theirs too: so many at most.
      const { rate, warmUpSeconds } = fingerprint;
      const warmUp = warmUpSeconds > 0 ? Math.ceil(rate * warmUpSeconds) + 1 : 0;
      taken.set(target.baseUrl, (taken.get(target.baseUrl) ?? 0) + totals.iterations + warmUp);
    },
  };
}
