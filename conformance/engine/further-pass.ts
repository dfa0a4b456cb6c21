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

/** Passes of one kind come after so many. */
export const KINDS_OF_PASSES = 2;

const PAIRS = 2;
const THREE_TOGETHER = 3;

const isOfOrders = (pass: number): boolean => pass > 0 && pass % KINDS_OF_PASSES === 0;

/** How many of what may vary meet in each of their combinations in a pass. */
export const strengthIn = (pass: number): number =>
  pass === 0 || isOfOrders(pass) ? PAIRS : THREE_TOGETHER;

/** How many passes have varied the order of calls before this one; nothing where it leaves them as they come. */
export const orderTurn = (pass: number): number | undefined =>
  isOfOrders(pass) ? pass / KINDS_OF_PASSES - 1 : undefined;

/** What a finding of a further pass says of it. */
export const saidOf = (pass: number): string =>
  isOfOrders(pass) ? 'in another order of calls' : 'with more together';
