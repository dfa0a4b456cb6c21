import { APPLICATION_TRIGGERS } from '../../webhooks/tables.ts';

/** A moment `yyyy-MM-ddTHH:mm:ss`, which sorts as text. */
export const MOMENT = (column: string) => `CHECK (${column} GLOB '????-??-??T??:??:??')`;

/**
 * That a column is one of some values. SQLite fills a temporary table with the values of an IN that has
 * more than two, for each row that is written.
 */
const oneOf = (column: string, values: readonly string[]) =>
  `CHECK (${values.map((value) => `${column} = '${value}'`).join(' OR ')})`;

/** The states that an application can be in: those of section 3.1, and two of ours. */
const STATES = ['REQUESTED', 'OFFER_SENT', 'ACCEPTED', 'WITHDRAWN', 'DECLINED', 'DISBURSED'];

const UNITS = ['DAYS', 'WEEKS', 'MONTHS'];

const table = (isOneOf: typeof oneOf) => `CREATE TABLE loan_applications (
  id                     TEXT PRIMARY KEY,
  tenant_id              TEXT NOT NULL REFERENCES tenants,
  user_id                TEXT NOT NULL REFERENCES users,
  loan_product_id        TEXT NOT NULL REFERENCES loan_products,
  loan_status            TEXT NOT NULL ${isOneOf('loan_status', STATES)},
  currency               TEXT NOT NULL,
  requested_amount_minor INTEGER NOT NULL CHECK (requested_amount_minor > 0),
  monthly_income_minor   INTEGER NOT NULL CHECK (monthly_income_minor >= 0),
  employment_status      TEXT NOT NULL,
  date_of_birth          TEXT NOT NULL,
  bvn                    TEXT NOT NULL,
  first_name             TEXT NOT NULL,
  last_name              TEXT NOT NULL,
  phone_number           TEXT NOT NULL,
  account_number         TEXT NOT NULL,
  bank_code              TEXT NOT NULL,
  duration_counter       REAL NOT NULL CHECK (duration_counter > 0),
  duration_unit          TEXT NOT NULL ${isOneOf('duration_unit', UNITS)},
  loan_duration          REAL NOT NULL CHECK (loan_duration > 0),
  loan_repayment_method  TEXT NOT NULL,
  eligibility_answers    TEXT NOT NULL CHECK (json_valid(eligibility_answers)),
  created_date           TEXT NOT NULL ${MOMENT('created_date')}
) STRICT;
`;

/** The table of applications for loans. */
export const LOAN_APPLICATIONS = table(oneOf);

/** The table as an earlier step made it anew for its states. */
export const LOAN_APPLICATIONS_BEFORE = table(
  (column, values) => `CHECK (${column} IN (${values.map((value) => `'${value}'`).join(', ')}))`,
);

/** Makes the table anew, with its rows and its index; SQLite changes no CHECK. */
export const anew = (applications: string) => `
${applications.replace('CREATE TABLE loan_applications', 'CREATE TABLE new_loan_applications')}
INSERT INTO new_loan_applications SELECT * FROM loan_applications ORDER BY rowid;
DROP TABLE loan_applications;
ALTER TABLE new_loan_applications RENAME TO loan_applications;
CREATE INDEX loan_applications_of_user ON loan_applications (user_id);
`;

/** What leads to checks without an IN. */
export const TO_PLAIN_CHECKS = `${anew(LOAN_APPLICATIONS)}${APPLICATION_TRIGGERS}`;
