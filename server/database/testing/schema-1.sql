-- A database as the first version of the schema had it, tables, indexes and rows of each table.
-- Made by the server of that version: an upgrade must lead from here. Never changed.
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tenants (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  country    TEXT NOT NULL,
  currencies TEXT NOT NULL CHECK (json_valid(currencies))
) STRICT;
CREATE TABLE users (
  id            TEXT PRIMARY KEY,
  tenant_id     TEXT NOT NULL REFERENCES tenants,
  role          TEXT NOT NULL CHECK (role IN ('MANAGER', 'AGENT', 'CASHIER', 'CUSTOMER')),
  email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL,
  first_name    TEXT NOT NULL,
  last_name     TEXT NOT NULL,
  phone_number  TEXT NOT NULL,
  bvn           TEXT NOT NULL,
  date_of_birth TEXT NOT NULL
) STRICT;
CREATE TABLE sessions (
  id         TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT;
CREATE TABLE refresh_tokens (
  hash       BLOB PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions,
  expires_at INTEGER NOT NULL,
  spent_at   INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE revoked_tokens (
  jti        TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE api_tokens (
  id         TEXT PRIMARY KEY,
  hash       BLOB NOT NULL UNIQUE,
  user_id    TEXT NOT NULL REFERENCES users,
  name       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE TABLE bank_accounts (
  id             TEXT PRIMARY KEY,
  tenant_id      TEXT NOT NULL REFERENCES tenants,
  user_id        TEXT NOT NULL REFERENCES users,
  bank_name      TEXT NOT NULL,
  bank_code      TEXT NOT NULL,
  account_number TEXT NOT NULL,
  account_name   TEXT NOT NULL,
  currency       TEXT NOT NULL
) STRICT;
CREATE TABLE loan_products (
  id                    TEXT PRIMARY KEY,
  tenant_id             TEXT NOT NULL REFERENCES tenants,
  product_name          TEXT NOT NULL,
  currency              TEXT NOT NULL,
  min_amount_minor      INTEGER NOT NULL CHECK (min_amount_minor >= 0),
  max_amount_minor      INTEGER NOT NULL CHECK (max_amount_minor >= min_amount_minor),
  interest_basis_points INTEGER NOT NULL CHECK (interest_basis_points >= 0),
  duration_unit         TEXT NOT NULL CHECK (duration_unit IN ('DAYS', 'WEEKS', 'MONTHS')),
  min_duration          INTEGER NOT NULL CHECK (min_duration > 0),
  max_duration          INTEGER NOT NULL CHECK (max_duration >= min_duration),
  collection            TEXT NOT NULL CHECK (collection IN ('manual', 'third-party'))
) STRICT;
CREATE TABLE loan_applications (
  id                     TEXT PRIMARY KEY,
  tenant_id              TEXT NOT NULL REFERENCES tenants,
  user_id                TEXT NOT NULL REFERENCES users,
  loan_product_id        TEXT NOT NULL REFERENCES loan_products,
  loan_status            TEXT NOT NULL
    CHECK (loan_status IN ('REQUESTED', 'OFFER_SENT', 'ACCEPTED', 'WITHDRAWN')),
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
  created_date           TEXT NOT NULL CHECK (created_date GLOB '????-??-??T??:??:??')
) STRICT;
CREATE TABLE loans (
  id                  TEXT PRIMARY KEY,
  tenant_id           TEXT NOT NULL REFERENCES tenants,
  user_id             TEXT NOT NULL REFERENCES users,
  loan_product_id     TEXT NOT NULL REFERENCES loan_products,
  loan_application_id TEXT REFERENCES loan_applications,
  status              TEXT NOT NULL CHECK (status IN ('active', 'closed')),
  collection          TEXT NOT NULL CHECK (collection IN ('manual', 'third-party')),
  currency            TEXT NOT NULL,
  principal_minor     INTEGER NOT NULL CHECK (principal_minor > 0),
  total_payable_minor INTEGER NOT NULL CHECK (total_payable_minor >= 0),
  repayment_reference TEXT NOT NULL,
  disbursed_date      TEXT NOT NULL CHECK (disbursed_date GLOB '????-??-??T??:??:??')
) STRICT;
CREATE TABLE repayments (
  id                  TEXT PRIMARY KEY,
  loan_id             TEXT NOT NULL REFERENCES loans,
  user_id             TEXT NOT NULL REFERENCES users,
  bank_account_id     TEXT NOT NULL REFERENCES bank_accounts,
  amount_minor        INTEGER NOT NULL CHECK (amount_minor > 0),
  repayment_reference TEXT NOT NULL,
  payment_date        TEXT NOT NULL,
  payment_narration   TEXT,
  verification_status TEXT NOT NULL
    CHECK (verification_status IN ('PENDING_VERIFICATION', 'VERIFIED', 'REJECTED')),
  created_at          INTEGER NOT NULL
) STRICT;
CREATE TABLE portfolios (
  id                    TEXT PRIMARY KEY,
  tenant_id             TEXT NOT NULL REFERENCES tenants,
  user_id               TEXT NOT NULL REFERENCES users,
  product_id            TEXT NOT NULL,
  product_name          TEXT NOT NULL,
  currency              TEXT NOT NULL,
  amount_invested_minor INTEGER NOT NULL CHECK (amount_invested_minor > 0),
  total_payable_minor   INTEGER NOT NULL CHECK (total_payable_minor >= 0),
  interest_basis_points INTEGER NOT NULL,
  tenor_days            INTEGER NOT NULL,
  start_date            TEXT NOT NULL,
  maturity_date         TEXT NOT NULL,
  status                TEXT NOT NULL CHECK (status IN ('active', 'matured'))
) STRICT;
CREATE TABLE payments (
  seq                                 INTEGER PRIMARY KEY,
  id                                  TEXT NOT NULL,
  tenant_id                           TEXT NOT NULL REFERENCES tenants,
  user_id                             TEXT NOT NULL REFERENCES users,
  payable_type                        TEXT NOT NULL,
  bank_transfer_followup_action_type  TEXT NOT NULL,
  bank_transfer_life_cycle            TEXT NOT NULL,
  mto_payment_confirmtion_type        TEXT NOT NULL,
  customer_confirmed_payment_date     TEXT,
  creation_date                       TEXT NOT NULL CHECK (creation_date GLOB '????-??-??T??:??:??'),
  currency                            TEXT NOT NULL,
  amount_minor                        INTEGER NOT NULL CHECK (amount_minor > 0),
  searchable_payment_reference        TEXT NOT NULL,
  payer_bank_transfer_reference       TEXT NOT NULL
) STRICT;
CREATE TABLE idempotency_keys (
  user_id     TEXT NOT NULL REFERENCES users,
  endpoint    TEXT NOT NULL,
  key         TEXT NOT NULL,
  fingerprint BLOB NOT NULL,
  answer      TEXT NOT NULL CHECK (json_valid(answer)),
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (user_id, endpoint, key)
) STRICT, WITHOUT ROWID;
INSERT INTO settings VALUES ('state awaiting-payments', '{"currency":"NGN","otherCurrency":"GBP","fromDate":"02/04/2026","toDate":"06/05/2026","count":66,"reference":"TRF-HABEEB-2SGG62"}');
INSERT INTO settings VALUES ('token-secret', '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef');
INSERT INTO tenants VALUES ('52df6e3f-41de-4e1a-928a-b252560df4f2', 'Adebayo Plc Transfers 1', 'NG', '["NGN","USD","GBP","EUR"]');
INSERT INTO tenants VALUES ('254187c6-a6d4-4979-b655-257dd61aa8da', 'Adewura, Jamiu and Adewura Transfers 2', 'GB', '["GBP","NGN","EUR","USD"]');
INSERT INTO users VALUES ('d332a293-825c-4e60-9fab-6ca142e38207', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'MANAGER', 'manager@savannah.example', '$argon2id$v=19$m=19456,t=2,p=1$h6egJ1qGMpLJN52Je5ux3A$5MJy5y3Jo9xjS7+wIxJLFzHa0HQb1T0xgLL+QBUNl/Y', 'Kemi', 'Emmanuel', '+2348092571085', '39835245009', '1963-10-19');
INSERT INTO users VALUES ('3d9cd318-b812-4775-90e8-cc5dc4a686c4', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'AGENT', 'agent@savannah.example', '$argon2id$v=19$m=19456,t=2,p=1$32BeGAw85o4U+Hrxzyd48Q$LmtcfNN7hvNjoxZwqF7oMrgvJJtdf3dCzdLDQsZjDb4', 'Abisoye', 'Oladimeji', '+2348094131824', '39841425348', '1965-11-20');
INSERT INTO users VALUES ('2d8e4fb8-321a-4fab-8a2b-60ce0f4fe9a8', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'CASHIER', 'cashier@savannah.example', '$argon2id$v=19$m=19456,t=2,p=1$SthIHBkn2Fc8vV4LtvQQKQ$a5LMwF21iWzoqtri+oZdzJQmII6ZEsI/0fKSrmK7OGY', 'Musa', 'Funmilayo', '+2348037347173', '39847605687', '1974-09-01');
INSERT INTO users VALUES ('b5d8e0fb-d6d1-4147-94f3-37cd64672148', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'CUSTOMER', 'customer@savannah.example', '$argon2id$v=19$m=19456,t=2,p=1$dpi/Q2qPeIa+/HewG3Zovw$k+gCUlcojX1Kjs1mptL5wFsmBJYK7UnMzO/aE50Q2h4', 'Chiamaka', 'Akintade', '+2348097442744', '39853786026', '2001-12-30');
INSERT INTO users VALUES ('0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'CUSTOMER', 'other.customer@savannah.example', '$argon2id$v=19$m=19456,t=2,p=1$yVuAodoajDyAsQbBotLXZQ$eiJ6rFa0tLfMMc4gcRI5K/hXY23VEDt4l6En9VUrV2w', 'Adaugo', 'Mogbadunade-Justina', '+2347036377874', '39859966365', '1979-01-09');
INSERT INTO users VALUES ('d635015a-76b7-47ee-8ce8-5a35e9a016a7', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'CUSTOMER', 'no.loan@savannah.example', '$argon2id$v=19$m=19456,t=2,p=1$3QBBlfG8CTXzxEtJ8XvRaw$QDHUtr8NWKOWa+qpZTxiVvVGYl1nq9Ze3t0bcgrwGq4', 'Yakubu', 'Oyinkansola', '+2348024859574', '39866146704', '1961-10-21');
INSERT INTO users VALUES ('e22d36fe-b483-42fa-ad82-53f382c34955', '254187c6-a6d4-4979-b655-257dd61aa8da', 'MANAGER', 'manager@lagoon.example', '$argon2id$v=19$m=19456,t=2,p=1$VKCgrZyxPkMC+aOcNzA9jA$upV9aVry4T8ApFH1bxl94r/HBj28YFfTbin/IcfbW+E', 'Adaugo', 'Mukaram', '+2348053133652', '39872327043', '1988-06-29');
INSERT INTO users VALUES ('d1ac0f4b-43e5-45ff-9fdd-177d7effe907', '254187c6-a6d4-4979-b655-257dd61aa8da', 'AGENT', 'agent@lagoon.example', '$argon2id$v=19$m=19456,t=2,p=1$Avy0/tb9Zfxl4Tw233kqcA$BWGLSE8ET4XpxNM/VNxDzJXZ48Eqx+7f3XSG6Xdr1YU', 'Sname', 'Mukaram-Onyinyechukwu', '+2348052174682', '39878507382', '1971-09-25');
INSERT INTO users VALUES ('5dd917c3-7114-4505-bb7b-e2c2986c33db', '254187c6-a6d4-4979-b655-257dd61aa8da', 'CASHIER', 'cashier@lagoon.example', '$argon2id$v=19$m=19456,t=2,p=1$U0CuJ1dYqZ9clycOkozNJw$DGk+KKI46rPrrlmupz3eipkKVlDg6YQGx8xW2bIeS70', 'Fatima', 'Abodunrin', '+2348035403107', '39884687721', '1972-12-06');
INSERT INTO users VALUES ('70f7c4d8-c2bc-4302-b3de-703238228f7b', '254187c6-a6d4-4979-b655-257dd61aa8da', 'CUSTOMER', 'customer@lagoon.example', '$argon2id$v=19$m=19456,t=2,p=1$GxdJIaN7z30An0gnMTwQ9Q$5vQ+TLDZJ33Hp/ZNA3F+0j01UtKCSWm5WCGmPricXRk', 'Gbeminiyi', 'Ajakaiye-Motalo', '+2347033387125', '39890868060', '1987-01-20');
INSERT INTO sessions VALUES ('bdb3478d-be09-48ff-81f2-1c5cadcde4d0', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 1782907200000, NULL);
INSERT INTO sessions VALUES ('87beb323-2ee7-42b1-bd21-6ebf941b913f', '3d9cd318-b812-4775-90e8-cc5dc4a686c4', 1782907200000, NULL);
INSERT INTO refresh_tokens VALUES (X'52f28d45acb4787c3eed6a79d43d61eb66aee7da6c08c4196a330d6af94e7264', '87beb323-2ee7-42b1-bd21-6ebf941b913f', 1785499200000, 1782907200000);
INSERT INTO refresh_tokens VALUES (X'93c17b45e9ed62a094a7535caaf716cf12faa39aa74ec94cbec80bac4ee54524', 'bdb3478d-be09-48ff-81f2-1c5cadcde4d0', 1785499200000, NULL);
INSERT INTO refresh_tokens VALUES (X'98dcf416c2c5dd5c9af3286399a3507c6ded7299463799f42501231d09c54ca0', '87beb323-2ee7-42b1-bd21-6ebf941b913f', 1785499200000, NULL);
INSERT INTO revoked_tokens VALUES ('00000000-0000-4000-8000-000000000000', 9999999999999);
INSERT INTO api_tokens VALUES ('bbb24499-8bb7-4493-a921-bd7b873c40c5', X'dc6f8004d65c278b2b732cb02b42fcee19d20ac06f23ac39d465ce08241053ce', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'made by the states hook at 2026-07-01T12:00:00', 1782907200000, 1782993600000, NULL);
INSERT INTO api_tokens VALUES ('b7abe38b-af45-4095-84d2-e388bd50eb27', X'4e1282f4b1a2477946b5e68dbf1690ff00f272580e22c84ebd444b32b02031a2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'made by the states hook at 2026-07-01T12:00:00', 1782907200000, 1782993600000, 1782907200000);
INSERT INTO bank_accounts VALUES ('b4fc18d0-90eb-42f0-9f10-8d92024a2054', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'd332a293-825c-4e60-9fab-6ca142e38207', 'Harmattan Bank', '904', '3152153101', 'Kemi Emmanuel', 'NGN');
INSERT INTO bank_accounts VALUES ('4db417d6-3c60-49b5-9f12-3ad6f7804b96', '52df6e3f-41de-4e1a-928a-b252560df4f2', '3d9cd318-b812-4775-90e8-cc5dc4a686c4', 'Zuma Rock Bank', '905', '3158333440', 'Abisoye Oladimeji', 'NGN');
INSERT INTO bank_accounts VALUES ('eae538ee-7c5b-46f9-aa4a-46f8af84a0f2', '52df6e3f-41de-4e1a-928a-b252560df4f2', '2d8e4fb8-321a-4fab-8a2b-60ce0f4fe9a8', 'Harmattan Bank', '904', '3164513779', 'Musa Funmilayo', 'NGN');
INSERT INTO bank_accounts VALUES ('992f0698-7833-4376-b73b-20f2519c7e4b', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'First Savannah Bank', '902', '3170694118', 'Chiamaka Akintade', 'NGN');
INSERT INTO bank_accounts VALUES ('a8924d06-2087-45aa-b3e5-39ea6000f4fe', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'Niger Delta Bank', '901', '3176874457', 'Adaugo Mogbadunade-Justina', 'NGN');
INSERT INTO bank_accounts VALUES ('fd7d8423-4e0f-4373-aa80-ed033b186f7f', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'd635015a-76b7-47ee-8ce8-5a35e9a016a7', 'Niger Delta Bank', '901', '3183054796', 'Yakubu Oyinkansola', 'NGN');
INSERT INTO bank_accounts VALUES ('63dbd252-a74c-4fc9-b8bf-81b320dbd47b', '254187c6-a6d4-4979-b655-257dd61aa8da', 'e22d36fe-b483-42fa-ad82-53f382c34955', 'Niger Delta Bank', '901', '3189235135', 'Adaugo Mukaram', 'NGN');
INSERT INTO bank_accounts VALUES ('bf718aa3-0d24-4a6c-bfad-3eecf0ef6220', '254187c6-a6d4-4979-b655-257dd61aa8da', 'd1ac0f4b-43e5-45ff-9fdd-177d7effe907', 'First Savannah Bank', '902', '3195415474', 'Sname Mukaram-Onyinyechukwu', 'NGN');
INSERT INTO bank_accounts VALUES ('58563199-4c09-4a82-b006-358bbfa954e6', '254187c6-a6d4-4979-b655-257dd61aa8da', '5dd917c3-7114-4505-bb7b-e2c2986c33db', 'Zuma Rock Bank', '905', '3201595813', 'Fatima Abodunrin', 'NGN');
INSERT INTO bank_accounts VALUES ('06f1ba14-37c9-4d53-8cf6-d97776f33256', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', 'Harmattan Bank', '904', '3207776152', 'Gbeminiyi Ajakaiye-Motalo', 'NGN');
INSERT INTO bank_accounts VALUES ('5b2c8548-495e-4a64-a3d5-24cf429da1e2', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'Lagoon Trust Bank', '903', '3213956491', 'Chiamaka Akintade', 'GBP');
INSERT INTO loan_products VALUES ('e3619fb5-4501-4c37-b511-98e5bd16c91d', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'Salary Advance 1', 'NGN', 100000, 500000000, 950, 'MONTHS', 1, 24, 'manual');
INSERT INTO loan_products VALUES ('ff714f40-aa16-42cd-901a-0474c0d44f9e', '254187c6-a6d4-4979-b655-257dd61aa8da', 'Salary Advance 2', 'NGN', 100000, 500000000, 1000, 'MONTHS', 1, 24, 'manual');
INSERT INTO loan_products VALUES ('a7fe564d-15d4-49ee-98dd-7eb5774154c1', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'Market Trader Loan 3', 'GBP', 500, 900000, 1900, 'WEEKS', 2, 52, 'manual');
INSERT INTO loan_products VALUES ('4b615e24-54f8-443d-9c6c-ec7d8a456958', '254187c6-a6d4-4979-b655-257dd61aa8da', 'Market Trader Loan 4', 'GBP', 500, 900000, 1000, 'WEEKS', 2, 52, 'manual');
INSERT INTO loan_products VALUES ('305d6521-6a4a-4cad-b47f-a4367341d492', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'School Fees Loan 5', 'NGN', 100000, 500000000, 700, 'DAYS', 7, 180, 'third-party');
INSERT INTO loan_products VALUES ('cf9894ce-0aa4-4474-b341-f98a0e581301', '254187c6-a6d4-4979-b655-257dd61aa8da', 'School Fees Loan 6', 'NGN', 100000, 500000000, 2200, 'DAYS', 7, 180, 'third-party');
INSERT INTO loan_products VALUES ('f2dd2654-4e70-428e-94dd-22abf61dae53', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'Harvest Loan 7', 'GBP', 500, 900000, 2000, 'MONTHS', 1, 24, 'manual');
INSERT INTO loan_products VALUES ('c0b716ac-8bf2-4fff-b7bd-d38ddf56abad', '254187c6-a6d4-4979-b655-257dd61aa8da', 'Harvest Loan 8', 'GBP', 500, 900000, 2850, 'MONTHS', 1, 24, 'manual');
INSERT INTO loan_products VALUES ('e6d4eee2-39ad-42c1-bff7-17d88ddfc3af', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'Salary Advance 9', 'NGN', 100000, 500000000, 2400, 'WEEKS', 2, 52, 'manual');
INSERT INTO loan_products VALUES ('7ac866a2-4636-4a08-b65f-3d5a0c4eebda', '254187c6-a6d4-4979-b655-257dd61aa8da', 'Salary Advance 10', 'NGN', 100000, 500000000, 2650, 'WEEKS', 2, 52, 'manual');
INSERT INTO loan_products VALUES ('4d2dd05c-8e8e-4b2e-a190-5e6ede7981a6', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'Market Trader Loan 11', 'GBP', 500, 900000, 1200, 'DAYS', 7, 180, 'third-party');
INSERT INTO loan_products VALUES ('a4763a3b-8766-44af-b744-7dfd2cacfabb', '254187c6-a6d4-4979-b655-257dd61aa8da', 'Market Trader Loan 12', 'GBP', 500, 900000, 2200, 'DAYS', 7, 180, 'third-party');
INSERT INTO loan_applications VALUES ('aef09c24-c018-452c-8d1c-80fbf88103af', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'e6d4eee2-39ad-42c1-bff7-17d88ddfc3af', 'ACCEPTED', 'NGN', 119589854, 203217274, 'EMPLOYED', '2001-12-30', '39853786026', 'Chiamaka', 'Akintade', '+2348097442744', '3170694118', '902', 32, 'WEEKS', 32, 'DIRECT_DEBIT', '[]', '2026-03-11T03:30:31');
INSERT INTO loan_applications VALUES ('8a21ba19-6ed2-4632-b21b-c713379b6578', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'f2dd2654-4e70-428e-94dd-22abf61dae53', 'ACCEPTED', 'GBP', 208485, 275339, 'SELF_EMPLOYED', '2001-12-30', '39853786026', 'Chiamaka', 'Akintade', '+2348097442744', '3170694118', '902', 16, 'MONTHS', 16, 'DIRECT_DEBIT', '[]', '2026-05-07T13:38:01');
INSERT INTO loan_applications VALUES ('be95d7c2-db1c-406f-96f2-c4ddddd59e4d', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'f2dd2654-4e70-428e-94dd-22abf61dae53', 'ACCEPTED', 'GBP', 142805, 49496, 'EMPLOYED', '2001-12-30', '39853786026', 'Chiamaka', 'Akintade', '+2348097442744', '3170694118', '902', 24, 'MONTHS', 24, 'DIRECT_DEBIT', '[]', '2026-02-10T15:14:16');
INSERT INTO loan_applications VALUES ('2879a005-1748-4245-9167-c3c068029404', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'a7fe564d-15d4-49ee-98dd-7eb5774154c1', 'ACCEPTED', 'GBP', 709255, 264784, 'EMPLOYED', '2001-12-30', '39853786026', 'Chiamaka', 'Akintade', '+2348097442744', '3170694118', '902', 47, 'WEEKS', 47, 'DIRECT_DEBIT', '[]', '2026-06-20T02:29:41');
INSERT INTO loan_applications VALUES ('73cfb44a-f259-4882-9f3b-0958f34473cf', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', '305d6521-6a4a-4cad-b47f-a4367341d492', 'ACCEPTED', 'NGN', 273639798, 52896602, 'EMPLOYED', '2001-12-30', '39853786026', 'Chiamaka', 'Akintade', '+2348097442744', '3170694118', '902', 76, 'DAYS', 76, 'DIRECT_DEBIT', '[{"questionId":"has-other-loans","answer":"yes"},{"questionId":"owns-business","answer":"no"},{"questionId":"is-politically-exposed","answer":"no"}]', '2026-06-15T15:54:16');
INSERT INTO loan_applications VALUES ('b06a7801-3fa5-4d82-8f24-5420c0b4ef01', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'a7fe564d-15d4-49ee-98dd-7eb5774154c1', 'ACCEPTED', 'GBP', 46369, 279355, 'SELF_EMPLOYED', '1979-01-09', '39859966365', 'Adaugo', 'Mogbadunade-Justina', '+2347036377874', '3176874457', '901', 17, 'WEEKS', 17, 'DIRECT_DEBIT', '[{"questionId":"has-other-loans","answer":"no"},{"questionId":"owns-business","answer":"no"},{"questionId":"is-politically-exposed","answer":"yes"}]', '2026-05-13T16:15:06');
INSERT INTO loan_applications VALUES ('bba060e8-17ce-4cb5-82e6-977a3df23cd1', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'f2dd2654-4e70-428e-94dd-22abf61dae53', 'ACCEPTED', 'GBP', 868845, 701426, 'EMPLOYED', '1979-01-09', '39859966365', 'Adaugo', 'Mogbadunade-Justina', '+2347036377874', '3176874457', '901', 14, 'MONTHS', 14, 'DIRECT_DEBIT', '[]', '2026-05-18T11:11:02');
INSERT INTO loan_applications VALUES ('214dc883-0694-460f-9b39-b4d83e48176d', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'e3619fb5-4501-4c37-b511-98e5bd16c91d', 'ACCEPTED', 'NGN', 431606492, 243511384, 'SELF_EMPLOYED', '1979-01-09', '39859966365', 'Adaugo', 'Mogbadunade-Justina', '+2347036377874', '3176874457', '901', 19, 'MONTHS', 19, 'DIRECT_DEBIT', '[]', '2026-03-09T08:49:28');
INSERT INTO loan_applications VALUES ('0b1f6126-b224-40ce-9bfa-419c8e026831', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'e6d4eee2-39ad-42c1-bff7-17d88ddfc3af', 'ACCEPTED', 'NGN', 189130741, 232546800, 'SELF_EMPLOYED', '1979-01-09', '39859966365', 'Adaugo', 'Mogbadunade-Justina', '+2347036377874', '3176874457', '901', 16, 'WEEKS', 16, 'DIRECT_DEBIT', '[]', '2026-02-17T05:22:11');
INSERT INTO loan_applications VALUES ('c66729c6-a4c5-41ba-840c-a460bdab7fdd', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', '305d6521-6a4a-4cad-b47f-a4367341d492', 'ACCEPTED', 'NGN', 166300537, 396048988, 'EMPLOYED', '1979-01-09', '39859966365', 'Adaugo', 'Mogbadunade-Justina', '+2347036377874', '3176874457', '901', 14, 'DAYS', 14, 'DIRECT_DEBIT', '[]', '2026-02-10T15:55:38');
INSERT INTO loan_applications VALUES ('d42a3cee-a9ab-47f9-9cbc-833df900b5bf', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', '7ac866a2-4636-4a08-b65f-3d5a0c4eebda', 'ACCEPTED', 'NGN', 374409168, 61926846, 'SELF_EMPLOYED', '1987-01-20', '39890868060', 'Gbeminiyi', 'Ajakaiye-Motalo', '+2347033387125', '3207776152', '904', 45, 'WEEKS', 45, 'DIRECT_DEBIT', '[]', '2026-04-17T06:58:33');
INSERT INTO loan_applications VALUES ('094e8dd1-3abe-4443-84ea-5eda7175afc4', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', '4b615e24-54f8-443d-9c6c-ec7d8a456958', 'ACCEPTED', 'GBP', 631532, 273731, 'EMPLOYED', '1987-01-20', '39890868060', 'Gbeminiyi', 'Ajakaiye-Motalo', '+2347033387125', '3207776152', '904', 20, 'WEEKS', 20, 'DIRECT_DEBIT', '[]', '2026-06-08T06:54:09');
INSERT INTO loan_applications VALUES ('a2fc3719-f25c-4ff9-b4cc-4b810ab9ec93', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', '4b615e24-54f8-443d-9c6c-ec7d8a456958', 'ACCEPTED', 'GBP', 322948, 216134, 'SELF_EMPLOYED', '1987-01-20', '39890868060', 'Gbeminiyi', 'Ajakaiye-Motalo', '+2347033387125', '3207776152', '904', 33, 'WEEKS', 33, 'DIRECT_DEBIT', '[]', '2026-01-04T11:48:53');
INSERT INTO loan_applications VALUES ('71e49010-e436-49da-9ad7-6963a4fdffc1', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', 'c0b716ac-8bf2-4fff-b7bd-d38ddf56abad', 'ACCEPTED', 'GBP', 490029, 567539, 'SELF_EMPLOYED', '1987-01-20', '39890868060', 'Gbeminiyi', 'Ajakaiye-Motalo', '+2347033387125', '3207776152', '904', 11, 'MONTHS', 11, 'DIRECT_DEBIT', '[{"questionId":"has-other-loans","answer":"no"},{"questionId":"owns-business","answer":"yes"},{"questionId":"is-politically-exposed","answer":"no"}]', '2026-02-14T20:33:28');
INSERT INTO loan_applications VALUES ('203a48e7-e048-46bc-aee8-ffb0966fef76', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', 'a4763a3b-8766-44af-b744-7dfd2cacfabb', 'ACCEPTED', 'GBP', 789778, 814346, 'EMPLOYED', '1987-01-20', '39890868060', 'Gbeminiyi', 'Ajakaiye-Motalo', '+2347033387125', '3207776152', '904', 107, 'DAYS', 107, 'DIRECT_DEBIT', '[{"questionId":"has-other-loans","answer":"yes"},{"questionId":"owns-business","answer":"yes"},{"questionId":"is-politically-exposed","answer":"no"}]', '2026-02-10T05:58:41');
INSERT INTO loan_applications VALUES ('ecd3f098-abcd-4ee8-88cb-247845bdfd66', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'a7fe564d-15d4-49ee-98dd-7eb5774154c1', 'ACCEPTED', 'GBP', 900000, 900000, 'EMPLOYED', '2001-12-30', '39853786026', 'Chiamaka', 'Akintade', '+2348097442744', '3213956491', '903', 2, 'WEEKS', 2, 'DIRECT_DEBIT', '[]', '2026-07-01T12:00:00');
INSERT INTO loan_applications VALUES ('5215c2cd-afed-4faf-951f-755c0cd4d3a7', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'a7fe564d-15d4-49ee-98dd-7eb5774154c1', 'REQUESTED', 'GBP', 123450, 50000, 'EMPLOYED', '1990-02-28', '22123456789', 'Ada', 'Obi', '+2348000000000', '0123456789', '901', 3, 'WEEKS', 3, 'DIRECT_DEBIT', '[]', '2026-07-01T12:00:00');
INSERT INTO loans VALUES ('3a8f7e2a-5129-4424-b9ce-a50f2a4deb33', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'e6d4eee2-39ad-42c1-bff7-17d88ddfc3af', 'aef09c24-c018-452c-8d1c-80fbf88103af', 'active', 'manual', 'NGN', 119589854, 148291419, 'LN-8SH047', '2026-03-12T00:00:00');
INSERT INTO loans VALUES ('08a2c089-e2d1-4830-ab20-8e158678a11c', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'f2dd2654-4e70-428e-94dd-22abf61dae53', '8a21ba19-6ed2-4632-b21b-c713379b6578', 'active', 'manual', 'GBP', 208485, 250182, 'LN-P86E6G', '2026-05-08T00:00:00');
INSERT INTO loans VALUES ('09b96dd8-a499-4941-a015-bc8e8e30480d', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'f2dd2654-4e70-428e-94dd-22abf61dae53', 'be95d7c2-db1c-406f-96f2-c4ddddd59e4d', 'active', 'manual', 'GBP', 142805, 171366, 'LN-BB932P', '2026-02-11T00:00:00');
INSERT INTO loans VALUES ('ba2bde4b-c928-42e8-8ef5-c44ab180cb5f', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'a7fe564d-15d4-49ee-98dd-7eb5774154c1', '2879a005-1748-4245-9167-c3c068029404', 'closed', 'manual', 'GBP', 709255, 0, 'LN-HHWTAX', '2026-06-21T00:00:00');
INSERT INTO loans VALUES ('4232bb51-770a-43c3-9dea-ce721ed45cb2', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', '305d6521-6a4a-4cad-b47f-a4367341d492', '73cfb44a-f259-4882-9f3b-0958f34473cf', 'active', 'third-party', 'NGN', 273639798, 292794584, 'LN-TE0VB5', '2026-06-16T00:00:00');
INSERT INTO loans VALUES ('35a528bd-9716-4006-b89b-852db77b5ccd', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'a7fe564d-15d4-49ee-98dd-7eb5774154c1', NULL, 'active', 'manual', 'GBP', 528183, 628538, 'LN-RQMX7Y', '2026-04-25T00:00:00');
INSERT INTO loans VALUES ('2ce1aa73-aa75-4da6-b49f-024c64272a43', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'a7fe564d-15d4-49ee-98dd-7eb5774154c1', 'b06a7801-3fa5-4d82-8f24-5420c0b4ef01', 'active', 'manual', 'GBP', 46369, 55179, 'LN-T4E6V0', '2026-05-14T00:00:00');
INSERT INTO loans VALUES ('c673452d-bd70-4322-aa00-c41abaef542f', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'f2dd2654-4e70-428e-94dd-22abf61dae53', 'bba060e8-17ce-4cb5-82e6-977a3df23cd1', 'active', 'manual', 'GBP', 868845, 1042614, 'LN-PBBE9Z', '2026-05-19T00:00:00');
INSERT INTO loans VALUES ('c5e47748-aa62-4f70-ab1b-aa5790d978b8', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'e3619fb5-4501-4c37-b511-98e5bd16c91d', '214dc883-0694-460f-9b39-b4d83e48176d', 'active', 'manual', 'NGN', 431606492, 472609109, 'LN-JWC9P2', '2026-03-10T00:00:00');
INSERT INTO loans VALUES ('29170286-1dee-4f38-99d7-909637956433', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'e6d4eee2-39ad-42c1-bff7-17d88ddfc3af', '0b1f6126-b224-40ce-9bfa-419c8e026831', 'closed', 'manual', 'NGN', 189130741, 0, 'LN-QYZS4W', '2026-02-18T00:00:00');
INSERT INTO loans VALUES ('70d9b378-b24b-4d2c-914f-9a68a4d6cc54', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', '305d6521-6a4a-4cad-b47f-a4367341d492', 'c66729c6-a4c5-41ba-840c-a460bdab7fdd', 'active', 'third-party', 'NGN', 166300537, 177941575, 'LN-4Y40SN', '2026-02-11T00:00:00');
INSERT INTO loans VALUES ('e741c1ae-95c6-4eb7-8469-ce5c8e7838c1', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'e3619fb5-4501-4c37-b511-98e5bd16c91d', NULL, 'active', 'manual', 'NGN', 459664745, 503332896, 'LN-NBCF79', '2026-05-07T00:00:00');
INSERT INTO loans VALUES ('7213bdf2-e8ac-4071-865b-1947c857747f', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', '7ac866a2-4636-4a08-b65f-3d5a0c4eebda', 'd42a3cee-a9ab-47f9-9cbc-833df900b5bf', 'active', 'manual', 'NGN', 374409168, 473627598, 'LN-427MH8', '2026-04-18T00:00:00');
INSERT INTO loans VALUES ('7eb9f2dc-e2f0-488a-8d26-1ae9e4d8a422', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', '4b615e24-54f8-443d-9c6c-ec7d8a456958', '094e8dd1-3abe-4443-84ea-5eda7175afc4', 'active', 'manual', 'GBP', 631532, 694685, 'LN-Q1Q2TJ', '2026-06-09T00:00:00');
INSERT INTO loans VALUES ('173dbc52-013e-40a7-89bd-f41761f370d5', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', '4b615e24-54f8-443d-9c6c-ec7d8a456958', 'a2fc3719-f25c-4ff9-b4cc-4b810ab9ec93', 'active', 'manual', 'GBP', 322948, 355243, 'LN-TR0PFQ', '2026-01-05T00:00:00');
INSERT INTO loans VALUES ('319bf69b-f99e-409e-bebb-823e915d9669', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', 'c0b716ac-8bf2-4fff-b7bd-d38ddf56abad', '71e49010-e436-49da-9ad7-6963a4fdffc1', 'closed', 'manual', 'GBP', 490029, 0, 'LN-XGMAXK', '2026-02-15T00:00:00');
INSERT INTO loans VALUES ('467ce240-ae4e-44e1-acc8-af40636bcaf5', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', 'a4763a3b-8766-44af-b744-7dfd2cacfabb', '203a48e7-e048-46bc-aee8-ffb0966fef76', 'active', 'third-party', 'GBP', 789778, 963529, 'LN-6EYSTP', '2026-02-11T00:00:00');
INSERT INTO loans VALUES ('97048163-9d58-4a19-8b4b-a4e103416ba0', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', 'c0b716ac-8bf2-4fff-b7bd-d38ddf56abad', NULL, 'active', 'manual', 'GBP', 237192, 304792, 'LN-S2HVWR', '2026-06-03T00:00:00');
INSERT INTO loans VALUES ('b05c5bb4-cf90-4b82-944b-d4135565b304', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'a7fe564d-15d4-49ee-98dd-7eb5774154c1', 'ecd3f098-abcd-4ee8-88cb-247845bdfd66', 'active', 'manual', 'GBP', 900000, 1070000, 'LN-4F10C87CC1', '2026-07-01T12:00:00');
INSERT INTO repayments VALUES ('5184baac-c1bd-4b7f-9604-12fc4e6acf78', 'b05c5bb4-cf90-4b82-944b-d4135565b304', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', '5b2c8548-495e-4a64-a3d5-24cf429da1e2', 1000, 'LN-4F10C87CC1', '2026-07-01T12:00:00.000Z', NULL, 'PENDING_VERIFICATION', 1782907200000);
INSERT INTO portfolios VALUES ('1ffec70a-87bf-4be6-9210-a5255c28a008', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', '45aaa8c9-937f-4b52-808c-94ab656a9e94', 'Treasury Bill Fund', 'NGN', 144629700, 157791003, 1825, 182, '2025-06-20', '2025-12-19', 'matured');
INSERT INTO portfolios VALUES ('23ea8e21-fc6a-486e-bc5a-1d2544a61795', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', '8c339047-8611-43ab-8ce5-7650c980d03a', 'Dollar Note', 'USD', 573900, 588759, 525, 180, '2025-07-02', '2025-12-29', 'matured');
INSERT INTO portfolios VALUES ('0fafbdbf-c9f3-45f2-a1fb-73a2a79cf62f', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', '4fd9a948-508f-4412-a1ed-3a2894bbf25d', 'Sterling Bond', 'GBP', 214800, 224466, 450, 365, '2025-08-08', '2026-08-08', 'active');
INSERT INTO payments VALUES (23, '9037a356-cb88-4ae5-b64b-40c62c485354', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'TRANSACTION', 'MARK_AS_PENDING_TRANSACTION', 'AWAITING_BANK_TRANSFER_PAYMENT', 'NOT_CONFIRMED', '2026-05-04T11:38:08', '2026-05-02T16:09:08', 'NGN', 1784722, 'TRF-YUSSUF-AA3M37', 'BT0028812066');
INSERT INTO payments VALUES (46, '5d24d19a-f97b-44aa-a66c-913f99615e60', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'TRANSACTION', 'AUTO_CONFIRM_TRANSACTION', 'AWAITING_BANK_TRANSFER_PAYMENT', 'NOT_CONFIRMED', NULL, '2026-05-01T02:33:30', 'NGN', 1512310, 'TRF-NWUZOR-6VFNDQ', 'BT0434496910');
INSERT INTO payments VALUES (69, '45e37c1d-1d31-4bc8-af28-c33e257c3eea', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'TRANSACTION', 'MARK_AS_PENDING_TRANSACTION', 'AWAITING_BANK_TRANSFER_PAYMENT', 'NOT_CONFIRMED', '2026-02-20T18:39:36', '2026-02-20T13:09:08', 'NGN', 23014800, 'TRF-OLUFEYIKEMI-W1KBTE', 'BT2865146846');
INSERT INTO payments VALUES (92, '04185a05-8a6e-4d1e-b3d2-af21a93a8030', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'TRANSACTION', 'AUTO_CONFIRM_TRANSACTION', 'AWAITING_BANK_TRANSFER_PAYMENT', 'NOT_CONFIRMED', '2026-04-02T20:43:09', '2026-04-02T00:16:30', 'GBP', 31200, 'TRF-OMOLARA-Y9P0BC', 'BT2041993993');
INSERT INTO payments VALUES (115, '902ed1f8-4682-4e33-973c-05728ab52386', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'TRANSACTION', 'AUTO_CONFIRM_TRANSACTION', 'AWAITING_BANK_TRANSFER_PAYMENT', 'NOT_CONFIRMED', NULL, '2026-05-04T16:54:47', 'USD', 1515, 'TRF-ABODUNRIN-019QDE', 'BT3101666025');
INSERT INTO payments VALUES (138, 'bb82359e-3d90-4dd1-a40c-11bb44b17862', '52df6e3f-41de-4e1a-928a-b252560df4f2', '0a761f4f-3a6d-4c5b-bdd0-b027c1f7dc03', 'TRANSACTION', 'MARK_AS_PENDING_TRANSACTION', 'AWAITING_BANK_TRANSFER_PAYMENT', 'NOT_CONFIRMED', NULL, '2026-05-01T20:33:03', 'NGN', 707600, 'TRF-MAYOWA-96DNG0', 'BT4185402483');
INSERT INTO payments VALUES (161, '331b2076-a925-460e-848e-8969c7344a48', '254187c6-a6d4-4979-b655-257dd61aa8da', '70f7c4d8-c2bc-4302-b3de-703238228f7b', 'TRANSACTION', 'AUTO_CONFIRM_TRANSACTION', 'AWAITING_BANK_TRANSFER_PAYMENT', 'NOT_CONFIRMED', '2026-04-26T22:45:24', '2026-04-25T16:56:32', 'NGN', 1511300, 'TRF-HANIFAT-H5664E', 'BT2638169877');
INSERT INTO payments VALUES (184, '20acd226-3605-409e-a53d-d65ceb6c4457', '52df6e3f-41de-4e1a-928a-b252560df4f2', 'b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'TRANSACTION', 'MARK_AS_PENDING_TRANSACTION', 'AWAITING_BANK_TRANSFER_PAYMENT', 'NOT_CONFIRMED', NULL, '2026-05-07T00:00:00', 'NGN', 2186300, 'TRF-ELIZABETH-ZVH67C', 'BT2084149565');
INSERT INTO idempotency_keys VALUES ('b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'repay-loan', 'kept over an upgrade', X'7df146e8a14906a69dc0f865e1afdcc14ec5abd9edbd6d8d3eb36e98c9cb3602', '{"status":"SUCCESS","data":{"repaymentRecordId":"5184baac-c1bd-4b7f-9604-12fc4e6acf78","accountId":"b05c5bb4-cf90-4b82-944b-d4135565b304","repaymentAmount":10,"currencyCode":"GBP","customerName":"Chiamaka Akintade","customerEmail":"customer@savannah.example","loanProductName":"Market Trader Loan 3","repaymentReference":"LN-4F10C87CC1","paymentDate":"2026-07-01T12:00:00.000Z","paymentNarration":null,"verificationStatus":"PENDING_VERIFICATION","message":"the repayment is recorded and awaits verification"}}', 1782907200000);
INSERT INTO idempotency_keys VALUES ('b5d8e0fb-d6d1-4147-94f3-37cd64672148', 'request-loan', 'request', X'88d0b3b94ba5f631287cea0e1521bf0685863194a57ddce54e19df2fe30757aa', '{"status":"SUCCESS","data":{"applicationId":"5215c2cd-afed-4faf-951f-755c0cd4d3a7","loanProductId":"a7fe564d-15d4-49ee-98dd-7eb5774154c1","userName":"customer@savannah.example","productName":"Market Trader Loan 3","currencyCode":"GBP","employmentStatus":"EMPLOYED","loanApplicationcreatedDate":"2026-07-01T12:00:00","userId":"b5d8e0fb-d6d1-4147-94f3-37cd64672148","durationCounterUnitEnum":"WEEKS","requestedLoanAmount":1234.5,"loanStatus":"REQUESTED","monthlyIncome":500,"dateOfBirth":"1990-02-28","loanDuration":3}}', 1782907200000);
CREATE UNIQUE INDEX payments_by_id ON payments (id);
CREATE INDEX payments_of_tenant ON payments (tenant_id, currency, creation_date, seq);
CREATE INDEX payments_of_user ON payments (user_id, currency, creation_date, seq);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);
CREATE INDEX revoked_tokens_by_expiry ON revoked_tokens (expires_at);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CREATE INDEX bank_accounts_of_user ON bank_accounts (user_id);
CREATE INDEX loan_applications_of_user ON loan_applications (user_id);
CREATE INDEX loans_of_user ON loans (user_id);
CREATE INDEX repayments_of_loan ON repayments (loan_id);
CREATE INDEX portfolios_of_user ON portfolios (user_id, start_date);
PRAGMA application_id = 1095979865;
PRAGMA user_version = 1;
COMMIT;
