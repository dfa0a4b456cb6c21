import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { UsageError } from '../../contract/errors.ts';
import { clientCertificates } from '../k6/k6-ways.ts';
import type { LoadTarget, LoadUser } from '../load-target.ts';
import type { Journey } from '../report/load-report.ts';
import type { ProfileName } from '../scripts/plan/profiles.ts';

/** Where the k6 scripts are: `.ts` in a checkout, `.js` in the package. */
export const SCRIPTS_DIR = join(import.meta.dirname, '..', 'scripts');

/** The script of a journey. */
export function scriptOf(journey: Journey): string {
  return join(SCRIPTS_DIR, `${journey}${extname(import.meta.filename)}`);
}

/** SHA-256 over all scripts, in hexadecimal: part of what makes two runs comparable. */
export async function scriptDigest(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(SCRIPTS_DIR, { recursive: true })).filter((name) =>
    /(?<!\.test)\.[jt]s$/.test(name),
  );
  for (const name of names.sort()) {
    hash.update(name.replaceAll(sep, '/')).update(await readFile(join(SCRIPTS_DIR, name)));
  }
  return hash.digest('hex');
}

export interface RunFile {
  journey: Journey;
  target: LoadTarget;
  profile: ProfileName;
  rate: number;
  durationSeconds: number;
  /** default 0 */
  warmUpSeconds?: number;
  seed: number;
  /** default 1 */
  instances?: number;
}

/** States that each journey needs. */
const STATES: Record<Journey, string[]> = {
  'payment-listing': ['awaiting-payments'],
  lending: ['loan-product', 'offer-sent', 'active-loan'],
};

/**
 * Users of the target file who list payments, the hottest first. Whether others than customers may is
 * open (section 4.5), so they are asked only where `load.customers` names them.
 */
const LISTING_USERS = ['customer', 'otherCustomer'];

/** Who calls in a journey. Lending is the `customer`'s: the states belong to that user. */
export function usersOf(journey: Journey, target: LoadTarget): LoadUser[] {
  const names = journey === 'lending' ? ['customer'] : LISTING_USERS;
  const users = names.map((name) => target.users[name]).filter((user) => user !== undefined);
  const further = journey === 'lending' ? [] : (target.load?.customers ?? []);
  if (users.length + further.length === 0) {
    throw new UsageError(`users.${names[0]} is missing in the target file: ${journey} needs it`);
  }
  return [...users, ...further];
}

/** Writes what the k6 script is told. It holds passwords, so only its owner may read it. */
export async function writeRunFile(file: string, run: RunFile): Promise<void> {
  const { journey, target } = run;
  const { load = {} } = target;
  const pools = Object.entries(target.states.pools ?? {}).filter(([state]) =>
    STATES[journey].includes(state),
  );
  const content = {
    journey,
    profile: run.profile,
    rate: run.rate,
    durationSeconds: run.durationSeconds,
    warmUpSeconds: run.warmUpSeconds ?? 0,
    instances: run.instances ?? 1,
    seed: run.seed,
    scriptDigest: await scriptDigest(),
    baseUrl: target.baseUrl,
    lendingUrl: target.lendingUrl,
    headers: target.headers ?? {},
    timeoutMs: target.timeoutMs,
    tlsAuth: clientCertificates(target),
    users: usersOf(journey, target).map(({ email, password }) => ({ email, password })),
    statesUrl: target.states.url ?? null,
    statesHeaders: target.states.headers ?? {},
    virtualUsers: load.virtualUsers ?? {},
    currencies: load.currencies ?? [],
    pools: Object.fromEntries(pools),
  };
  await writeFile(file, JSON.stringify(content), { mode: 0o600 });
}
