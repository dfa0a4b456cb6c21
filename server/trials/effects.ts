import { randomUUID } from 'node:crypto';
import type { Pool } from 'undici';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import { endpoint, pathOf } from '../../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import type { Db } from '../database/open.ts';
import { tokenHash } from '../tokens.ts';
import type { Prepared } from './prepare-database.ts';

/** What a server answered. */
export interface Told {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: trials read fields of JSON and fail where one is missing
  body: any;
}

/** Something that a request is to bring about once. */
export interface Effect {
  kind: EndpointName;
  /** Whether whoever got no answer may send the same again: its key makes one effect of them. */
  repeatable: boolean;
  /** Gives null where no answer came. */
  send(pool: Pool): Promise<Told | null>;
  /** How often it is in a database; `told` is what was answered, where something was. */
  times(db: Db, told: Told | null): number;
}

/** The two tokens of a session. */
interface Session {
  access: string;
  refresh: string;
}

/** Endpoints that change something; each is in a trial. */
export const KINDS = [
  'repay-loan',
  'request-loan',
  'update-application',
  'login',
  'refresh',
  'logout',
] as const satisfies readonly EndpointName[];

/**
 * Makes effects on a prepared database, for one client after the other: sessions are those that
 * earlier effects began, and where there is none, or no offer, another kind is made instead.
 */
export function effectsOn(prepared: Prepared): (kind: (typeof KINDS)[number]) => Effect {
  const sessions: Session[] = [];
  const offers = [...prepared.offers];
  const { loans } = prepared;
  let turn = 0;

  const make = (kind: (typeof KINDS)[number]): Effect => {
    switch (kind) {
      case 'repay-loan': {
        turn = (turn + 1) % loans.length;
        return repayment(prepared, loans[turn] ?? '');
      }
      case 'request-loan':
        return application(prepared);
      case 'update-application': {
        const offer = offers.pop();
        return offer ? acceptance(prepared, offer) : make('repay-loan');
      }
      case 'login':
        return login(sessions);
      case 'refresh':
      case 'logout': {
        const session = sessions.pop();
        if (session === undefined) {
          return login(sessions);
        }
        return kind === 'refresh' ? refresh(session, sessions) : logout(session);
      }
    }
  };
  return make;
}

function repayment({ token, customerId, bankAccountId }: Prepared, accountId: string): Effect {
  const key = randomUUID();
  const body = {
    repaymentAmount: 0.01,
    customerId,
    accountId,
    bankAccountId,
    repaymentReference: key,
  };
  return {
    kind: 'repay-loan',
    repeatable: true,
    send: (pool) => send(pool, 'repay-loan', { token, key, body, path: { 'user-id': customerId } }),
    times: (db) => count(db, 'repayments WHERE repayment_reference = ?', key),
  };
}

function application({ token, request }: Prepared): Effect {
  const key = randomUUID();
  const body = { ...request, lastName: key };
  return {
    kind: 'request-loan',
    repeatable: true,
    send: (pool) => send(pool, 'request-loan', { token, key, body }),
    times: (db) => count(db, 'loan_applications WHERE last_name = ?', key),
  };
}

function acceptance({ token }: Prepared, id: string): Effect {
  const key = randomUUID();
  const path = { 'loan-application-id': id };
  return {
    kind: 'update-application',
    repeatable: true,
    send: (pool) => send(pool, 'update-application', { token, key, path, query: '?status=true' }),
    times: (db) => {
      const accepted = count(
        db,
        "loan_applications WHERE id = ? AND loan_status <> 'OFFER_SENT'",
        id,
      );
      const loans = count(db, 'loans WHERE loan_application_id = ?', id);
      return Math.max(accepted, loans);
    },
  };
}

function login(sessions: Session[]): Effect {
  const { email, password: currentPassword } = STANDARD_LOGINS.otherCustomer;
  return {
    kind: 'login',
    repeatable: false,
    async send(pool) {
      const told = await send(pool, 'login', { body: { email, currentPassword } });
      if (told?.status === 200) {
        sessions.push({ access: told.body.access_token, refresh: told.body.refresh_token });
      }
      return told;
    },
    times: (db, told) =>
      told === null ? 0 : count(db, 'sessions WHERE id = ?', sessionOf(told.body.access_token)),
  };
}

function refresh({ access, refresh: refresh_token }: Session, sessions: Session[]): Effect {
  return {
    kind: 'refresh',
    repeatable: false,
    async send(pool) {
      const told = await send(pool, 'refresh', { token: access, body: { refresh_token } });
      if (told?.status === 200) {
        sessions.push({ access: told.body.access_token, refresh: told.body.refresh_token });
      }
      return told;
    },
    times(db, told) {
      if (told === null) {
        return 0;
      }
      const spent = 'refresh_tokens WHERE hash = ? AND spent_at IS NOT NULL';
      const next = 'refresh_tokens WHERE hash = ?';
      return Math.min(
        count(db, spent, tokenHash(refresh_token)),
        count(db, next, tokenHash(told.body.refresh_token)),
      );
    },
  };
}

function logout({ access: token }: Session): Effect {
  return {
    kind: 'logout',
    repeatable: false,
    send: (pool) => send(pool, 'logout', { token, body: {} }),
    times: (db) => count(db, 'sessions WHERE id = ? AND ended_at IS NOT NULL', sessionOf(token)),
  };
}

interface Sent {
  token?: string;
  key?: string;
  body?: object;
  path?: Record<string, string>;
  query?: string;
}

async function send(
  pool: Pool,
  name: EndpointName,
  { token, key, body, path, query = '' }: Sent,
): Promise<Told | null> {
  const { method, headers: rules } = endpoint(name);
  const headers: Record<string, string> = {};
  for (const rule of rules) {
    headers[rule.name] = rule.example;
  }
  if (token !== undefined) {
    headers['X-Auth-Token'] = token;
  }
  if (key !== undefined) {
    headers['x-idempotency-key'] = key;
  }
  try {
    const answer = await pool.request({
      method,
      path: pathOf(name, path) + query,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  } catch {
    return null;
  }
}

function count(db: Db, rows: string, value: unknown): number {
  return Number(db.prepare(`SELECT count(*) FROM ${rows}`).pluck().get(value));
}

/** The session that an access token belongs to. */
function sessionOf(token: string): string {
  const [, claims = ''] = token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).sid;
}
