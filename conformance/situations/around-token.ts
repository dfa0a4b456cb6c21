import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { CallOptions } from '../check-context.ts';
import type { EndpointFactors, Value } from './endpoint-factors.ts';

/** A request that would be refused for something else, too. */
const beside = (text: string, change: (options: CallOptions) => CallOptions): Value => ({
  text,
  change,
});

const without = (header: string): Value =>
  beside(`without ${header}`, (options) => ({
    ...options,
    headers: { ...options.headers, [header]: null },
  }));

const EMPTY_BODY = beside('an empty body', ({ rawBody: _, ...options }) => ({
  ...options,
  body: {},
}));

const ofNobody = (parameter: string): Value =>
  beside(`a ${parameter} of nobody`, (options) => ({
    ...options,
    path: { ...options.path, [parameter]: randomUUID() },
  }));

const withQuery = (text: string, query: NonNullable<CallOptions['query']>): Value =>
  beside(text, (options) => ({ ...options, query: { ...options.query, ...query } }));

/**
 * What is refused for another reason, and has to be answered with 401 all the same where the token is
 * none: section 7 gives the condition without any other, and how the other is refused is open. A body
 * that cannot be parsed is left out: many frameworks read it before anything of theirs is asked.
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

/** What section 4.5 names as `platform` beside WEB, which every other request says. */
const OTHER_PLATFORMS: readonly string[] = ['ANDROID', 'IOS'];

/** Where the header is listed. */
const PLATFORMS: { [E in EndpointName]?: readonly string[] } = {
  'fetch-organisation-preference': OTHER_PLATFORMS,
  'awaiting-payments': OTHER_PLATFORMS,
  portfolios: OTHER_PLATFORMS,
};

/** Every header form on every platform: together they are what many gateways part their callers by. */
function formsOf(endpoint: EndpointName, token: readonly Value[]): Value[] {
  const others = PLATFORMS[endpoint] ?? [];
  return token.flatMap((form) => [
    form,
    ...others.map((platform) => ({
      ...form,
      text: [form.text, `platform ${platform}`].filter((text) => text !== '').join(', '),
      headers: { ...form.headers, platform },
    })),
  ]);
}

/**
 * What may vary around a token that is refused: all that varies around other refusals, header form and
 * platform together, and what else is wrong with the request.
 */
export function aroundToken(
  endpoint: EndpointName,
  { token = [{ text: '' }], platform: _, ...rest }: EndpointFactors,
): EndpointFactors {
  return {
    ...rest,
    form: formsOf(endpoint, token),
    beside: [{ text: '' }, ...(BESIDE[endpoint] ?? [])],
  };
}
