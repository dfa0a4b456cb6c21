import { randomUUID } from 'node:crypto';
import { refreshed, repay, request } from './calls.ts';
import type { Client } from './client.ts';
import type { Proof } from './proof.ts';

/** How many repayments are recorded when one is sent twice under one key. */
async function recordsOf(client: Client, how: 'again' | 'refreshed' | 'at once') {
  const customer = await client.login('customer');
  const loan = client.state('active-loan');
  const headers = { 'x-idempotency-key': randomUUID() };
  const first = repay(client, customer, loan, {}, { headers });
  if (how !== 'at once') {
    await first;
  }
  const caller = how === 'refreshed' ? await refreshed(client, customer) : customer;
  const second = repay(client, caller, loan, {}, { headers });
  const answers = await Promise.all([first, second]);
  return new Set(answers.map(({ body }) => body.data.repaymentRecordId)).size;
}

/** How many applications are made when requests are sent under these keys, one after the other. */
async function applicationsUnder(client: Client, keys: readonly string[]) {
  const { token } = await client.login('customer');
  const made = new Set<string>();
  for (const key of keys) {
    const { body } = await request(client, { token, headers: { 'x-idempotency-key': key } });
    made.add(body.data.applicationId);
  }
  return made.size;
}

/** The status of a repayment that is sent again under its key by somebody without a token. */
async function withoutToken(client: Client, before: boolean) {
  const { token: _, ...nobody } = await client.login('customer');
  const customer = await client.login('customer');
  const loan = client.state('active-loan');
  const headers = { 'x-idempotency-key': randomUUID() };
  if (before) {
    await repay(client, customer, loan, {}, { headers });
  }
  return (await repay(client, { ...nobody, token: 'none' }, loan, {}, { headers })).status;
}

const LONG = 'repayment-of-june-2026-by-standing-order';

/** Proofs of the faults of idempotency keys. */
export const KEY_PROOFS: readonly Proof[] = [
  {
    id: 'keys.of-another-user.answered-with-his-application',
    plain: (client) => applicationsUnder(client, ['1', '1']),
    plainly: 1,
    situation: async (client) => {
      const made: string[] = [];
      for (const name of ['customer', 'agent'] as const) {
        const { token } = await client.login(name);
        const { body } = await request(client, { token, headers: { 'x-idempotency-key': '1' } });
        made.push(body.data.applicationId);
      }
      return made[0] === made[1];
    },
    right: false,
    wrong: true,
  },
  {
    id: 'keys.repeated-after-refresh.repaid-twice',
    plain: (client) => recordsOf(client, 'again'),
    plainly: 1,
    situation: (client) => recordsOf(client, 'refreshed'),
    right: 1,
    wrong: 2,
  },
  {
    id: 'keys.repeated-at-once.repaid-twice',
    plain: (client) => recordsOf(client, 'again'),
    plainly: 1,
    situation: (client) => recordsOf(client, 'at once'),
    right: 1,
    wrong: 2,
  },
  {
    id: 'keys.repeated-after-another.processed-again',
    plain: (client) => applicationsUnder(client, ['1', '1', '2']),
    plainly: 2,
    situation: (client) => applicationsUnder(client, ['1', '2', '1']),
    right: 2,
    wrong: 3,
  },
  {
    id: 'keys.long-ones.cut',
    plain: async (client) => applicationsUnder(client, [randomUUID(), randomUUID()]),
    plainly: 2,
    situation: (client) => applicationsUnder(client, [`${LONG}-1`, `${LONG}-2`]),
    right: 2,
    wrong: 1,
  },
  {
    id: 'keys.repeated-without-token.answered',
    plain: (client) => withoutToken(client, false),
    plainly: 401,
    situation: (client) => withoutToken(client, true),
    right: 401,
    wrong: 200,
  },
];
