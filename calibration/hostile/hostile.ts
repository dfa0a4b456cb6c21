import type { Verdict } from '../../conformance/report/report.ts';
import type { Target } from '../../target/target.ts';

/** A target that misbehaves on the wire, or in what it says, rather than in a rule. */
export interface Hostile {
  id: string;
  /** what it does, in one sentence */
  how: string;
  /** the conclusions that are right for it */
  verdicts: readonly Verdict[];
  /** how long a run may take, in milliseconds, where that is not as usual */
  deadlineMs?: number;
  start(): Promise<HostileServer>;
}

/** A hostile target that runs. */
export interface HostileServer {
  target: Target;
  /** requests that reached a place where none may go, such as the target of a redirect */
  strayed?(): number;
  close(): Promise<void>;
}

/** Passwords and headers planted in the target file; no artefact may show them in any form. */
export const CANARIES = {
  password: 'canary-P@ssw0rd/with+odd=chars&"quotes"',
  hookHeader: 'canary-hook-secret-0123456789',
  extraHeader: 'canary-extra-header-9876543210',
};

/** Per request, in milliseconds: short, since many of these never answer. */
const TIMEOUT_MS = 400;

/** A target file's content for a hostile server at one URL; nothing but users and a hook. */
export function hostileTarget(url: string, states?: string): Target {
  const users = ['manager', 'agent', 'cashier', 'customer', 'otherCustomer', 'otherManager'];
  return {
    name: 'a hostile target',
    baseUrl: url,
    lendingUrl: url,
    investmentUrl: url,
    headers: { 'x-gateway-key': CANARIES.extraHeader },
    timeoutMs: TIMEOUT_MS,
    concurrency: 8,
    users: Object.fromEntries(
      users.map((name) => [
        name,
        { email: `${name}@hostile.invalid`, password: CANARIES.password },
      ]),
    ),
    capabilities: [],
    states: {
      url: states ?? `${url}/states`,
      headers: { 'x-hook': CANARIES.hookHeader },
      pools: {},
    },
    secrets: Object.values(CANARIES),
  };
}
