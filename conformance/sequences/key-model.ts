import type { EndpointName } from '../../contract/endpoint-names.ts';
import { applicationsNamed } from '../checks/idempotency/application-paths.ts';
import { identifierPaths, mayHideIdentifier, valuesAt } from '../checks/idempotency/experiments.ts';
import type { RecordingEndpoint } from '../checks/valid-call.ts';
import { answerOf, expectNoServerError, isSuccess, leavesOf } from '../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { Done, Model } from './play.ts';

/** One request under a key. */
export interface KeyedRequest {
  endpoint: EndpointName;
  /** who sends it, in words that tell two users apart */
  by: string;
  /** the number of its x-idempotency-key */
  key: number;
  /** which content it has; the same number is the same body */
  content: number;
  /** sent to the other host of its endpoint, which makes it no other request */
  onOtherHost?: true;
}

/** Whether two requests are one that was sent again. */
const isSame = (one: KeyedRequest, other: KeyedRequest) =>
  one.by === other.by && one.key === other.key && one.content === other.content;

type Answered = Done<KeyedRequest>;

/** Which records are compared. */
interface RecordSort {
  endpoint: RecordingEndpoint;
  /** what the answer makes: `repayment` or `application` */
  record: string;
  /** what may stand in every answer without naming a record, such as the loan's id */
  known: readonly unknown[];
  /** the places that name it as the first requests of the run show, where these by themselves show none */
  paths?: readonly string[];
}

/**
 * Whether an answer lists several records: what request-loan answers is not shown, so it may be all that
 * the customer has asked for, in which nothing says which one is new.
 */
function listsSeveral(exchange: Exchange): boolean {
  const body = jsonOf(exchange);
  const list = [body, valueAt(body, 'data')].find(Array.isArray);
  return (list?.length ?? 0) > 1 || applicationsNamed(exchange).length > 1;
}

/**
 * Successes of the endpoint whose records can be compared. The first request of a key says what
 * the key is for; how another one under it is answered is open.
 */
function madeRecords(answers: readonly Answered[], { endpoint }: RecordSort): Answered[] {
  return answers.filter(({ action, exchange }) => {
    const first = answers.find((each) => each.action.key === action.key);
    return (
      action.endpoint === endpoint &&
      isSuccess(exchange) &&
      !(endpoint === 'request-loan' && listsSeveral(exchange)) &&
      first !== undefined &&
      isSame(first.action, action)
    );
  });
}

/** The places that name the record, told by two successes under different keys. */
function recordPaths(
  made: readonly Answered[],
  { endpoint, known, paths = [] }: RecordSort,
): readonly string[] {
  const [one] = made;
  const other = made.find(({ action }) => action.key !== one?.action.key);
  const told = one && other ? identifierPaths(endpoint, one.exchange, other.exchange, known) : [];
  return told.length > 0 ? told : paths;
}

/** One key, one record; another key, another record (sections 2.5, 4.6 and 4.7). */
function judgeRecords(answers: readonly Answered[], sort: RecordSort): void {
  const { endpoint, record, known } = sort;
  const made = madeRecords(answers, sort);
  const paths = recordPaths(made, sort);
  for (const [index, one] of made.entries()) {
    for (const other of made.slice(0, index)) {
      const pair = [other.exchange, one.exchange];
      const differ = (path: string) => new Set(valuesAt(pair, path)).size > 1;
      const named = paths.filter((path) => valuesAt(pair, path).length === 2);
      if (isSame(one.action, other.action)) {
        if (named.length > 0 && named.every(differ)) {
          deviate(`the same ${record} for key ${one.action.key} sent again`, 'another one');
        }
      } else if (
        named.length > 0 &&
        !named.some(differ) &&
        identifierPaths(endpoint, other.exchange, one.exchange, known).length === 0 &&
        !mayHideIdentifier(other.exchange, one.exchange)
      ) {
        deviate(
          `a ${record} of its own for key ${one.action.key}`,
          `that of key ${other.action.key}`,
        );
      }
    }
  }
}

/** Texts of fewer signs, and numbers of fewer digits, may be an amount, a count or a step of anybody's. */
const LEAST_SIGNS = 8;
const LEAST_DIGITS = 10;

/** Whether a value is of one record alone, wherever it stands. */
function isTelling(value: unknown): boolean {
  const text = String(value);
  return text.length >= (Number.isNaN(Number(text)) ? LEAST_SIGNS : LEAST_DIGITS);
}

/** Nobody is answered with a record that another user made (section 5.10). */
function judgeLeaks(answers: readonly Answered[], sort: RecordSort): void {
  const made = madeRecords(answers, sort);
  const paths = recordPaths(made, sort);
  for (const { action, exchange } of answers.filter((each) => isSuccess(each.exchange))) {
    const foreign = made
      .filter((each) => each.action.by !== action.by)
      .flatMap((each) => paths.flatMap((path) => valuesAt([each.exchange], path)))
      .filter(isTelling);
    const isLeaked = leavesOf(jsonOf(exchange)).some(({ value }) => foreign.includes(value));
    if (isLeaked) {
      deviate(`no ${sort.record} of another user under key ${action.key}`, answerOf(exchange));
    }
  }
}

/**
 * All answers so far, each judged together with those before it. Whether a request succeeds is
 * not judged: a rule of the business may allow one pending repayment or one open application.
 */
export function keyModel(sort: RecordSort): Model<readonly Answered[], KeyedRequest> {
  return {
    next(answers, done) {
      expectNoServerError(done.exchange, `a request under key ${done.action.key}`);
      const all = [...answers, done];
      judgeRecords(all, sort);
      judgeLeaks(all, sort);
      return all;
    },
    text: ({ endpoint, by, key, content, onOtherHost }) =>
      `${endpoint} by ${by} under key ${key} with content ${content}${onOtherHost ? ' on the lending host' : ''}`,
  };
}
