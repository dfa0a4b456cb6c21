import type { User } from '../../contract/values/records.ts';
import { type StandardData, standardData } from '../../fixtures/standard.ts';
import { hashOfTestPassword } from '../passwords.ts';
import { insertInto } from '../store/insert.ts';
import { type Db, isEmpty } from './open.ts';

/** Puts the standard data of fixtures into an empty database, in one transaction. */
export function loadStandard(db: Db, data: StandardData): void {
  const insertAll = <T extends object>(table: string, records: readonly T[]) => {
    const insert = insertInto<T>(db, table);
    for (const record of records) {
      insert(record);
    }
  };
  const setting = db.prepare('INSERT INTO settings VALUES (?, ?)');
  db.transaction(() => {
    insertAll(
      'tenants',
      data.tenants.map((tenant) => ({
        ...tenant,
        currencies: JSON.stringify(tenant.currencies),
      })),
    );
    insertUsers(db, data.users);
    insertAll('bank_accounts', data.bankAccounts);
    insertAll('loan_products', data.loanProducts);
    insertAll(
      'loan_applications',
      data.loanApplications.map((application) => ({
        ...application,
        eligibilityAnswers: JSON.stringify(application.eligibilityAnswers),
      })),
    );
    insertAll('loans', data.loans);
    insertAll('payments', data.payments);
    insertAll('portfolios', data.portfolios);
    // The states hook tells this later; it follows from the data, not from the schema.
    setting.run('state awaiting-payments', JSON.stringify(data.awaiting));
  })();
}

/**
 * Puts the standard data into a database that has no users yet. Looking and loading are one
 * transaction, since other servers may start on the same file; the passwords are hashed before it,
 * so that it is short.
 */
export function seedIfEmpty(db: Db): void {
  if (!isEmpty(db)) {
    return;
  }
  const data = standardData();
  for (const { password } of data.users) {
    hashOfTestPassword(password);
  }
  db.transaction(() => {
    if (isEmpty(db)) {
      loadStandard(db, data);
    }
  }).immediate();
}

/** Puts users into a database, with their passwords hashed. */
export function insertUsers(db: Db, users: Iterable<User>): void {
  const insert = insertInto<Omit<User, 'password'> & { passwordHash: string }>(db, 'users');
  for (const { password, ...user } of users) {
    insert({ ...user, passwordHash: hashOfTestPassword(password) });
  }
}
