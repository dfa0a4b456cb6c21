import { describe, expect, test } from 'vitest';
import { MINIMAL, mistakesOf, URL_EXPECTED } from './testing/complaints.ts';

const customer = { email: 'c@t.example', password: 'pw' };

/** Mistakes in the `load` section, with the paths from there. */
const BAD_LOAD: [title: string, load: unknown, ...mistakes: string[]][] = [
  ['a misspelt key', { tresholds: {} }, 'tresholds is not a known key; did you mean thresholds?'],
  ['a singular', { virtualUser: {} }, 'virtualUser is not a known key; did you mean virtualUsers?'],
  [
    'a foreign key',
    { rate: 5 },
    'rate is not a known key; expected one of thresholds, customers, currencies, mix, virtualUsers, ledgerUrl',
  ],
  ['gates in a list', { thresholds: [] }, 'thresholds is an array; expected an object'],
  ['no gates', { thresholds: { '*': null } }, 'thresholds["*"] is null; expected an object'],
  [
    'one number for all gates',
    { thresholds: { login: 5 } },
    'thresholds.login is a number; expected an object',
  ],
  [
    'a misspelt gate',
    { thresholds: { '*': { p95x: 5 } } },
    'thresholds["*"].p95x is not a known key; did you mean p95?',
  ],
  [
    'a foreign gate',
    { thresholds: { login: { average: 5 } } },
    'thresholds.login.average is not a known key; expected one of p50, p95, p99, errorRate, connectionFailures, minCount, wrongAnswers',
  ],
  [
    'latencies that cannot be',
    { thresholds: { login: { p50: '5ms', p95: -1, p99: null } } },
    'thresholds.login.p50 is text; expected a number',
    'thresholds.login.p95 is -1; expected 0 or more',
    'thresholds.login.p99 is null; expected a number',
  ],
  [
    'an error rate in percent',
    { thresholds: { login: { errorRate: 5 } } },
    'thresholds.login.errorRate is 5; expected 1 or less',
  ],
  [
    'a negative error rate',
    { thresholds: { login: { errorRate: -0.1 } } },
    'thresholds.login.errorRate is -0.1; expected 0 or more',
  ],
  [
    'counts that cannot be',
    { thresholds: { login: { minCount: 0.5, wrongAnswers: -1 } } },
    'thresholds.login.minCount is a number with a fraction; expected a whole number',
    'thresholds.login.wrongAnswers is -1; expected 0 or more',
  ],
  ['one currency without list', { currencies: 'NGN' }, 'currencies is text; expected an array'],
  [
    'currencies that are none',
    { currencies: ['NGN', '', 5] },
    'currencies[1] is empty; expected the code of a currency',
    'currencies[2] is a number; expected text in double quotes',
  ],
  [
    'one customer without list',
    { customers: customer },
    'customers is an object; expected an array',
  ],
  [
    'customers who cannot log in',
    { customers: [{ email: 'c@t.example' }, { email: 'c', password: 'x', role: 'CUSTOMER' }] },
    `customers[0].password is missing: password; best as \`\${NAME}\``,
    'customers[1].role is not a known key; expected one of email, password, tenant, baseUrl',
    'customers[1].email has the wrong form; expected e-mail address',
  ],
  [
    'a number of virtual users',
    { virtualUsers: 50 },
    'virtualUsers is a number; expected an object',
  ],
  [
    'a misspelt number of virtual users',
    { virtualUsers: { maximum: 50, preallocatd: 5 } },
    'virtualUsers.maximum is not a known key; expected one of preAllocated, max',
    'virtualUsers.preallocatd is not a known key; did you mean preAllocated?',
  ],
  ['no virtual users', { virtualUsers: { max: 0 } }, 'virtualUsers.max is 0; expected 1 or more'],
  [
    'virtual users that cannot be',
    { virtualUsers: { preAllocated: -5, max: 2.5 } },
    'virtualUsers.preAllocated is -5; expected 1 or more',
    'virtualUsers.max is a number with a fraction; expected a whole number',
  ],
  [
    'fewer virtual users at most than made',
    { virtualUsers: { preAllocated: 10, max: 9 } },
    'virtualUsers.max is less than preAllocated; expected as many or more',
  ],
  [
    'no ledger',
    { ledgerUrl: '' },
    'ledgerUrl is empty; expected where what the target booked is read, with `GET` as JSON: http or https, without query, fragment or credentials',
  ],
  [
    'a ledger in a file',
    { ledgerUrl: 'file:///l' },
    `ledgerUrl is no http or https URL; ${URL_EXPECTED}`,
  ],
  [
    'a ledger that is a number',
    { ledgerUrl: 4000 },
    'ledgerUrl is a number; expected text in double quotes',
  ],
  [
    'a ledger with credentials',
    { ledgerUrl: 'http://u:hunter2@l.example' },
    `ledgerUrl has a user name or password in it; ${URL_EXPECTED}`,
  ],
];

describe('a load section with a mistake', () => {
  test.each(BAD_LOAD)('names in its load section %s', (_title, load, ...mistakes) => {
    const found = mistakesOf({ ...MINIMAL, load }, {});
    expect(found.toSorted()).toEqual(mistakes.map((mistake) => `load.${mistake}`).toSorted());
  });
});
