import { type Answer, type Ask, failed, forbidden, requireHeaders } from '../exchange.ts';
import { once } from '../idempotency.ts';
import { countFrom } from './awaiting-payments.ts';
import { authenticate, type World } from './session.ts';

/** Default page size (section 4.9). */
const SIZE = 10;

/** Section 4.9: `GET {investment_url}/api/v1/user/portfolios/{customer-id}`. */
export function portfolios(ask: Ask, world: World, customerId: string): Answer {
  const { rules, store } = world;
  const { user: caller } = authenticate(ask, world);
  if (customerId.toLowerCase() !== caller.id) {
    throw forbidden(caller, 'these portfolios are not yours');
  }
  requireHeaders(ask, rules.portfolioHeaders);
  const page = countFrom(ask, world, 'page', 1);
  const size = countFrom(ask, world, 'size', SIZE);
  if (rules.mostPortfolios !== undefined && size > rules.mostPortfolios) {
    throw failed(400, `size is at most ${rules.mostPortfolios}`);
  }
  const list = (): Answer => {
    const mine = store.portfolios.filter((held) => held.customerId === caller.id);
    const entries = mine.slice((page - 1) * size, page * size).map((held) => ({
      holding: held.holding,
      invested: held.invested,
      payable: held.payable,
      product: { title: held.product, issuer: 'Debt office' },
    }));
    return { status: 200, body: rules.portfolioList(entries, page, mine.length) };
  };
  return rules.portfoliosSpendKeys ? once(ask, caller, world, list) : list();
}
