/** An e-mail address and a password (section 4.1). */
export interface LoadUser {
  email: string;
  password: string;
}

/**
 * Gates of one endpoint; latencies in milliseconds, `errorRate` (requests without a good status)
 * from 0 to 1.
 */
export interface GateSettings {
  p50?: number;
  p95?: number;
  p99?: number;
  errorRate?: number;
  /** answers needed at least; default 1 */
  minCount?: number;
  /** good answers with a wrong content at most; default 0 */
  wrongAnswers?: number;
}

/** The `load` section of a target file. */
export interface LoadSettings {
  /** by endpoint name; `*` is for all */
  thresholds?: Record<string, GateSettings>;
  /** further customers who list payments, the hottest first */
  customers?: LoadUser[];
  /** virtual users made before the start and at most; default: sized by the rate */
  virtualUsers?: { preAllocated?: number; max?: number };
  /** currencies to list; default: those of the state `awaiting-payments` */
  currencies?: string[];
  /** answers `GET` with what the target booked, as JSON; see load/README.md */
  ledgerUrl?: string;
}

/** What the load kit needs of a target; `Target` of conformance/target/ is one. */
export interface LoadTarget {
  name: string;
  /** the three hosts, without a trailing slash */
  baseUrl: string;
  lendingUrl: string;
  investmentUrl: string;
  /** sent with every request to the target */
  headers?: Record<string, string>;
  /** per request, in milliseconds; default 30,000 */
  timeoutMs?: number;
  users: { [name in string]?: LoadUser };
  states: {
    url?: string;
    headers?: Record<string, string>;
    pools?: { [state in string]?: object[] };
  };
  load?: LoadSettings;
}
