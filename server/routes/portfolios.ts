import { endpoint } from '../../contract/endpoints.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { sameId } from '../http/identifier.ts';
import { pageOf } from '../http/query.ts';
import { forbidden } from '../http/refusal.ts';
import { portfolioAnswer } from '../store/portfolios.ts';
import type { GuardedRoute } from './route.ts';

/**
 * Section 4.9: a page of the caller's own portfolios. The x-idempotency-key is demanded, as the
 * specification says, and has nothing to do: a repeated reading reads again.
 */
export function portfolios({ store }: Dependencies): GuardedRoute {
  const rules = endpoint('portfolios');

  return (c, { user }) => {
    const page = pageOf(c, rules);
    if (!sameId(c.req.param('customer-id') ?? '', user.id)) {
      throw forbidden(user.role, "the portfolios are another user's");
    }
    return answer(c, {
      status: 'SUCCESS',
      data: {
        portfolios: store.portfolios.list(user.id, page).map(portfolioAnswer),
        page: page.offset / page.limit + 1,
        size: page.limit,
        total: store.portfolios.count(user.id),
      },
    });
  };
}
