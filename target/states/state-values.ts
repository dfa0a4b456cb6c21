import type { Mistake } from '../mistakes.ts';
import { type ShapeCheck, stateShape } from '../shape.ts';
import type { StateName, StateValues } from '../target.ts';

/**
 * What is wrong with the values of a state: their shape by the published schema, then what a schema
 * cannot say. `strict` refuses fields the state does not have, which in a target file are slips;
 * the hook of a target may answer more than was asked.
 */
export function stateMistakes(name: StateName, values: unknown, strict: boolean): Mistake[] {
  const shape: ShapeCheck = stateShape(name);
  const mistakes = shape(values, { unknownKeys: strict });
  if (name === 'awaiting-payments') {
    return [...mistakes, ...rangeMistakes(values)];
  }
  return name === 'active-loan' ? [...mistakes, ...amountMistakes(values)] : mistakes;
}

/** The fields of a state and nothing else; call it on values without mistakes. */
export function onlyStateFields<N extends StateName>(name: N, values: object): StateValues[N] {
  const fields = fieldsOf(name);
  const kept = Object.entries(values).filter(([field]) => fields.includes(field));
  return Object.fromEntries(kept) as unknown as StateValues[N];
}

/** The names of the fields of a state, in the order of the table of states. */
export function fieldsOf(name: StateName): string[] {
  return stateShape(name).fields;
}

/** The fields of a state that nobody may read in a report. */
const SECRET_FIELDS: readonly string[] = ['token', 'refreshToken', 'password'];

/** The secrets among the values of a state; works on anything, since a broken answer leaks too. */
export function secretsIn(values: unknown): string[] {
  if (typeof values !== 'object' || values === null) {
    return [];
  }
  return Object.entries(values).flatMap(([field, value]): string[] => {
    if (SECRET_FIELDS.includes(field) && typeof value === 'string' && value !== '') {
      return [value];
    }
    // An agent's password lies a level deeper; no state has more levels.
    return field === 'agent' ? secretsIn(value) : [];
  });
}

function amountMistakes(values: unknown): Mistake[] {
  if (typeof values !== 'object' || values === null) {
    return [];
  }
  const { repaymentAmount, totalPayable } = values as Record<string, unknown>;
  if (typeof repaymentAmount !== 'number' || typeof totalPayable !== 'number') {
    return [];
  }
  if (repaymentAmount <= totalPayable) {
    return [];
  }
  return [{ path: ['repaymentAmount'], text: 'is above totalPayable; expected as much or less' }];
}

function rangeMistakes(values: unknown): Mistake[] {
  if (typeof values !== 'object' || values === null) {
    return [];
  }
  const { fromDate, toDate, currency, otherCurrency } = values as Record<string, unknown>;
  const mistakes: Mistake[] = [];
  for (const [field, value] of Object.entries({ fromDate, toDate })) {
    if (typeof value === 'string' && dayNumber(value) === undefined) {
      mistakes.push({ path: [field], text: 'is no day of the calendar; expected dd/MM/yyyy' });
    }
  }
  const from = dayNumber(fromDate);
  const to = dayNumber(toDate);
  if (from !== undefined && to !== undefined && from > to) {
    mistakes.push({ path: ['toDate'], text: 'is before fromDate; expected the same day or later' });
  }
  if (typeof currency === 'string' && currency !== '' && currency === otherCurrency) {
    mistakes.push({ path: ['otherCurrency'], text: 'is the same as currency; expected another' });
  }
  return mistakes;
}

/** Milliseconds of a day written dd/MM/yyyy, or `undefined` where the calendar has no such day. */
function dayNumber(text: unknown): number | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(String(text)) ?? [];
  if (!year) {
    return undefined;
  }
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return date.getUTCDate() === Number(day) ? date.getTime() : undefined;
}
