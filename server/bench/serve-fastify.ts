import jwt from '@fastify/jwt';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { endpoint } from '../../contract/endpoints.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import { tokenSecretOf } from '../database/open.ts';
import type { Claims } from '../tokens.ts';
import { obey } from './obey.ts';

/** The listing as somebody would write it with Fastify: the same look-ups, and no more. */

interface Listing {
  Body: { selectedCurrency: string; fromDate: string; toDate: string };
  Querystring: { page: number; size: number };
}

const text = { type: 'string' } as const;
const nullable = { type: ['string', 'null'] } as const;

const PAYMENT = {
  type: 'object',
  properties: {
    id: text,
    payableType: text,
    bankTransferFollowupActionType: text,
    bankTransferLifeCycle: text,
    mtoPaymentConfirmtionType: text,
    customerConfirmedPaymentDate: nullable,
    creationDate: text,
    currency: text,
    requestedBankTransferAmount: { type: 'number' },
    searchablePaymentReference: text,
    payerBankTransferReference: text,
  },
} as const;

const SCHEMA = {
  body: {
    type: 'object',
    required: ['selectedCurrency', 'fromDate', 'toDate'],
    properties: {
      selectedCurrency: text,
      fromDate: { type: 'string', pattern: '^\\d{2}/\\d{2}/\\d{4}$' },
      toDate: { type: 'string', pattern: '^\\d{2}/\\d{2}/\\d{4}$' },
    },
  },
  querystring: {
    type: 'object',
    properties: {
      page: { type: 'integer', minimum: 1, default: 1 },
      size: { type: 'integer', minimum: 1, maximum: 500, default: 10 },
    },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        status: text,
        data: {
          type: 'object',
          properties: { awaitingPayments: { type: 'array', items: PAYMENT } },
        },
      },
    },
  },
} as const;

await obey(async ({ db: file }: { db: string }) => {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  const user = db.prepare<[string, string, string], { id: string; role: string }>(
    `SELECT users.id, users.tenant_id, users.role, users.email, users.first_name, users.last_name
     FROM sessions JOIN users ON users.id = sessions.user_id
     WHERE sessions.id = ? AND users.id = ? AND sessions.ended_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM revoked_tokens WHERE jti = ?)`,
  );
  const page = db.prepare<unknown[], { amountMinor: number; currency: string }>(
    `SELECT id, payable_type AS payableType,
       bank_transfer_followup_action_type AS bankTransferFollowupActionType,
       bank_transfer_life_cycle AS bankTransferLifeCycle,
       mto_payment_confirmtion_type AS mtoPaymentConfirmtionType,
       customer_confirmed_payment_date AS customerConfirmedPaymentDate,
       creation_date AS creationDate, currency, amount_minor AS amountMinor,
       searchable_payment_reference AS searchablePaymentReference,
       payer_bank_transfer_reference AS payerBankTransferReference
     FROM payments WHERE user_id = ? AND currency = ? AND creation_date BETWEEN ? AND ?
     ORDER BY creation_date DESC, seq DESC LIMIT ? OFFSET ?`,
  );

  const app = Fastify({ exposeHeadRoutes: false });
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  await app.register(jwt, {
    secret: tokenSecretOf(db),
    verify: { extractToken: (request) => String(request.headers['x-auth-token']) },
  });
  const path = endpoint('awaiting-payments').path;
  app.get<Listing>(path, { schema: SCHEMA }, async (request, reply) => {
    const { sid, sub, jti } = await request.jwtVerify<Claims>();
    const caller = user.get(sid, sub, jti);
    if (caller === undefined) {
      return reply.code(401).send({ status: 'FAILED', message: 'the token is invalid' });
    }
    if (!request.headers.platform || !request.headers.uuid) {
      return reply.code(400).send({ status: 'FAILED', message: 'a header is missing' });
    }
    const { selectedCurrency, fromDate, toDate } = request.body;
    const { page: number, size } = request.query;
    const rows = page.all(
      caller.id,
      selectedCurrency,
      `${isoDay(fromDate)}T00:00:00`,
      `${isoDay(toDate)}T23:59:59`,
      size,
      (number - 1) * size,
    );
    reply.header('Cache-Control', 'no-store');
    const awaitingPayments = rows.map(({ amountMinor, ...row }) => ({
      ...row,
      requestedBankTransferAmount: fromMinor(amountMinor, row.currency),
    }));
    return { status: 'SUCCESS', data: { awaitingPayments } };
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
});

/** `31/01/2026` as `2026-01-31`. */
function isoDay(day: string): string {
  return `${day.slice(6)}-${day.slice(3, 5)}-${day.slice(0, 2)}`;
}
