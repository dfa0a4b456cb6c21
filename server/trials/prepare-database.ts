import { pino } from 'pino';
import { standardData } from '../../fixtures/standard.ts';
import { loadStandard } from '../database/load-standard.ts';
import { closeDatabase, openDatabase } from '../database/open.ts';
import { dependenciesOf } from '../serve.ts';
import { type StateValues, statesOf } from '../states.ts';
import { loanRequest } from '../test-client.ts';

/** What a trial's requests work with. */
export interface Prepared {
  /** A token of the standard customer, good for a day. */
  token: string;
  customerId: string;
  bankAccountId: string;
  /** Loans of the customer, and what is owed of each, in minor units. */
  loans: readonly string[];
  owed: number;
  /** Applications of the customer with an offer. */
  offers: readonly string[];
  /** A body of request-loan. */
  request: Readonly<Record<string, unknown>>;
}

/** Loans that repayments are spread over. */
const LOANS = 4;

/** A day, in seconds: the longest trial is shorter. */
const DAY = 24 * 3600;

/** Writes a database for a trial: the standard data, loans, and so many offers to be accepted. */
export function prepareDatabase(file: string, offers: number): Prepared {
  const db = openDatabase(file);
  loadStandard(db, standardData());
  const dependencies = dependenciesOf(db, {
    logger: pino({ level: 'silent' }),
    accessTokenSeconds: DAY,
  });
  const states = statesOf(dependencies);
  const state = (name: string): StateValues => {
    const provide = states.get(name);
    if (provide === undefined) {
      throw new Error(`there is no state ${name}`);
    }
    return provide();
  };
  // Nothing of this needs to be durable: a database that was not prepared is not used.
  db.pragma('synchronous = OFF');
  const loans = Array.from({ length: LOANS }, () => state('active-loan'));
  const { customerId, bankAccountId, accountId } = loans[0] ?? {};
  const { sessions } = dependencies.store;
  const session = sessions.start(String(customerId), Date.now());
  const prepared: Prepared = {
    token: dependencies.tokens.issue(String(customerId), session.id),
    customerId: String(customerId),
    bankAccountId: String(bankAccountId),
    loans: loans.map((loan) => String(loan.accountId)),
    owed: Number(
      db.prepare('SELECT total_payable_minor FROM loans WHERE id = ?').pluck().get(accountId),
    ),
    offers: Array.from({ length: offers }, () => String(state('offer-sent').applicationId)),
    request: loanRequest(state('loan-product')),
  };
  closeDatabase(db);
  return prepared;
}
