import type { BankAccount } from '../../contract/values/records.ts';
import type { Db } from '../database/open.ts';
import { insertInto } from './insert.ts';

/** Bank accounts to which loans are paid and from which repayments come. */
export interface BankAccounts {
  /** Whether there is such an account and the user holds it. */
  belongsTo(id: string, userId: string): boolean;
  /** The id of a user's account, if he holds it. */
  held(userId: string, bankCode: string, accountNumber: string): string | undefined;
  add(account: BankAccount): void;
  /** One of the user's accounts, if he has any; always the same one. */
  firstOf(userId: string): Pick<BankAccount, 'id' | 'bankCode' | 'accountNumber'> | undefined;
}

/** The bank accounts of a database. */
export function bankAccountsOf(db: Db): BankAccounts {
  const belongsTo = db.prepare('SELECT 1 FROM bank_accounts WHERE id = ? AND user_id = ?');
  const firstOf = db.prepare<[string], Pick<BankAccount, 'id' | 'bankCode' | 'accountNumber'>>(
    `SELECT id, bank_code AS bankCode, account_number AS accountNumber
     FROM bank_accounts WHERE user_id = ? ORDER BY id LIMIT 1`,
  );
  const held = db
    .prepare<[string, string, string], string>(
      'SELECT id FROM bank_accounts WHERE user_id = ? AND bank_code = ? AND account_number = ?',
    )
    .pluck();
  return {
    belongsTo: (id, userId) => belongsTo.get(id.toLowerCase(), userId) !== undefined,
    held: (userId, bankCode, accountNumber) => held.get(userId, bankCode, accountNumber),
    add: insertInto<BankAccount>(db, 'bank_accounts'),
    firstOf: (userId) => firstOf.get(userId),
  };
}
