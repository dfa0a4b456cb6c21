import { randomUUID } from 'node:crypto';
import type { Layer } from '../../servers/exchange-layer.ts';
import type { Axis } from '../variant.ts';

/** Requests of anybody between two changes: several of them fall into a run, and few into one check. */
const BETWEEN = 170;

/** Payments that go in all, so that some stay. */
const MOST = 12;

const CUSTOMER = 'customer@savannah.example';

/** A payment of somebody whose payments the state does not promise is paid, and awaits nothing any more. */
const othersArePaid: Layer = (request, next, { db, memory }) => {
  const requests = Number(memory.get('requests before lists change') ?? 0) + 1;
  memory.set('requests before lists change', requests);
  if (requests % BETWEEN === 0 && requests <= MOST * BETWEEN) {
    db.prepare(
      `DELETE FROM payments WHERE seq = (
         SELECT max(seq) FROM payments
         WHERE user_id <> (SELECT id FROM users WHERE email = ?)
           AND tenant_id = (SELECT tenant_id FROM users WHERE email = ?))`,
    ).run(CUSTOMER, CUSTOMER);
  }
  return next(request);
};

/** How often a payment of the customer comes, in milliseconds, and how many in all. */
const EACH_MS = 250;
const MOST_THAT_COME = 400;

/** A payment of the customer comes that is of some day of the others: it was entered late. */
const oldOnesCome: Layer = (request, next, { db, memory }) => {
  const { at = 0, came = 0 } = (memory.get('late payments') ?? {}) as {
    at?: number;
    came?: number;
  };
  const now = performance.now();
  if (now - at >= EACH_MS && came < MOST_THAT_COME) {
    memory.set('late payments', { at: now, came: came + 1 });
    db.prepare(
      `INSERT INTO payments (
         id, tenant_id, user_id, payable_type, bank_transfer_followup_action_type,
         bank_transfer_life_cycle, mto_payment_confirmtion_type, customer_confirmed_payment_date,
         creation_date, currency, amount_minor, searchable_payment_reference,
         payer_bank_transfer_reference)
       SELECT @id, tenant_id, user_id, payable_type, bank_transfer_followup_action_type,
         bank_transfer_life_cycle, mto_payment_confirmtion_type, customer_confirmed_payment_date,
         creation_date, currency, amount_minor, @reference, payer_bank_transfer_reference
       FROM payments WHERE user_id = (SELECT id FROM users WHERE email = @email)
       ORDER BY seq LIMIT 1 OFFSET @place`,
    ).run({ id: randomUUID(), reference: `LATE-${came}`, email: CUSTOMER, place: (came * 7) % 40 });
  }
  return next(request);
};

/** Listings of portfolios between two that come: now and then as many as a small page holds come while one is read. */
const LISTINGS_BETWEEN = 3;

/** A portfolio of the customer comes, which is the newest and thus on top: it moves all others on. */
const newPortfoliosCome: Layer = (request, next, { db, endpoint, memory }) => {
  if (endpoint !== 'portfolios') {
    return next(request);
  }
  const listings = Number(memory.get('listings of portfolios') ?? 0) + 1;
  memory.set('listings of portfolios', listings);
  if (listings % LISTINGS_BETWEEN === 0) {
    db.prepare(
      `INSERT INTO portfolios
       SELECT @id, tenant_id, user_id, product_id, product_name, currency,
         amount_invested_minor + @listings, total_payable_minor + @listings,
         interest_basis_points, tenor_days, start_date, maturity_date, status
       FROM portfolios WHERE user_id = (SELECT id FROM users WHERE email = @email)
       ORDER BY start_date DESC, rowid DESC LIMIT 1`,
    ).run({ id: randomUUID(), listings, email: CUSTOMER });
  }
  return next(request);
};

/** That a list stays as it is while it is read is said nowhere: it shows what awaits its payment now. */
export const changingLists: Axis = {
  id: 'changing-lists',
  open: [
    'section 4.5: says nothing of payments that come or are paid while others read',
    'section 4.9: says nothing of portfolios that come while others are read',
  ],
  choices: [
    {
      id: 'changing-lists.others-are-paid',
      how: 'lists payments of others no more once they are paid, which happens meanwhile',
      wrapping: () => ({ layers: [othersArePaid] }),
    },
    {
      id: 'changing-lists.late-payments-come',
      how: 'lists payments of the customer that are entered meanwhile and are of an earlier day',
      wrapping: () => ({ layers: [oldOnesCome] }),
    },
    {
      id: 'changing-lists.portfolios-come',
      how: 'lists portfolios that the customer buys meanwhile, the newest first',
      wrapping: () => ({ layers: [newPortfoliosCome] }),
    },
  ],
};
