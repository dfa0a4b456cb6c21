import { type SyncedApart, syncedApart } from '../database/commits/synced-apart.ts';
import { type Together, together } from '../database/commits/together.ts';
import type { Db } from '../database/open.ts';
import { type PayloadKeys, payloadKeysOf } from '../payload-encryption/payload-keys.ts';
import { type ServiceClients, serviceClientsOf } from '../server-to-server/service-clients.ts';
import { type FailedLoginEvents, failedLoginEventsOf } from '../webhooks/failed-login-events.ts';
import { type Outbox, outboxOf } from '../webhooks/outbox.ts';
import { type ApiTokens, apiTokensOf } from './api-tokens.ts';
import { type BankAccounts, bankAccountsOf } from './bank-accounts.ts';
import { type Members, membersOf } from './extensions/members.ts';
import { type PaymentFollowUps, paymentFollowUpsOf } from './extensions/payment-follow-ups.ts';
import { type TransactionCounts, transactionCountsOf } from './extensions/transactions.ts';
import { type Idempotency, idempotencyOf } from './idempotency.ts';
import { type LoanApplications, loanApplicationsOf } from './loan-applications.ts';
import { type LoanProducts, loanProductsOf } from './loan-products.ts';
import { type Loans, loansOf } from './loans.ts';
import { type Payments, paymentsOf } from './payments.ts';
import { type Portfolios, portfoliosOf } from './portfolios.ts';
import { type Repayments, repaymentsOf } from './repayments.ts';
import { type Sessions, sessionsOf } from './sessions.ts';
import { type Settings, settingsOf } from './settings.ts';
import { type Tenants, tenantsOf } from './tenants.ts';
import { type Users, usersOf } from './users.ts';

/** All that the server keeps, by resource. The statements are prepared once, here. */
export interface Store {
  users: Users;
  members: Members;
  tenants: Tenants;
  sessions: Sessions;
  apiTokens: ApiTokens;
  payments: Payments;
  paymentFollowUps: PaymentFollowUps;
  transactionCounts: TransactionCounts;
  loanProducts: LoanProducts;
  loanApplications: LoanApplications;
  loans: Loans;
  bankAccounts: BankAccounts;
  repayments: Repayments;
  portfolios: Portfolios;
  idempotency: Idempotency;
  settings: Settings;
  /** Who is told of events, and what is still to be told. */
  webhooks: Outbox;
  failedLoginEvents: FailedLoginEvents;
  serviceClients: ServiceClients;
  payloadKeys: PayloadKeys;
  /**
   * Runs `work` in one transaction that holds the write lock from its start; an exception undoes
   * all of it. Durable when it returns (synchronous=FULL).
   */
  transaction<T>(work: () => T): T;
  /** The same, but shares the commit with other work that waits at the same time. */
  together: Together;
  /** Runs work that is one transaction, and has the disk waited for beside other requests. */
  syncedApart: SyncedApart;
  /** Throws when the database does not answer. */
  ping(): void;
}

/**
 * The store of an open database. SQLite's waiting for another process's lock is switched off, since
 * it would stop all requests: what meets a lock throws SQLITE_BUSY at once (see `patiently`).
 */
export function createStore(db: Db): Store {
  db.pragma('busy_timeout = 0');
  const ping = db.prepare('SELECT 1');
  const inGroups = together(db);
  return {
    users: usersOf(db),
    members: membersOf(db),
    tenants: tenantsOf(db),
    sessions: sessionsOf(db),
    apiTokens: apiTokensOf(db),
    payments: paymentsOf(db),
    paymentFollowUps: paymentFollowUpsOf(db),
    transactionCounts: transactionCountsOf(db),
    loanProducts: loanProductsOf(db),
    loanApplications: loanApplicationsOf(db),
    loans: loansOf(db),
    bankAccounts: bankAccountsOf(db),
    repayments: repaymentsOf(db),
    portfolios: portfoliosOf(db),
    idempotency: idempotencyOf(db),
    settings: settingsOf(db),
    webhooks: outboxOf(db),
    failedLoginEvents: failedLoginEventsOf(db, inGroups),
    serviceClients: serviceClientsOf(db),
    payloadKeys: payloadKeysOf(db),
    transaction: (work) => db.transaction(work).immediate(),
    together: inGroups,
    syncedApart: syncedApart(db),
    ping: () => {
      ping.get();
    },
  };
}
