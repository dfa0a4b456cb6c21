import { SharedArray } from 'k6/data';
import type { Journey, PlannedJourney } from './journey.ts';
import type { Mix } from './mix.ts';
import type { ProfileName, VirtualUsers } from './profiles.ts';

export interface User {
  email: string;
  password: string;
  /** the variable that holds the password, where an archive was built without it */
  passwordFrom?: string;
  /** where the user's tenant has a host of its own */
  baseUrl?: string;
}

/** What a run is told, as `load/run/run-file.ts` writes it. */
export interface Run {
  /** the names of the journeys, joined by + */
  journey: Journey;
  journeys: PlannedJourney[];
  profile: ProfileName;
  /** of all journeys together */
  rate: number;
  durationSeconds: number;
  /** seconds of load before those, which are in no figure */
  warmUpSeconds: number;
  /** k6 processes that share the load */
  instances: number;
  seed: number;
  /** SHA-256 over the scripts, in hexadecimal */
  scriptDigest: string;
  baseUrl: string;
  lendingUrl: string;
  investmentUrl: string;
  headers: Record<string, string>;
  timeoutMs: number;
  /** client certificates and their keys, as PEM */
  tlsAuth: { cert: string; key: string }[];
  /** those who call, the hottest first; for lending just the owner of the states */
  users: User[];
  statesUrl: string | null;
  statesHeaders: Record<string, string>;
  virtualUsers: Partial<VirtualUsers>;
  mix: Mix;
  /** currencies to list; empty for those of the state `awaiting-payments` */
  currencies: string[];
}

interface RunFile extends Run {
  pools: Record<string, object[]>;
}

const file = __ENV.ASSAY_LOAD_RUN ?? './run.json';
const shared = new SharedArray('run', () => {
  const { pools: _, ...rest } = JSON.parse(open(file)) as RunFile;
  return [rest];
});

const told = shared[0] as Run;

/** The settings of this run. */
export const run: Run = {
  ...told,
  users: told.users.map((user) => ({
    ...user,
    password: user.passwordFrom === undefined ? user.password : (__ENV[user.passwordFrom] ?? ''),
  })),
};

/** States given in the target file, kept once for all virtual users, in the order of the file. */
export const pooled = new SharedArray('pools', () => {
  const { pools } = JSON.parse(open(file)) as RunFile;
  return Object.entries(pools).flatMap(([state, list]) =>
    list.map((values, index) => ({ state, index, values })),
  );
});
