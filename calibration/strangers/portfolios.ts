import { pathParameterOf } from '../servers/endpoint-of.ts';
import type { PlainRequest, PlainResponse } from '../servers/exchange-layer.ts';
import { queryOf, supplyHeader, withQuery } from '../servers/requests.ts';
import { callerOf } from '../servers/tokens.ts';
import { allOf, at, laterPage, only, remembered, takenFor } from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

const customerIdOf = ({ method, path }: PlainRequest) => pathParameterOf(method, path) ?? '';

/** Portfolios that go wrong on later pages and in a row of calls (section 4.9). */
export const PORTFOLIO_FAULTS: readonly SituationalFault[] = [
  {
    id: 'portfolios.later-page.of-another-customer',
    how: 'Whose portfolios are asked for is looked at on the first page only.',
    sentence: "A user may not access another user's data",
    section: '5.10',
    situation: "a later page of another customer's portfolios",
    things: 2,
    layers: [
      only(
        allOf(at('portfolios'), laterPage),
        takenFor((request, context) =>
          callerOf(request, context) === undefined
            ? undefined
            : context.dependencies.store.users.byId(customerIdOf(request))?.id,
        ),
      ),
    ],
  },
  {
    id: 'portfolios.default-size.that-of-the-call-before',
    how: 'Without a size a page has the size that the same user asked for before.',
    sentence: 'size (number, default 10, recommended maximum 50)',
    section: '4.9',
    situation: 'a call without a size after one with a size',
    things: 2,
    layers: [
      only(at('portfolios'), async (request, next, context) => {
        const sizes = remembered<string>(context, 'sizes');
        const id = callerOf(request, context)?.id ?? '';
        const size = queryOf(request).get('size');
        if (size === null) {
          return next(withQuery(request, { size: sizes.get(id) ?? null }));
        }
        const response = await next(request);
        if (response.status === 200) {
          sizes.set(id, size);
        }
        return response;
      }),
    ],
  },
  {
    id: 'portfolios.key-of-another-user.his-portfolios',
    how: 'The answer is kept under the x-idempotency-key alone, so another user is given it too.',
    sentence: "A user may not access another user's data",
    section: '5.10',
    situation: 'two users list their portfolios under the same key',
    things: 3,
    layers: [
      only(at('portfolios'), async (request, next, context) => {
        const own = await next(request);
        if (own.status !== 200) {
          return own;
        }
        const answers = remembered<{ id: string; answer: PlainResponse }>(context, 'answers');
        const key = request.headers['x-idempotency-key'] ?? '';
        const id = callerOf(request, context)?.id ?? '';
        const kept = answers.get(key);
        if (kept !== undefined && kept.id !== id) {
          return kept.answer;
        }
        answers.set(key, { id, answer: own });
        return own;
      }),
    ],
  },
  {
    id: 'portfolios.later-page.key-not-required',
    how: 'From the second page on the x-idempotency-key may be missing.',
    sentence:
      'Headers (required): X-Auth-Token; platform (string); uuid (string); x-idempotency-key (string).',
    section: '4.9',
    situation: 'a later page, and no x-idempotency-key',
    things: 2,
    layers: [only(laterPage, supplyHeader('portfolios', 'x-idempotency-key', 'none'))],
  },
];
