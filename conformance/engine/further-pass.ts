import type { ShownForms } from '../http/forms/taken-forms.ts';

/**
 * What the passes of a thorough run vary beside the seed, in turn: more meets together, then other calls come before
 * and beside each. The first pass, 0, is that of every run.
 */

/** What a pass has shown of the target, which those after it need not find out, and one of few checks could not. */
export interface ShownByPass {
  /** whether sessions live on beside others of their user */
  sessionsLiveOn: boolean;
  /** which forms of headers were taken */
  forms: ShownForms;
}

export const NOTHING_SHOWN: ShownByPass = { sessionsLiveOn: false, forms: {} };

/** A pass of three together, which takes fewer requests, comes before each two of orders: there are two. */
const IN_TURN = 3;

const THREE_TOGETHER = 3;

type Kind = 'usual' | 'three together' | 'orders';

/** How many times the requests of the first pass one of a kind takes at the most, for all that was measured. */
export const TIMES_OF_THE_FIRST: Record<Kind, number> = {
  usual: 1,
  'three together': 2,
  orders: 2.5,
};

/** What a pass varies, counted from 0 for that of every run. */
export function kindOf(pass: number): Kind {
  if (pass === 0) {
    return 'usual';
  }
  return pass % IN_TURN === 1 ? 'three together' : 'orders';
}

/** How many of what may vary meet in each of their combinations in a pass; nothing where it is the usual number. */
export const strengthIn = (pass: number): number | undefined =>
  kindOf(pass) === 'three together' ? THREE_TOGETHER : undefined;

/** How many passes have varied the order of calls before this one; nothing where it leaves them as they come. */
export const orderTurn = (pass: number): number | undefined =>
  kindOf(pass) === 'orders' ? pass - Math.ceil(pass / IN_TURN) - 1 : undefined;

/** What a finding of a further pass says of it. */
export const saidOf = (pass: number): string =>
  kindOf(pass) === 'orders' ? 'in another order of calls' : 'with more together';
