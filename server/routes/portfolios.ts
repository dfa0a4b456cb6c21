import { endpoint } from '../../contract/endpoints.ts';
import { permitReach } from '../authorization/authorize.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { pageOf } from '../http/query.ts';
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
    const userId = c.req.param('customer-id') ?? '';
    permitReach(user, 'portfolios', { userId }, 'the customer-id of the path');
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
