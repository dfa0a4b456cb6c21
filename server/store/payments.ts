import type { AwaitingPayment } from '../../contract/types.generated.ts';
import { CURRENCIES } from '../../contract/values/currencies.ts';
import { daysBefore } from '../database/days-before.ts';
import type { Db } from '../database/open.ts';
import { paymentJson } from '../database/payment-json.ts';
import { GIVEN } from '../database/statements/given.ts';
import { MOST_CANDIDATES, planner } from '../search/plan.ts';
import { resembles } from '../search/resembles.ts';
import { isIndexed } from '../search/trigrams.ts';

/** Whose payments: those of one customer, or all of an organisation. */
export type Owner = { userId: string } | { tenantId: string };

/** What to list. Moments are `yyyy-MM-ddTHH:mm:ss`, both included. */
export interface PaymentQuery {
  owner: Owner;
  currency: string;
  from: string;
  to: string;
  /** A part of the reference, in either case, with one letter wrong at most. */
  search?: string | undefined;
  limit: number;
  offset: number;
}

/** The awaiting bank-transfer payments (section 2.2). */
export interface Payments {
  /** A page of payments, the newest first; the order of those of one second is fixed, too. */
  list(query: PaymentQuery): AwaitingPayment[];
  /**
   * The same page as JSON, a list. A server whose `list` is another one has none, so that nobody
   * can forget to replace both.
   */
  listJson?(query: PaymentQuery): string;
}

const RANGE = `currency = ${GIVEN} AND creation_date BETWEEN ${GIVEN} AND ${GIVEN}`;
const PAGE = `ORDER BY creation_date DESC, seq DESC LIMIT ${GIVEN} OFFSET ${GIVEN}`;

/** Not LIKE: that has wildcards, and refuses patterns of more than 50,000 bytes. */
const HOLDS = 'instr(lower(searchable_payment_reference), lower(?)) > 0';
const RESEMBLES = 'resembles(searchable_payment_reference, ?)';

/** Numbers of payments whose reference has some trigrams (see server/search/trigrams.ts). */
const CANDIDATES = `SELECT rowid AS seq FROM payment_references
  WHERE payment_references MATCH ? LIMIT ${GIVEN}`;

/** The payments of a database. */
export function paymentsOf(db: Db): Payments {
  db.function('resembles', { deterministic: true }, (reference, text) =>
    Number(resembles(String(reference), String(text))),
  );
  const prepare = (owner: 'user_id' | 'tenant_id', digits: number) => {
    const select = `SELECT ${paymentJson(digits)}`;
    const own = `FROM payments WHERE ${owner} = ${GIVEN} AND ${RANGE}`;
    const among = `FROM (${CANDIDATES}) CROSS JOIN payments USING (seq) WHERE ${owner} = ${GIVEN}`;
    const page = (rest: string) => db.prepare<unknown[], string>(`${select} ${rest}`).pluck();
    return {
      all: page(`${own} ${PAGE}`),
      walked: page(`${own} AND ${HOLDS} ${PAGE}`),
      holding: page(`${among} AND ${RANGE} AND ${HOLDS} ${PAGE}`),
      resembling: page(`${among} AND ${RANGE} AND ${RESEMBLES} ${PAGE}`),
      hasAny: db.prepare<unknown[]>(`SELECT 1 ${among} AND ${HOLDS} LIMIT 1`),
    };
  };
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  /** By whom the payments belong to, and how their amounts are written. */
  const statementsOf = (owner: 'user_id' | 'tenant_id', digits: number) => {
    const key = `${owner} ${digits}`;
    const statements = prepared.get(key) ?? prepare(owner, digits);
    prepared.set(key, statements);
    return statements;
  };
  const start = daysBefore(db);
  const counted = db
    .prepare<[string, number], number>(`SELECT count(*) FROM (${CANDIDATES})`)
    .pluck();
  const last = db.prepare<[], number>('SELECT max(seq) FROM payments').pluck();
  const planOf = planner({
    count: (match, limit) => Number(counted.get(match, limit)),
    version: () => Number(last.get()),
  });

  /**
   * Those that hold the text. Where the owner has none at all, in whatever range, those that hold
   * it but for one letter, as far as MOST_CANDIDATES show them.
   */
  const search = (
    statements: ReturnType<typeof prepare>,
    owner: string,
    text: string,
    range: string[],
    page: number[],
  ): string[] => {
    const plan = isIndexed(text) ? planOf(text) : undefined;
    if (plan?.exact === undefined) {
      return statements.walked.all(owner, ...range, text, ...page);
    }
    const { exact } = plan;
    const found = statements.holding.all(exact, MOST_CANDIDATES, owner, ...range, text, ...page);
    if (found.length > 0 || statements.hasAny.get(exact, MOST_CANDIDATES, owner, text)) {
      return found;
    }
    const near = plan.near();
    return near === undefined
      ? []
      : statements.resembling.all(near, MOST_CANDIDATES, owner, ...range, text, ...page);
  };

  const listJson = (query: PaymentQuery): string => {
    const { owner, currency, from, to, search: text, limit, offset } = query;
    const [column, id] =
      'userId' in owner
        ? (['user_id', owner.userId] as const)
        : (['tenant_id', owner.tenantId] as const);
    const statements = statementsOf(column, minorDigits(currency));
    if (text !== undefined) {
      return `[${search(statements, id, text, [currency, from, to], [limit, offset]).join()}]`;
    }
    const first = start(id, currency, from, to, offset);
    return `[${statements.all.all(id, currency, from, first.to, limit, first.offset).join()}]`;
  };

  return { listJson, list: (query) => JSON.parse(listJson(query)) as AwaitingPayment[] };
}

/** None of a currency that nobody has payments in: there are none to write. */
function minorDigits(currency: string): number {
  return CURRENCIES[currency]?.digits ?? 0;
}
