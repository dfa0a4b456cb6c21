import type { AwaitingPayment } from '../../contract/types.generated.ts';
import { fromMinor } from '../../contract/values/currencies.ts';
import type { Payment } from '../../contract/values/records.ts';
import type { Db } from '../database/open.ts';

/** Whose payments: those of one customer, or all of an organisation. */
export type Owner = { userId: string } | { tenantId: string };

/** What to list. Moments are `yyyy-MM-ddTHH:mm:ss`, both included. */
export interface PaymentQuery {
  owner: Owner;
  currency: string;
  from: string;
  to: string;
  /** A part of the reference, in either case. */
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

const SELECT = `SELECT id, payable_type AS payableType,
  bank_transfer_followup_action_type AS bankTransferFollowupActionType,
  bank_transfer_life_cycle AS bankTransferLifeCycle,
  mto_payment_confirmtion_type AS mtoPaymentConfirmtionType,
  customer_confirmed_payment_date AS customerConfirmedPaymentDate,
  creation_date AS creationDate, currency, amount_minor AS amountMinor,
  searchable_payment_reference AS searchablePaymentReference,
  payer_bank_transfer_reference AS payerBankTransferReference
  FROM payments`;

const RANGE = 'currency = ? AND creation_date BETWEEN ? AND ?';
/** Not LIKE: that has wildcards, and refuses patterns of more than 50,000 bytes. */
const SEARCH = 'AND instr(lower(searchable_payment_reference), lower(?)) > 0';
const PAGE = 'ORDER BY creation_date DESC, seq DESC LIMIT ? OFFSET ?';

/** The payments of a database. */
export function paymentsOf(db: Db): Payments {
  const prepare = (owner: 'user_id' | 'tenant_id') => ({
    all: db.prepare<unknown[], Row>(`${SELECT} WHERE ${owner} = ? AND ${RANGE} ${PAGE}`),
    found: db.prepare<unknown[], Row>(
      `${SELECT} WHERE ${owner} = ? AND ${RANGE} ${SEARCH} ${PAGE}`,
    ),
  });
  const ofUser = prepare('user_id');
  const ofTenant = prepare('tenant_id');
  return {
    list({ owner, currency, from, to, search, limit, offset }) {
      const [statements, id] =
        'userId' in owner ? [ofUser, owner.userId] : [ofTenant, owner.tenantId];
      const rows =
        search === undefined
          ? statements.all.all(id, currency, from, to, limit, offset)
          : statements.found.all(id, currency, from, to, search, limit, offset);
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
