import { CAPABILITIES } from '../../contract/capabilities.ts';
import { createStates } from '../../target/states/states.ts';
import { statesHook } from '../../target/states/states-hook.ts';
import type { Credentials, StateName, Target, UserName } from '../../target/target.ts';
import { STATE_NAMES } from '../../target/target-rules.ts';
import { createClient } from '../http/client.ts';
import { createRedactor } from '../redaction/redact.ts';
import { PROBES, tryAddresses } from './addresses.ts';
import { type Diagnosis, missingName } from './diagnosis.ts';
import { judgeLogins, type Login, logIn, logOut } from './logins.ts';
import { notSupplied, tryStates } from './supplied-states.ts';

/** How a target is examined. */
export interface ExamineOptions {
  /** ids of the checks that go untested without `user cashier`, `state offer-sent` and the like */
  checksNeeding(missing: string): readonly string[];
  /** how many entries of a state a run uses; without it no pool is called short */
  entriesNeeded?(state: StateName): number;
  onProgress?(progress: { done: number; total: number; subject: string }): void;
  /** ends the examination, which then rejects with the signal's reason */
  signal?: AbortSignal;
}

/** What the doctor found; holds no secret. */
export interface DoctorReport {
  target: Pick<Target, 'name' | 'baseUrl'>;
  diagnoses: Diagnosis[];
  /** ids of all checks that would go untested */
  untested: string[];
  /**
   * 0 all is well, 1 something supplied does not work, 3 something would go untested, 4 no address
   * of the target answers
   */
  exitCode: 0 | 1 | 3 | 4;
}

/**
 * Tries every address, login and state of a target once, so that its file can be mended before a
 * run. It sends no request with a token; of the hook it uses up one entry of each state. Where
 * baseUrl does not answer, logins and states are not tried.
 */
export async function examineTarget(
  target: Target,
  options: ExamineOptions,
): Promise<DoctorReport> {
  const { signal } = options;
  const secrets = new Set(target.secrets);
  const client = createClient({ ...target, ...(signal && { signal }) });
  const supplied = Object.entries(target.users) as [UserName, Credentials][];
  const total = PROBES.length + supplied.length + STATE_NAMES.length;
  let done = 0;
  const onDone = (subject: string) => options.onProgress?.({ done: ++done, total, subject });
  const onSecret = (value: string) => secrets.add(value);
  const tryLogin = async (credentials: Credentials) => {
    const login = await logIn(credentials, target, client, onSecret);
    await logOut(login, target, client);
    return login;
  };
  try {
    const addresses = await tryAddresses(target, client, onDone);
    signal?.throwIfAborted();
    const reachable = addresses.every(
      ({ subject, finding }) => subject !== 'baseUrl' || finding !== 'unreachable',
    );
    if (!reachable) {
      return reportOf(target, [...addresses, ...notTried(target)], options);
    }
    const logins = new Map<UserName, Login>(
      await Promise.all(
        supplied.map(async ([name, credentials]) => {
          const login = await tryLogin(credentials);
          onDone(name);
          return [name, login] as const;
        }),
      ),
    );
    signal?.throwIfAborted();
    const states = await tryStates({
      target,
      states: createStates(target, statesHook(target, signal), onSecret),
      customer: logins.get('customer'),
      logIn: tryLogin,
      entriesNeeded: options.entriesNeeded ?? (() => 0),
      checksOpened: (state) => options.checksNeeding(`state ${state}`).length,
      redact: (text) => createRedactor(secrets).text(text),
      onDone,
    });
    signal?.throwIfAborted();
    const diagnoses = [...addresses, ...judgeLogins(logins), ...capabilities(target), ...states];
    return reportOf(target, diagnoses, options);
  } finally {
    await client.close();
  }
}

function capabilities(target: Target): Diagnosis[] {
  return Object.entries(CAPABILITIES).map(([subject, meaning]) => ({
    area: 'capabilities',
    subject,
    finding: target.capabilities.includes(subject) ? 'ok' : 'not needed',
    message: target.capabilities.includes(subject) ? 'is declared' : `is not declared: ${meaning}`,
    untested: [],
  }));
}

/** What is left where nobody answers: only what the file itself lacks is known. */
function notTried(target: Target): Diagnosis[] {
  const message = 'is not tried, since baseUrl does not answer';
  const users = judgeLogins(new Map()).map(
    (diagnosis): Diagnosis =>
      target.users[diagnosis.subject as UserName]
        ? { area: 'users', subject: diagnosis.subject, finding: 'not tried', message, untested: [] }
        : diagnosis,
  );
  const states = STATE_NAMES.map(
    (subject): Diagnosis => ({
      area: 'states',
      subject,
      ...(target.states.url || target.states.pools[subject]?.length
        ? { finding: 'not tried', message }
        : notSupplied(subject, target)),
      untested: [],
    }),
  );
  return [...users, ...capabilities(target), ...states];
}

function reportOf(
  { name, baseUrl }: Target,
  found: readonly Diagnosis[],
  { checksNeeding }: ExamineOptions,
): DoctorReport {
  const diagnoses = found.map((diagnosis): Diagnosis => {
    const { area, finding } = diagnosis;
    if (area === 'addresses' || area === 'capabilities' || finding === 'ok') {
      return diagnosis;
    }
    if (finding === 'short' || finding === 'not tried') {
      return diagnosis;
    }
    const untested = [...checksNeeding(missingName(diagnosis))];
    if (finding === 'not supplied' && untested.length === 0) {
      const message = 'is not supplied; no check needs it';
      return { area, subject: diagnosis.subject, finding: 'not needed', message, untested };
    }
    return { ...diagnosis, untested };
  });
  const untested = [...new Set(diagnoses.flatMap((diagnosis) => diagnosis.untested))].toSorted();
  return { target: { name, baseUrl }, diagnoses, untested, exitCode: exitCodeOf(diagnoses) };
}

function exitCodeOf(diagnoses: readonly Diagnosis[]): DoctorReport['exitCode'] {
  const addresses = diagnoses.filter(({ area }) => area === 'addresses');
  const some = (...findings: Diagnosis['finding'][]) =>
    diagnoses.some(({ finding }) => findings.includes(finding));
  if (addresses.every(({ finding }) => finding === 'unreachable')) {
    return 4;
  }
  if (some('problem', 'unreachable', 'not tried')) {
    return 1;
  }
  return some('not supplied', 'short') ? 3 : 0;
}
