import type { K6 } from '../../load/k6/find-k6.ts';

/** Makes the command use that k6, since it need not find it in another folder's cache. */
export function envOfK6(k6: K6 | null): Record<string, string> {
  return k6?.path && k6.path !== 'k6' ? { ASSAY_K6: k6.path } : {};
}

/** Tests run beside each other, so no test gates on how fast the machine is. */
export const LOAD_OF_BUSY_MACHINE = {
  thresholds: { '*': { p95: 30_000, p99: 30_000 } },
  virtualUsers: { preAllocated: 20, max: 200 },
};
