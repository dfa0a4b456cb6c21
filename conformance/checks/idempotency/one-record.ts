import type { CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import type { Sent } from '../own-entry.ts';
import type { RecordingEndpoint } from '../valid-call.ts';
import { applicationPaths } from './application-paths.ts';
import { first, identifierPaths, second, valuesAt } from './experiments.ts';

/** The endpoints that make records under a key, and what demands what of them. */
export const RECORDS = [
  {
    endpoint: 'request-loan',
    record: 'application',
    again: 'LOAN-34',
    together: 'LOAN-34',
    different: 'LOAN-35',
    open: 'LOAN-36',
    before: ['request-loan.succeeds'],
    after: ['idempotency.different-keys.request-loan'],
  },
  {
    endpoint: 'repay-loan',
    record: 'repayment',
    again: 'REP-42',
    together: 'REP-43',
    different: 'REP-3',
    open: 'REP-44',
    before: ['repay-loan.succeeds', 'repay-loan.value.record-identifier'],
    after: ['idempotency.different-keys.repay-loan'],
  },
] as const;

const NO_IDENTIFIER =
  'The answers name no record that could be compared, which for request-loan the specification does not ask.';

/** Demands that successful answers to one request name one record; ends the check where none names any. */
export function expectOneNamed(
  context: CheckContext,
  { answers, paths }: { answers: readonly Exchange[]; paths: readonly string[] },
  expected: string,
  got: string,
): void {
  const named = paths.map((path) => valuesAt(answers, path)).filter(({ length }) => length > 1);
  if (named.length === 0) {
    context.inconclusive(NO_IDENTIFIER);
  }
  if (!named.some((values) => new Set(values).size === 1)) {
    deviate(expected, got);
  }
}

/** Where answers of an endpoint name the record they made, as the first two requests of the run show. */
export async function pathsOf(
  context: CheckContext,
  endpoint: RecordingEndpoint,
): Promise<string[]> {
  const [one, other] = [await first(context, endpoint), await second(context, endpoint)];
  const known = [one, other].flatMap(({ values }) => Object.values(values));
  const named = identifierPaths(endpoint, one.exchange, other.exchange, known);
  return named.length > 0 || !isOfLoan(one) || !isOfLoan(other)
    ? named
    : applicationPaths(context, one, other);
}

const isOfLoan = (sent: Sent): sent is Sent<'request-loan'> =>
  sent.endpoint === 'request-loan' && isSuccess(sent.exchange);

/** A 5xx is no answer to a repeat, whatever a target makes of repeats. */
export function expectNoServerError(exchange: Exchange, what: string): void {
  if (statusOf(exchange) >= 500) {
    deviate(`${what} to be answered or refused`, answerOf(exchange));
  }
}

/** What is recorded, and in which forms, where they are not those of the first request. */
interface Recorded extends Pick<(typeof RECORDS)[number], 'endpoint' | 'record'> {
  text?: string;
}

const inForms = (text: string | undefined): string => (text === undefined ? '' : ` (${text})`);

/** Demands that repeats of a request, the first of the run, made no second record; a refusal makes none. */
export async function expectOneRecord(
  context: CheckContext,
  { endpoint, record, text }: Recorded,
  repeats: readonly Exchange[],
  original?: Exchange,
): Promise<void> {
  const one = await first(context, endpoint);
  for (const repeated of repeats) {
    expectNoServerError(repeated, 'a request with a repeated x-idempotency-key');
    if (!isSuccess(repeated)) {
      continue;
    }
    const paths = await pathsOf(context, endpoint);
    expectOneNamed(
      context,
      { answers: [original ?? one.exchange, repeated], paths },
      `the same ${record} in the answer to a repeated x-idempotency-key${inForms(text)}`,
      `another ${record}: ${paths.join(', ')} changed`,
    );
  }
}
