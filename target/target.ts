import type { Role } from '../contract/roles.ts';
import type { Ways } from './connections/ways.ts';
import type { StateValues } from './states/state-values.generated.ts';

/** The users a target file may supply; checks that need one that is absent are not tested. */
export const USER_NAMES = [
  'manager',
  'agent',
  'cashier',
  'customer',
  'otherCustomer',
  'otherManager',
] as const;

/** The name of a user in the target file. */
export type UserName = (typeof USER_NAMES)[number];

/** The names, beginning with the user who may least of those who may call most. */
export const CUSTOMER_FIRST: readonly UserName[] = USER_NAMES.toSorted(
  (a, b) => Number(b === 'customer') - Number(a === 'customer'),
);

/** The role each user of the target file must have (section 1). */
export const ROLE_OF_USER: Record<UserName, Role> = {
  manager: 'MANAGER',
  agent: 'AGENT',
  cashier: 'CASHIER',
  customer: 'CUSTOMER',
  otherCustomer: 'CUSTOMER',
  otherManager: 'MANAGER',
};

/** What a login needs (section 4.1). */
export interface Credentials {
  email: string;
  password: string;
}

/** A user of the target file. */
export interface UserEntry extends Credentials {
  /** the tenant host of this user's login, without a trailing slash; default: the target's */
  baseUrl?: string;
}

/** What a request for a loan says of whoever applies (section 2.3), and who that is. */
export type LoanApplicant = Omit<
  StateValues['loan-product'],
  'loanProductId' | 'currencyCode' | 'agent'
>;

/** A loan with what its repayment needs; amounts are decimal numbers in major units. */
export type LoanValues = StateValues['closed-loan'];

export type { StateValues };

/** The name of a state. */
export type StateName = keyof StateValues;

/** Where states come from: literal pools, a hook, or both (a pool is used before the hook). */
export interface StateSources {
  /** the hook: answers `POST` with `{"state": name}` */
  url?: string;
  /** headers of requests to the hook */
  headers?: Record<string, string>;
  /** literal values, used up one by one where a check consumes them */
  pools: { [N in StateName]?: StateValues[N][] };
}

/**
 * Gates of one endpoint; latencies in milliseconds from 0, which nobody meets, `errorRate`
 * (requests without a good status) from 0 to 1.
 */
export interface GateSettings {
  p50?: number;
  p95?: number;
  p99?: number;
  errorRate?: number;
  /** requests whose connection failed at most; default 0 */
  connectionFailures?: number;
  /** answers needed at least; default 1 */
  minCount?: number;
  /** good answers with a wrong content at most; default 0 */
  wrongAnswers?: number;
}

/** The `load` section of a target file: settings of the load kit. */
export interface LoadSettings {
  /** by endpoint name, which the load kit checks, since only it knows them; `*` is for all */
  thresholds?: Record<string, GateSettings>;
  /** further customers who list payments, the hottest first; a tenant's own host where it has one */
  customers?: (Credentials & { tenant?: string; baseUrl?: string })[];
  /** of what and how much the journeys ask; what is left out keeps its default */
  mix?: MixSettings;
  /** virtual users made before the start and at most, 1 or more; default: sized by the rate */
  virtualUsers?: { preAllocated?: number; max?: number };
  /** currencies to list; default: those of the state `awaiting-payments` */
  currencies?: string[];
  /** answers `GET` with what the target booked, as JSON; see load/README.md */
  ledgerUrl?: string;
}

type Shares<T> = (T & { share: number })[];

/** The `load.mix` section: shares weigh against each other, rates are from 0 to 1, times in seconds. */
export interface MixSettings {
  'payment-listing'?: {
    pages?: Shares<{ page: number | null }>;
    sizes?: Shares<{ size: number | null }>;
    ranges?: Shares<{ days: number | null }>;
    searches?: Shares<{ piece: [from: number, to: number] | null }>;
    mainCurrency?: number;
  };
  lending?: {
    requests?: { 'request-loan'?: number; 'update-application'?: number; 'repay-loan'?: number };
    acceptRate?: number;
    repeatRate?: number;
    concurrentRate?: number;
    thinkTime?: { min?: number; max?: number };
  };
  /** the first ones of each tenant call; default: all */
  usersPerTenant?: number;
}

/** A target, as the suite and the load kit know it: parsed, validated, secrets filled in. */
export interface Target extends Ways {
  name: string;
  /** without a trailing slash */
  baseUrl: string;
  lendingUrl: string;
  investmentUrl: string;
  /** sent with every request to the target */
  headers: Record<string, string>;
  /** per request, in milliseconds */
  timeoutMs: number;
  /** requests at once, at most */
  concurrency: number;
  users: { [U in UserName]?: UserEntry };
  /** names from contract/capabilities.ts */
  capabilities: string[];
  states: StateSources;
  load?: LoadSettings;
  /** values that no artefact may show: passwords, keys, header values, `${NAME}` values */
  secrets: string[];
}
