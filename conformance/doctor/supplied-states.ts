import { count } from '../../pages/words.ts';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import { HookFailed, type States } from '../../target/states/states.ts';
import type { LoanApplicant, StateName, StateValues, Target } from '../../target/target.ts';
import { STATE_NAMES } from '../../target/target-rules.ts';
import { madeUpFields } from '../checks/lending/loan-request-values.ts';
import { doesAgain } from '../dry-run.ts';
import { createSlots } from '../http/slots.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Login } from './logins.ts';

/** What the examination of the states rests on. */
export interface StateExamination {
  target: Target;
  states: States;
  /** the login of `customer`, where there is one */
  customer: Login | undefined;
  /** logs the user of `no-active-loan` in */
  logIn(credentials: { email: string; password: string }): Promise<Login>;
  /** how many entries of a state the checks use */
  entriesNeeded(state: StateName): number;
  /** how many checks go untested without a state */
  checksOpened(state: StateName): number;
  /** takes secrets out of a text */
  redact(text: string): string;
  onDone(subject: string): void;
}

/**
 * Asks once for every state, as many at a time as the target allows, and compares what can be
 * compared without changing anything: whose the values are, and whether there are enough of them.
 */
export async function tryStates(examination: StateExamination): Promise<Diagnosis[]> {
  const slots = createSlots(examination.target.concurrency);
  return await Promise.all(
    STATE_NAMES.map(async (name) => {
      const release = await slots.take();
      try {
        const judgement = await tryState(name, examination);
        return { area: 'states', subject: name, untested: [], ...judgement } as const;
      } finally {
        release();
        examination.onDone(name);
      }
    }),
  );
}

type Judgement = Pick<Diagnosis, 'finding' | 'message' | 'advice'>;

async function tryState(name: StateName, examination: StateExamination): Promise<Judgement> {
  const { target, states, redact } = examination;
  try {
    const values = await states.shared(name);
    return (
      (await wrongOwner(values, examination)) ??
      shortPool(name, examination) ?? {
        finding: 'ok',
        message: `${originOf(name, target)}; ${useOf(name, examination)}`,
        ...madeUpAdvice(name, values),
      }
    );
  } catch (error) {
    if (error instanceof NotSupplied) {
      return notSupplied(name, target);
    }
    if (!(error instanceof HookFailed)) {
      throw error;
    }
    return {
      finding: 'problem',
      message: redact(error.message.replace(/\.$/, '')),
      advice: 'mend the hook; target/README.md says what it answers',
    };
  }
}

/** What is said of a state that neither the file nor its hook supplies. */
export function notSupplied(name: StateName, { states }: Target): Judgement {
  return {
    finding: 'not supplied',
    message: states.url ? 'the hook answers 404' : 'is not in the target file',
    advice: states.url
      ? `let the hook provide it, or write values as states.${name}`
      : `write values as states.${name}, or name a hook as states.url`,
  };
}

function originOf(name: StateName, { states }: Target): string {
  const entries = states.pools[name]?.length ?? 0;
  if (entries === 0) {
    return 'the hook provides it';
  }
  return `${entries} in the target file${states.url ? ', then from the hook' : ''}`;
}

/** What a run does with a state. */
function useOf(name: StateName, { entriesNeeded, checksOpened }: StateExamination): string {
  const entries = entriesNeeded(name);
  return `a run uses ${entries}, for ${count(checksOpened(name), 'check')}`;
}

/** Values that a run makes up, and that a rule of the business may refuse. */
function madeUpAdvice(name: StateName, values: object): Pick<Diagnosis, 'advice'> {
  const product = values as StateValues['loan-product'];
  const loan = values as StateValues['active-loan'];
  const fields =
    name === 'loan-product'
      ? [...madeUpFields(product), ...madeUpFields(product, 'agent')]
      : name === 'active-loan' && loan.repaymentAmount === undefined
        ? ['repaymentAmount']
        : [];
  if (fields.length === 0) {
    return {};
  }
  return { advice: `if you refuse any value, supply values for ${name}: ${fields.join(', ')}` };
}

function shortPool(name: StateName, examination: StateExamination): Judgement | undefined {
  const { target, entriesNeeded } = examination;
  const entries = target.states.pools[name]?.length ?? 0;
  const needed = entriesNeeded(name);
  if (target.states.url || entries >= needed) {
    return undefined;
  }
  const advice = `add ${needed - entries} to states.${name}, or name a hook as states.url`;
  if (doesAgain(name, entries)) {
    return {
      finding: 'ok',
      message: `${originOf(name, target)}; ${useOf(name, examination)}, and one again where there are fewer`,
      advice: `if you refuse a second one, ${advice}`,
    };
  }
  return {
    finding: 'short',
    message: `${originOf(name, target)}, but ${useOf(name, examination)}`,
    advice,
  };
}

/** The values that name the customer they belong to, held against what the login showed. */
async function wrongOwner(
  values: StateValues[StateName],
  { customer, logIn }: StateExamination,
): Promise<Judgement | undefined> {
  if ('loanProductId' in values) {
    return (await wrongApplicant(values, logIn)) ?? (await wrongApplicant(values.agent, logIn));
  }
  if (!('customerId' in values)) {
    return undefined;
  }
  const isOther = 'email' in values && values.email !== undefined && values.password !== undefined;
  const owner = isOther
    ? await logIn({ email: values.email ?? '', password: values.password ?? '' })
    : customer;
  if (isOther && owner?.failure) {
    return failedLogin(owner.failure);
  }
  if (!owner?.userId || owner.userId === values.customerId) {
    return undefined;
  }
  return {
    finding: 'problem',
    message: `customerId is not the user.id that the login of ${isOther ? 'its user' : 'customer'} shows`,
    advice: 'write the user.id of that user as customerId',
  };
}

/** Who applies by credentials of its own has to be able to log in. */
async function wrongApplicant(
  { email, password }: LoanApplicant = {},
  logIn: StateExamination['logIn'],
): Promise<Judgement | undefined> {
  if (email === undefined || password === undefined) {
    return undefined;
  }
  const { failure } = await logIn({ email, password });
  return failure && failedLogin(failure);
}

function failedLogin({ message, advice }: NonNullable<Login['failure']>): Judgement {
  return { finding: 'problem', message: `for its user ${message}`, advice };
}
