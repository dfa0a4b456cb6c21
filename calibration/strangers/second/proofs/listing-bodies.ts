import type { StandardUserName } from '../../../../fixtures/standard-users.ts';
import { list } from '../../proofs/calls.ts';
import type { Answer, Client } from '../../proofs/client.ts';
import type { Proof } from '../../proofs/proof.ts';
import { allBy, listedBy, outside } from './listing-pages.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** Whether the moments of payments at full minutes, or of the others, have their form. */
async function wellFormed(client: Client, atFullMinutes: boolean) {
  const payments = await allBy(client, 'customer');
  const chosen = payments.filter(
    ({ creationDate }) => /T..:..(:00)?$/.test(creationDate) === atFullMinutes,
  );
  return chosen.length > 0 && chosen.every(({ creationDate }) => MOMENT.test(creationDate));
}

const confirmationsTold = async (client: Client, name: StandardUserName) =>
  (await allBy(client, name)).every((each) => each.customerConfirmedPaymentDate !== undefined);

const failureOf = ({ status, body }: Answer) => [status, body.status, typeof body.message];

async function withoutCurrency(client: Client, before: boolean) {
  const { token } = await client.login('customer');
  if (before) {
    await list(client, { token });
  }
  return (await list(client, { token }, { selectedCurrency: undefined })).status;
}

/** Proofs of the faults of the bodies of the listing. */
export const LISTING_BODY_PROOFS: readonly Proof[] = [
  {
    id: 'second.listing.day-below-13-only-in-from.month-first',
    plain: (client) => outside(client, '2026-04-02', '2026-05-06'),
    plainly: false,
    situation: (client) => outside(client, '2026-04-02', '2026-04-28'),
    right: false,
    wrong: true,
  },
  {
    id: 'second.listing.full-minute.seconds-missing',
    plain: (client) => wellFormed(client, false),
    plainly: true,
    situation: (client) => wellFormed(client, true),
    right: true,
    wrong: false,
  },
  {
    id: 'second.listing.agent.not-confirmed-left-out',
    plain: (client) => confirmationsTold(client, 'customer'),
    plainly: true,
    situation: (client) => confirmationsTold(client, 'agent'),
    right: true,
    wrong: false,
  },
  {
    id: 'second.listing.currency-missing.that-of-the-call-before',
    plain: (client) => withoutCurrency(client, false),
    plainly: 400,
    situation: (client) => withoutCurrency(client, true),
    right: 400,
    wrong: 200,
  },
  {
    id: 'second.listing.body-no-json.failure-of-the-framework',
    plain: async (client) =>
      failureOf(await listedBy(client, 'customer', {}, { fromDate: 'yesterday' })),
    plainly: [400, 'FAILED', 'string'],
    situation: async (client) => {
      const { token } = await client.login('customer');
      const text = '{"selectedCurrency":"NGN",';
      return failureOf(await client.call('awaiting-payments', { token, text }));
    },
    right: [400, 'FAILED', 'string'],
    wrong: [400, 400, 'undefined'],
  },
  {
    id: 'second.listing.cashier-after-a-colleague.answered-from-the-cache',
    plain: async (client) => (await listedBy(client, 'cashier')).status,
    plainly: 403,
    situation: async (client) => {
      await listedBy(client, 'manager');
      return (await listedBy(client, 'cashier')).status;
    },
    right: 403,
    wrong: 200,
  },
];
