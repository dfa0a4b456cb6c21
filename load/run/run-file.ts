import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { UsageError } from '../../contract/errors.ts';
import { clientCertificates } from '../k6/k6-ways.ts';
import type { LoadTarget, LoadUser } from '../load-target.ts';
import { type BuiltIn, isBuiltIn } from '../scripts/plan/journey.ts';
import { mixOf } from '../scripts/plan/mix.ts';
import type { ProfileName } from '../scripts/plan/profiles.ts';
import { type JourneyOfRun, nameOf } from './planned-journeys.ts';

/** Where the k6 scripts are: `.ts` in a checkout, `.js` in the package. */
export const SCRIPTS_DIR = join(import.meta.dirname, '..', 'scripts');

/**
 * SHA-256 over all scripts, those of one's own among them, in hexadecimal: part of what makes two runs
 * comparable.
 */
export async function scriptDigest(journeys: readonly JourneyOfRun[] = []): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(SCRIPTS_DIR, { recursive: true })).filter((name) =>
    /(?<!\.test)\.[jt]s$/.test(name),
  );
  for (const name of names.sort()) {
    hash.update(name.replaceAll(sep, '/')).update(await readFile(join(SCRIPTS_DIR, name)));
  }
  for (const { script } of journeys) {
    if (script !== null) {
      hash.update(await readFile(script));
    }
  }
  return hash.digest('hex');
}

export interface RunFile {
  journeys: readonly JourneyOfRun[];
  target: LoadTarget;
  profile: ProfileName;
  /** of all journeys together */
  rate: number;
  durationSeconds: number;
  /** default 0 */
  warmUpSeconds?: number;
  seed: number;
  /** default 1 */
  instances?: number;
  /** leaves passwords out: k6 finds them in the variables that `passwordVariables` names */
  passwordsByName?: boolean;
}

/** The variables in which k6 looks for the passwords of a run, with whose each is. */
export function passwordVariables(
  journeys: readonly { name: string }[],
  target: LoadTarget,
): { variable: string; email: string }[] {
  return callersOf(journeys, target).map(({ email }, index) => ({
    ...{ variable: `ASSAY_PASSWORD_${index + 1}`, email },
  }));
}

/** States that each journey of the kit needs; one's own may need any. */
const STATES: Record<BuiltIn, string[]> = {
  'payment-listing': ['awaiting-payments'],
  lending: ['loan-product', 'offer-sent', 'active-loan'],
};

/**
 * Users of the target file who list payments, the hottest first. Whether others than customers may is
 * open (section 4.5), so they are asked only where `load.customers` names them.
 */
const LISTING_USERS = ['customer', 'otherCustomer'];

/** A user with the tenant and the host, where the target file tells them. */
export interface LoadCaller extends LoadUser {
  tenant?: string;
  baseUrl?: string;
}

/**
 * Who calls in a run, the `customer` first: the states of lending belong to that user. With
 * `usersPerTenant` the first ones of each tenant.
 *
 * @throws UsageError where there is none
 */
export function callersOf(journeys: readonly { name: string }[], target: LoadTarget): LoadCaller[] {
  const lists = journeys.some(({ name }) => name === 'payment-listing');
  const only = journeys.every(({ name }) => name === 'payment-listing');
  const names = lists ? LISTING_USERS : ['customer'];
  const users = names.map((name) => target.users[name]).filter((user) => user !== undefined);
  const further = lists ? (target.load?.customers ?? []) : [];
  const all: LoadCaller[] = [...users, ...further];
  if (all.length === 0 || (!only && target.users.customer === undefined)) {
    const asking = journeys.map(({ name }) => name).join(' and ');
    throw new UsageError(`users.customer is missing in the target file: ${asking} needs it`);
  }
  const most = target.load?.mix?.usersPerTenant;
  if (most === undefined) {
    return all;
  }
  return [...Map.groupBy(all, ({ tenant = '' }) => tenant).values()]
    .flatMap((ofTenant) => ofTenant.slice(0, most))
    .toSorted((a, b) => all.indexOf(a) - all.indexOf(b));
}

/** Writes what the k6 script is told. It holds passwords, so only its owner may read it. */
export async function writeRunFile(file: string, run: RunFile): Promise<void> {
  const { journeys, target } = run;
  const { load = {} } = target;
  const all = journeys.some(({ script }) => script !== null);
  const needed = new Set(journeys.flatMap(({ name }) => (isBuiltIn(name) ? STATES[name] : [])));
  const variables = passwordVariables(journeys, target);
  const pools = Object.entries(target.states.pools ?? {}).filter(
    ([state]) => all || needed.has(state),
  );
  const content = {
    journey: nameOf(journeys),
    journeys: journeys.map(({ name, rate }) => ({ name, rate })),
    profile: run.profile,
    rate: run.rate,
    durationSeconds: run.durationSeconds,
    warmUpSeconds: run.warmUpSeconds ?? 0,
    instances: run.instances ?? 1,
    seed: run.seed,
    scriptDigest: await scriptDigest(journeys),
    baseUrl: target.baseUrl,
    lendingUrl: target.lendingUrl,
    investmentUrl: target.investmentUrl,
    headers: target.headers ?? {},
    timeoutMs: target.timeoutMs,
    tlsAuth: clientCertificates(target),
    users: callersOf(journeys, target).map(({ email, password, baseUrl }, index) => ({
      email,
      ...(run.passwordsByName
        ? { password: '', passwordFrom: variables[index]?.variable }
        : { password }),
      ...(baseUrl !== undefined && { baseUrl }),
    })),
    statesUrl: target.states.url ?? null,
    statesHeaders: target.states.headers ?? {},
    virtualUsers: load.virtualUsers ?? {},
    mix: mixOf(load.mix),
    currencies: load.currencies ?? [],
    pools: Object.fromEntries(pools),
  };
  await writeFile(file, JSON.stringify(content), { mode: 0o600 });
}
