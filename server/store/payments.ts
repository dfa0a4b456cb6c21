import type { AwaitingPayment } from '../../contract/types.generated.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import type { Payment } from '../../contract/values/records.ts';
import type { Db } from '../database/open.ts';
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
}

type Row = Omit<Payment, 'userId' | 'tenantId'>;

const COLUMNS = `id, payable_type AS payableType,
  bank_transfer_followup_action_type AS bankTransferFollowupActionType,
  bank_transfer_life_cycle AS bankTransferLifeCycle,
  mto_payment_confirmtion_type AS mtoPaymentConfirmtionType,
  customer_confirmed_payment_date AS customerConfirmedPaymentDate,
  creation_date AS creationDate, currency, amount_minor AS amountMinor,
  searchable_payment_reference AS searchablePaymentReference,
  payer_bank_transfer_reference AS payerBankTransferReference`;

const RANGE = 'currency = ? AND creation_date BETWEEN ? AND ?';
const PAGE = 'ORDER BY creation_date DESC, seq DESC LIMIT ? OFFSET ?';

/** Not LIKE: that has wildcards, and refuses patterns of more than 50,000 bytes. */
const HOLDS = 'instr(lower(searchable_payment_reference), lower(?)) > 0';
const RESEMBLES = 'resembles(searchable_payment_reference, ?)';

/** Numbers of payments whose reference has some trigrams (see server/search/trigrams.ts). */
const CANDIDATES =
  'SELECT rowid AS seq FROM payment_references WHERE payment_references MATCH ? LIMIT ?';

/** The payments of a database. */
export function paymentsOf(db: Db): Payments {
  db.function('resembles', { deterministic: true }, (reference, text) =>
    Number(resembles(String(reference), String(text))),
  );
  const prepare = (owner: 'user_id' | 'tenant_id') => {
    const own = `FROM payments WHERE ${owner} = ? AND ${RANGE}`;
    const among = `FROM (${CANDIDATES}) CROSS JOIN payments USING (seq) WHERE ${owner} = ?`;
    return {
      all: db.prepare<unknown[], Row>(`SELECT ${COLUMNS} ${own} ${PAGE}`),
      walked: db.prepare<unknown[], Row>(`SELECT ${COLUMNS} ${own} AND ${HOLDS} ${PAGE}`),
      holding: db.prepare<unknown[], Row>(
        `SELECT ${COLUMNS} ${among} AND ${RANGE} AND ${HOLDS} ${PAGE}`,
      ),
      resembling: db.prepare<unknown[], Row>(
        `SELECT ${COLUMNS} ${among} AND ${RANGE} AND ${RESEMBLES} ${PAGE}`,
      ),
      hasAny: db.prepare<unknown[]>(`SELECT 1 ${among} AND ${HOLDS} LIMIT 1`),
    };
  };
  const ofUser = prepare('user_id');
  const ofTenant = prepare('tenant_id');
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
    statements: typeof ofUser,
    owner: string,
    text: string,
    range: string[],
    page: number[],
  ): Row[] => {
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

  return {
    list({ owner, currency, from, to, search: text, limit, offset }) {
      const [statements, id] =
        'userId' in owner ? [ofUser, owner.userId] : [ofTenant, owner.tenantId];
      const [range, page] = [
        [currency, from, to],
        [limit, offset],
      ];
      const rows =
        text === undefined
          ? statements.all.all(id, ...range, ...page)
          : search(statements, id, text, range, page);
      return rows.map(awaitingPayment);
    },
  };
}

function awaitingPayment(row: Row): AwaitingPayment {
  return {
    id: row.id,
    payableType: row.payableType,
    bankTransferFollowupActionType: row.bankTransferFollowupActionType,
    bankTransferLifeCycle: row.bankTransferLifeCycle,
    mtoPaymentConfirmtionType: row.mtoPaymentConfirmtionType,
    customerConfirmedPaymentDate: row.customerConfirmedPaymentDate,
    creationDate: row.creationDate,
    currency: row.currency,
    requestedBankTransferAmount: fromMinor(row.amountMinor, row.currency),
    searchablePaymentReference: row.searchablePaymentReference,
    payerBankTransferReference: row.payerBankTransferReference,
  };
}
