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

/**
 * What may vary around a token that is refused: all that varies around other refusals, and what else
 * is wrong with the request.
 */
export function aroundToken(endpoint: EndpointName, factors: EndpointFactors): EndpointFactors {
  return { ...factors, beside: BESIDE[endpoint] ?? [{ text: '' }] };
}
