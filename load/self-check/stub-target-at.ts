import type { LoadTarget } from '../load-target.ts';

/** What the load kit is told of a stub at this address. */
export function stubTargetAt(url: string): LoadTarget {
  return {
    name: 'stub',
    baseUrl: url,
    lendingUrl: url,
    investmentUrl: url,
    timeoutMs: 30_000,
    users: {
      customer: { email: 'customer@stub.example', password: 'stub' },
      manager: { email: 'manager@stub.example', password: 'stub' },
    },
    states: { url: `${url}/states` },
    load: { ledgerUrl: `${url}/ledger` },
  };
}
