/** A moment `yyyy-MM-ddTHH:mm:ss`, which sorts as text. */
export const MOMENT = (column: string) => `CHECK (${column} GLOB '????-??-??T??:??:??')`;

/** The states that an application can be in: those of section 3.1, and two of ours. */
const LOAN_STATUS_CHECK = `CHECK (loan_status IN
    ('REQUESTED', 'OFFER_SENT', 'ACCEPTED', 'WITHDRAWN', 'DECLINED', 'DISBURSED'))`;

/** The table of applications for loans, which a step has made anew for its states. */
export const LOAN_APPLICATIONS = `CREATE TABLE loan_applications (
  id                     TEXT PRIMARY KEY,
  tenant_id              TEXT NOT NULL REFERENCES tenants,
  user_id                TEXT NOT NULL REFERENCES users,
  loan_product_id        TEXT NOT NULL REFERENCES loan_products,
  loan_status            TEXT NOT NULL
    ${LOAN_STATUS_CHECK},
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
  duration_unit          TEXT NOT NULL CHECK (duration_unit IN ('DAYS', 'WEEKS', 'MONTHS')),
  loan_duration          REAL NOT NULL CHECK (loan_duration > 0),
  loan_repayment_method  TEXT NOT NULL,
  eligibility_answers    TEXT NOT NULL CHECK (json_valid(eligibility_answers)),
  created_date           TEXT NOT NULL ${MOMENT('created_date')}
) STRICT;
`;
