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

/** That a list stays as it is while it is read is said nowhere: it shows what awaits its payment now. */
export const changingLists: Axis = {
  id: 'changing-lists',
  open: ['section 4.5: says nothing of payments that are paid while others read'],
  choices: [
    {
      id: 'changing-lists.others-are-paid',
      how: 'lists payments of others no more once they are paid, which happens meanwhile',
      wrapping: () => ({ layers: [othersArePaid] }),
    },
  ],
};
