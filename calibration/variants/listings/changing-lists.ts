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

/** That a list stays as it is while it is read is said nowhere: it shows what awaits its payment now. */
export const changingLists: Axis = {
  id: 'changing-lists',
  open: ['section 4.5: says nothing of payments that come or are paid while others read'],
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
  ],
};
