import { ENDPOINTS } from '../../contract/endpoints.ts';
import { messagesOf } from '../checks/repayments/repay-loan-refusals.ts';
import { valueAt } from '../http/exchange.ts';
import { headerValue } from '../http/header-value.ts';
import { deviate } from '../outcome.ts';
import { schemaProblem } from '../schema-validator.ts';
import type { Knowledge } from './knowledge.ts';
import type { Rule, Told } from './rule.ts';

/** Status codes by which a repayment itself may be refused: a token, a rate or a form of a body is something else. */
const OF_REPAYMENTS: readonly number[] = [200, 400, 402, 404, 409, 410, 422];

/** The headers of section 4.7 and 5.4; of a token it is told by the status that it is missing. */
const OF_THE_REQUEST = ENDPOINTS['repay-loan'].headers
  .filter(({ name, required }) => required === 'must' && name !== 'X-Auth-Token')
  .map(({ name }) => name.toLowerCase());

/** Whether a repayment lacks nothing: how one is refused that lacks a header or a field is open (section 7). */
const lacksNothing = ({ exchange, options }: Told): boolean =>
  schemaProblem('repay-loan-request', options.body) === undefined &&
  OF_THE_REQUEST.every((header) => headerValue(exchange.request.headers, header) !== undefined);

/** What repayments that succeeded were told, by its place in the answer. */
type Words = Map<string, Set<unknown>>;

const wordsOfSuccess = (known: Knowledge): Words =>
  known.firstTold('what repayments that succeed are told', new Map());

/** Notes the texts of a repayment that succeeded, none of which says of another that it failed. */
function note({ exchange }: Told, words: Words): void {
  for (const { path, value } of messagesOf(exchange)) {
    words.set(path, (words.get(path) ?? new Set()).add(value));
  }
}

/**
 * Whether a text may say what failed: nothing that successes are told at the same place, nor what is said there of
 * the loan or the request, nor another single word where they have a word each, as of ids and times.
 */
function maySayWhy(text: { path: string; value: unknown }, told: Told, known: Knowledge): boolean {
  const ofSuccess = wordsOfSuccess(known).get(text.path);
  const body = told.options.body as Record<string, unknown>;
  const asked = [body, known.loanOf(body.accountId) ?? {}].flatMap(Object.values);
  return (
    ofSuccess === undefined ||
    (![...ofSuccess, ...asked].includes(text.value) &&
      (ofSuccess.size === 1 || /\s/.test(String(text.value))))
  );
}

/** Section 7: of what fails for a reason of its own the status is said as it is of the reasons that are listed. */
export const failedRepaymentsRule: Rule = {
  id: 'repay-loan.failed-with-message',
  title: 'spells the status of every failed repayment FAILED, and tells a message',
  requirements: ['REP-81', 'REP-15'],
  endpoint: 'repay-loan',
  level: 'must',
  users: ['customer'],
  states: ['active-loan'],
  after: ['repay-loan.succeeds'],
  unseen: 'No repayment was answered with status FAILED.',
  judge(told, known) {
    if (told.succeeded) {
      note(told, wordsOfSuccess(known));
    }
    const said = valueAt(told.json, 'status');
    if (typeof said !== 'string' || said.trim().toUpperCase() !== 'FAILED') {
      return false;
    }
    if (!OF_REPAYMENTS.includes(told.status) || !lacksNothing(told)) {
      return false;
    }
    if (said !== 'FAILED') {
      deviate('status "FAILED" of a repayment that fails', JSON.stringify(said));
    }
    const texts = messagesOf(told.exchange);
    if (texts.length === 0) {
      deviate('an error message beside status "FAILED"', 'no other text in the answer');
    }
    if (!texts.some((text) => maySayWhy(text, told, known))) {
      const got = 'what repayments that succeed are told, and nothing else';
      deviate('an error message beside status "FAILED"', got, 'REP-15');
    }
    return true;
  },
};
