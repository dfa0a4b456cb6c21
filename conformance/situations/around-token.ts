import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { first, firstAgain } from '../checks/idempotency/experiments.ts';
import { isRejectedAsAsked, isSuccess } from '../expectations.ts';
import { AS_SHOWN, type EndpointFactors, inOrder, type Value } from './situation.ts';

/** A request that nobody could serve, whoever sends it: it may be looked at before the token is. */
const invalid = (text: string, change: (options: CallOptions) => CallOptions): Value => ({
  text,
  change,
  invalid: true,
});

const without = (header: string): Value =>
  invalid(`without ${header}`, (options) => ({
    ...options,
    headers: { ...options.headers, [header]: null },
  }));

const EMPTY_BODY = invalid('an empty body', ({ rawBody: _, ...options }) => ({
  ...options,
  body: {},
}));

/** A valid request for what nobody has: to look for it before the token tells strangers what there is. */
const ofNobody = (parameter: string): Value => ({
  text: `a ${parameter} of nobody`,
  change: (options) => ({
    ...options,
    path: { ...options.path, [parameter]: randomUUID() },
  }),
});

const withQuery = (text: string, query: NonNullable<CallOptions['query']>): Value =>
  invalid(text, (options) => ({ ...options, query: { ...options.query, ...query } }));

/**
 * What is refused for another reason, and is never served where the token is none. Section 7 says 401 of
 * the token and gives no order, so what is invalid in itself may be answered as that. A body that cannot
 * be parsed is left out: many frameworks read it before anything of theirs is asked.
 */
const BESIDE: { [E in EndpointName]?: Value[] } = {
  'awaiting-payments': [EMPTY_BODY, without('uuid'), withQuery('page=abc', { page: 'abc' })],
  'request-loan': [EMPTY_BODY, without('x-idempotency-key')],
  'repay-loan': [ofNobody('user-id'), EMPTY_BODY, without('x-idempotency-key')],
  'update-application': [
    ofNobody('loan-application-id'),
    withQuery('without status', { status: undefined }),
    without('x-idempotency-key'),
  ],
  portfolios: [
    ofNobody('customer-id'),
    without('x-idempotency-key'),
    withQuery('size=abc', { size: 'abc' }),
  ],
};

/**
 * A request that was served, under its key: to tell again what it came to is to serve whoever sends it. As it
 * is where there is none.
 */
async function servedBefore(context: CheckContext, endpoint: EndpointName): Promise<Value> {
  if (endpoint !== 'request-loan' && endpoint !== 'repay-loan') {
    return AS_SHOWN;
  }
  const served = await first(context.plain ?? context, endpoint).catch(() => undefined);
  if (!served || !isSuccess(served.exchange)) {
    return AS_SHOWN;
  }
  const { path, body, headers } = served.options;
  const again = await firstAgain(context.plain ?? context, endpoint).catch(() => undefined);
  return {
    // A key that comes again may be refused for that, and before the token is looked at.
    ...(again && isRejectedAsAsked(again) && { invalid: true }),
    text: 'a request that was served before',
    hides: 'body',
    change: (options) => ({
      ...options,
      ...(path && { path }),
      body,
      headers: { ...options.headers, ...headers },
    }),
  };
}

/** Forms of tokens, each of which meets one or two of what else may be wrong: a next one meets the next. */
const FORMS = [
  'missing',
  'expired',
  'tampered-payload',
  'garbage',
  'alg-none',
  'tampered-signature',
  'empty',
  'two-segments',
];

/** Each of what comes in an order begins with another for the next form, so that all forms together meet each early. */
const beginningWith = (value: Value, begin: number): Value => {
  const { ways = [], inOrder: isInOrder } = value;
  const at = isInOrder && ways.length > 1 ? begin % (ways.length - 1) : 0;
  return at === 0 ? value : { ...value, ways: [...ways.slice(at), ...ways.slice(0, at)] };
};

/**
 * What may vary around a token that is refused: all that varies around other refusals, and what else
 * is wrong with the request. Two of three are right but for the token: a token that is wrongly taken
 * shows in an answer that serves it, and what is wrong with the rest would hide it.
 */
export async function aroundToken(
  context: CheckContext,
  form: string,
  endpoint: EndpointName,
  factors: EndpointFactors,
): Promise<EndpointFactors> {
  const begin = Math.max(0, FORMS.indexOf(form));
  const all = BESIDE[endpoint] ?? [];
  const first = begin % Math.max(1, all.length);
  const ways = [...all.slice(first), ...all.slice(0, first)];
  const wrong: Value[] = ways.length > 0 ? [{ ...inOrder(ways), hides: 'all' }] : [];
  const others = Object.entries(factors).map(
    ([name, values]) => [name, values.map((value) => beginningWith(value, begin))] as const,
  );
  return {
    ...Object.fromEntries(others),
    beside: [AS_SHOWN, await servedBefore(context, endpoint), ...wrong],
  };
}

/** Who asks is looked at together with what is wrong: it hides nothing. */
const WITH_IT: readonly string[] = ['beside', 'caller'];

const isOfBody = ({ body, ofBody, ways = [] }: Value): boolean =>
  body !== undefined || ofBody === true || ways.some(isOfBody);

/**
 * The rows, each value of the rest in a row where nothing hides it: a request that is refused for
 * its body shows nothing of a page or a header form, and one that has the body of another nothing of its own.
 * Values change places with the usual ones of the row that has the most of those, so that there are as many
 * rows as before; of what has several ways none is spent where it is hidden.
 *
 * @param factors what the rows are made of; the first value of each is the usual one
 */
export function wrongAlone(
  rows: readonly Record<string, Value>[],
  factors: EndpointFactors,
): Record<string, Value>[] {
  const result = rows.map((row) => ({ ...row }));
  const names = Object.keys(factors).filter((name) => !WITH_IT.includes(name));
  const ofBody = names.filter((name) => factors[name]?.some(isOfBody));
  const hidden = ({ beside }: Record<string, Value>): readonly string[] =>
    beside?.hides === 'all' ? names : beside?.hides === 'body' ? ofBody : [];
  const unusual = (row: Record<string, Value>) =>
    names.filter((name) => row[name] !== factors[name]?.[0]).length;
  for (const row of result) {
    for (const name of hidden(row)) {
      const [value, usual] = [row[name], factors[name]?.[0]];
      const [other] = result
        .filter((each) => each[name] === usual && !hidden(each).includes(name))
        .toSorted((one, another) => unusual(one) - unusual(another));
      if (value && usual && value !== usual && other) {
        row[name] = usual;
        other[name] = value;
      }
      if (row[name]?.ways) {
        row[name] = AS_SHOWN;
      }
    }
  }
  return result;
}
