import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../contract/errors.ts';
import { SAMPLE_ENV, sampleTargetFile } from './sample-target-file.ts';
import schema from './target.schema.json' with { type: 'json' };
import { parseTarget, readTargetFile } from './target-file.ts';
import { createAuthority } from './testing/certificates.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-target-'));
});
afterAll(() => rm(folder, { recursive: true }));

let written = 0;
async function fileWith(text: string | Uint8Array): Promise<string> {
  const path = join(folder, `target-${++written}.json`);
  await writeFile(path, text);
  return path;
}

async function complaintOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UsageError);
  return (error as UsageError).message;
}

/** What is wrong with a value, without the words about the file around it. */
function mistakesOf(json: unknown, env: Record<string, string> = SAMPLE_ENV): string[] {
  try {
    parseTarget(json, env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    const { message } = error as UsageError;
    const [first = '', ...rest] = message.split('\n');
    if (rest.length === 0) {
      return [first.replace(/^the target: /, '')];
    }
    expect(first).toBe(`the target has ${rest.length} mistakes:`);
    return rest.map((line) => line.replace(/^ {2}\d+\) /, ''));
  }
}

const MINIMAL = { name: 'Minimal', baseUrl: 'http://localhost:4000' };

describe('a target file without mistakes', () => {
  test('gives defaults to what is left out', () => {
    expect(parseTarget(MINIMAL, {})).toEqual({
      name: 'Minimal',
      baseUrl: 'http://localhost:4000',
      lendingUrl: 'http://localhost:4000',
      investmentUrl: 'http://localhost:4000',
      headers: {},
      timeoutMs: 10_000,
      concurrency: 8,
      users: {},
      capabilities: [],
      states: { pools: {} },
      secrets: [],
    });
  });

  test('keeps everything it says, with secrets filled in and slashes removed', () => {
    const target = parseTarget(sampleTargetFile(), SAMPLE_ENV);
    expect(target.baseUrl).toBe('https://base.example/tenant');
    expect(target.headers).toEqual({ 'x-gateway-key': 'gateway-key-5', 'x-region': 'eu-1' });
    expect(target.users.cashier).toEqual({
      email: 'cashier@tenant.example',
      password: 'pw-of-everybody-1-cashier',
    });
    expect(target.states.headers).toEqual({ authorization: 'Bearer hook-secret-4' });
    expect(target.states.pools['expired-token']).toEqual([{ token: 'expired-token-3' }]);
    expect(Object.keys(target.states.pools)).toHaveLength(16);
    expect(target.load).toEqual({
      ...sampleTargetFile().load,
      customers: [{ email: 'hot@tenant.example', password: 'pw-of-everybody-1-hot' }],
    });
  });

  test('may have comments, trailing commas, a byte order mark and $schema', async () => {
    const path = await fileWith(`\uFEFF{
      // where the schema is
      "$schema": "./target.schema.json",
      "name": "Commented", /* the sandbox */
      "baseUrl": "https://\${ASSAY_HOST}/a//",
    }`);
    const target = await readTargetFile(path, { ASSAY_HOST: 'Sandbox.Example:8443' });
    expect(target.baseUrl).toBe('https://sandbox.example:8443/a');
    expect(target.secrets).toEqual([]);
  });

  test('may name a host for the login of a user, and a customer and an agent for a state', () => {
    const baseUrl = 'https://other.example/tenant/';
    const user = { email: 'm@t.example', password: 'pw' };
    const product = { ...PRODUCT, ...user, agent: { ...user, bvn: '1' } };
    const target = parseTarget({
      ...MINIMAL,
      users: { otherManager: { ...user, baseUrl } },
      states: { 'loan-product': [product] },
    });
    expect(target.users.otherManager).toEqual({ ...user, baseUrl: 'https://other.example/tenant' });
    expect(target.states.pools['loan-product']).toEqual([product]);
  });

  test('may name the pools one level deeper', () => {
    const portfolios = [{ customerId: 'c-1', count: 11 }];
    const states = { pools: { portfolios } };
    expect(parseTarget({ ...MINIMAL, states }).states.pools).toEqual({ portfolios });
  });

  test('writes a literal ${ as $${', () => {
    const users = { customer: { email: 'c@t.example', password: `a$\${b}` } };
    expect(parseTarget({ ...MINIMAL, users }, {}).users.customer?.password).toBe(`a\${b}`);
  });

  test.each([
    ['nothing', {}],
    [
      'empty sections',
      { thresholds: { '*': {} }, customers: [], currencies: [], virtualUsers: {} },
    ],
    ['latencies that nobody meets', { thresholds: { '*': { p50: 0, p95: 0, p99: 0 } } }],
    ['the least error rate that counts', { thresholds: { '*': { errorRate: 1e-7 } } }],
    ['every error rate', { thresholds: { login: { errorRate: 0 }, refresh: { errorRate: 1 } } }],
    ['no answers needed', { thresholds: { '*': { minCount: 0, wrongAnswers: 0 } } }],
    ['as many virtual users at most as made', { virtualUsers: { preAllocated: 1, max: 1 } }],
    ['only the most virtual users', { virtualUsers: { max: 5 } }],
  ])('may set of the load kit %s', (_title, load) => {
    expect(parseTarget({ ...MINIMAL, load }).load).toEqual(load);
  });

  test('is read from a JSON value that the caller keeps unchanged', () => {
    const file = sampleTargetFile();
    parseTarget(file, SAMPLE_ENV);
    expect(file).toEqual(sampleTargetFile());
  });
});

const customer = { email: 'c@t.example', password: 'pw' };
const range = {
  currency: 'NGN',
  otherCurrency: 'GBP',
  fromDate: '01/01/2026',
  toDate: '31/03/2026',
  count: 45,
  reference: 'PAY-1',
};
const PRODUCT = { loanProductId: 'p', currencyCode: 'NGN' };
const [LOAN] = schema.$defs.states['active-loan'].examples;
const app = (applicationId: string) => ({ applicationId });
const URL_EXPECTED = 'expected an http or https URL such as https://sandbox.example/tenant';
const REFERENCE_EXPECTED =
  `has a \`\${\` that no variable name and \`}\` follow; expected \`\${NAME}\` with letters, ` +
  `digits and underscores, or \`$\${\` for a literal \`\${\``;

const BAD: [title: string, change: Record<string, unknown>, ...mistakes: string[]][] = [
  [
    'no name',
    { name: undefined },
    'name is missing: what reports and certificates call the target',
  ],
  [
    'an empty name',
    { name: '' },
    'name is empty; expected what reports and certificates call the target',
  ],
  [
    "an address of a user's tenant that is none",
    { users: { agent: { email: 'a@t.example', password: 'pw', baseUrl: 'tenant' } } },
    `users.agent.baseUrl is no http or https URL; ${URL_EXPECTED}`,
  ],
  [
    'a customer of a state without password',
    { states: { 'loan-product': [{ ...PRODUCT, email: 'a@t.example' }] } },
    'states.loan-product[0].password is missing; expected it beside email',
  ],
  [
    'an agent of a state without e-mail address',
    { states: { 'loan-product': [{ ...PRODUCT, agent: { password: 'pw' } }] } },
    'states.loan-product[0].agent.email is missing; expected it beside password',
  ],
  [
    'a misspelt value of an agent',
    { states: { 'loan-product': [{ ...PRODUCT, agent: { firstname: 'Ben' } }] } },
    'states.loan-product[0].agent.firstname is not a known key; did you mean firstName?',
  ],
  [
    'an amount to repay above what is owed',
    { states: { 'active-loan': [{ ...LOAN, totalPayable: 10, repaymentAmount: 11 }] } },
    'states.active-loan[0].repaymentAmount is above totalPayable; expected as much or less',
  ],
  ['a misspelt key', { timeoutMS: 5 }, 'timeoutMS is not a known key; did you mean timeoutMs?'],
  [
    'a foreign key',
    { colour: 'red' },
    'colour is not a known key; expected one of $schema, name, baseUrl, lendingUrl, investmentUrl, headers, timeoutMs, concurrency, tls, proxy, users, capabilities, states, load',
  ],
  [
    'a key with odd characters',
    { 'a b': 1 },
    expect.stringMatching(/^\["a b"\] is not a known key/),
  ],
  [
    'a URL of another scheme',
    { baseUrl: 'ftp://a.example' },
    `baseUrl is no http or https URL; ${URL_EXPECTED}`,
  ],
  [
    'a URL without host',
    { baseUrl: 'localhost:4000' },
    `baseUrl is no http or https URL; ${URL_EXPECTED}`,
  ],
  [
    'a URL with a query',
    { lendingUrl: 'http://a.example/?' },
    `lendingUrl has a query; ${URL_EXPECTED}`,
  ],
  [
    'a URL with a fragment',
    { investmentUrl: 'http://a.example#x' },
    `investmentUrl has a fragment; ${URL_EXPECTED}`,
  ],
  [
    'a URL with credentials',
    { baseUrl: 'http://u:hunter2@a.example' },
    `baseUrl has a user name or password in it; ${URL_EXPECTED}`,
  ],
  [
    'a URL that is a number',
    { baseUrl: 80 },
    'baseUrl is a number; expected text in double quotes',
  ],
  ['a time-out in text', { timeoutMs: '5s' }, 'timeoutMs is text; expected a whole number'],
  ['a time-out of nothing', { timeoutMs: 0 }, 'timeoutMs is 0; expected 1 or more'],
  [
    'half a request at once',
    { concurrency: 1.5 },
    'concurrency is a number with a fraction; expected a whole number',
  ],
  ['too many requests at once', { concurrency: 1000 }, 'concurrency is 1000; expected 256 or less'],
  [
    'an unset variable',
    { name: `\${NOT_THERE}` },
    `name takes \${NOT_THERE}, but the environment variable NOT_THERE is not set; set it`,
  ],
  [
    'an empty variable',
    { name: `a \${EMPTY}` },
    `name takes \${EMPTY}, but the environment variable EMPTY is empty; set it`,
  ],
  [
    'an unset variable in a URL, once',
    { baseUrl: `\${NOT_THERE}` },
    `baseUrl takes \${NOT_THERE}, but the environment variable NOT_THERE is not set; set it`,
  ],
  ['a reference without end', { name: `\${ASSAY` }, `name ${REFERENCE_EXPECTED}`],
  [
    'a reference that is no name',
    { load: { currencies: [`\${a-b}`] } },
    `load.currencies[0] ${REFERENCE_EXPECTED}`,
  ],
  [
    'an unknown user',
    { users: { teller: customer } },
    'users.teller is not a known key; expected one of manager, agent, cashier, customer, otherCustomer, otherManager',
  ],
  [
    'a misspelt user',
    { users: { OtherCustommer: customer } },
    'users.OtherCustommer is not a known key; did you mean otherCustomer?',
  ],
  [
    'a user without password',
    { users: { agent: { email: 'a@t.example' } } },
    `users.agent.password is missing: password; best as \`\${NAME}\``,
  ],
  [
    'a password that is a number',
    { users: { agent: { email: 'a@t.example', password: 778899 } } },
    'users.agent.password is a number; expected text in double quotes',
  ],
  [
    'an e-mail address that is none',
    { users: { agent: { email: 'agent', password: 'x' } } },
    'users.agent.email has the wrong form; expected e-mail address',
  ],
  [
    'one person as two users',
    { users: { customer, otherCustomer: { ...customer, email: 'C@t.example' } } },
    'users.otherCustomer.email is the same as users.customer.email; expected another person',
  ],
  ['users in a list', { users: [] }, 'users is an array; expected an object'],
  ['users that are null', { users: null }, 'users is null; expected an object'],
  [
    'a misspelt capability',
    { capabilities: ['ApiToken'] },
    'capabilities[0] is not known; expected one of requestLoanOnLendingHost, apiTokens, refreshRotation; did you mean apiTokens?',
  ],
  [
    'a capability twice',
    { capabilities: ['apiTokens', 'apiTokens'] },
    'capabilities[1] repeats entry 0; expected each once',
  ],
  [
    'a header with a bad name',
    { headers: { 'a b': 'x' } },
    'headers["a b"] is no header name; expected letters, digits and hyphens',
  ],
  [
    'a header with a line end',
    { headers: { 'x-a': 'a\nb: c' } },
    'headers.x-a has a value with characters that no header may have, such as a line end',
  ],
  [
    'a header in two cases',
    { headers: { 'x-a': '1', 'X-A': '2' } },
    'headers.X-A is given twice; names of headers ignore case',
  ],
  [
    'a header that checks vary',
    { headers: { 'X-FAPI-auth-date': 'x' } },
    'headers.X-FAPI-auth-date is a header that Assay sets itself; leave it out',
  ],
  [
    'the token header',
    { headers: { 'X-Auth-Token': 'x' } },
    'headers.X-Auth-Token is a header that Assay sets itself; leave it out',
  ],
  [
    'a header that is a number',
    { headers: { 'x-a': 1 } },
    'headers.x-a is a number; expected text in double quotes',
  ],
  [
    'hook headers without hook',
    { states: { headers: { 'x-a': '1' } } },
    'states.url is missing; expected it beside headers',
  ],
  [
    'a hook with a query',
    { states: { url: 'http://h.example/?key=1' } },
    `states.url has a query; ${URL_EXPECTED}`,
  ],
  [
    'a misspelt state',
    { states: { offer_sent: [] } },
    'states.offer_sent is not a known key; did you mean offer-sent?',
  ],
  [
    'a misspelt state in pools',
    { states: { pools: { closedLoan: [] } } },
    'states.pools.closedLoan is not a known key; did you mean closed-loan?',
  ],
  [
    'a pool in both places',
    { states: { 'offer-sent': [app('a')], pools: { 'offer-sent': [app('b')] } } },
    'states.pools.offer-sent is given twice, also as states.offer-sent; expected one of them',
  ],
  [
    'a pool that is no list',
    { states: { 'offer-sent': app('a') } },
    'states.offer-sent is an object; expected an array',
  ],
  [
    'an entry that is no object',
    { states: { 'offer-sent': ['a'] } },
    'states.offer-sent[0] is text; expected an object',
  ],
  [
    'an entry with a misspelt field',
    { states: { 'offer-sent': [{ applicationID: 'a' }] } },
    'states.offer-sent[0].applicationId is missing: the identifier of the loan application',
    'states.offer-sent[0].applicationID is not a known key; did you mean applicationId?',
  ],
  [
    'an empty id',
    { states: { 'offer-sent': [app('')] } },
    'states.offer-sent[0].applicationId is empty; expected the identifier of the loan application',
  ],
  [
    'one application in two pools',
    { states: { 'offer-sent': [app('a'), app('b')], 'loan-requested': [app('b')] } },
    'states.offer-sent[1] repeats loan-requested[0]; expected something else, since each is used on its own',
  ],
  [
    'too few payments',
    { states: { 'awaiting-payments': [{ ...range, count: 44 }] } },
    'states.awaiting-payments[0].count is 44; expected 45 or more',
  ],
  [
    'too few portfolios',
    { states: { portfolios: [{ customerId: 'c', count: 10 }] } },
    'states.portfolios[0].count is 10; expected 11 or more',
  ],
  [
    'a date in another form',
    { states: { 'awaiting-payments': [{ ...range, fromDate: '2026-01-01' }] } },
    'states.awaiting-payments[0].fromDate is no day of the calendar; expected dd/MM/yyyy',
  ],
  [
    'a day that the month lacks',
    { states: { 'awaiting-payments': [{ ...range, toDate: '30/02/2026' }] } },
    'states.awaiting-payments[0].toDate is no day of the calendar; expected dd/MM/yyyy',
  ],
  [
    'a range that runs backwards',
    { states: { 'awaiting-payments': [{ ...range, toDate: '31/12/2025' }] } },
    'states.awaiting-payments[0].toDate is before fromDate; expected the same day or later',
  ],
  [
    'one currency twice',
    { states: { 'awaiting-payments': [{ ...range, otherCurrency: 'NGN' }] } },
    'states.awaiting-payments[0].otherCurrency is the same as currency; expected another',
  ],
  [
    'a token with spaces',
    { states: { 'api-token': [{ token: 'Bearer abc' }] } },
    `states.api-token[0].token has the wrong form; expected the token, without \`Bearer\`; best as \`\${NAME}\``,
  ],
];

/** Mistakes in the `load` section, with the paths from there. */
const BAD_LOAD: [title: string, load: unknown, ...mistakes: string[]][] = [
  ['a misspelt key', { tresholds: {} }, 'tresholds is not a known key; did you mean thresholds?'],
  ['a singular', { virtualUser: {} }, 'virtualUser is not a known key; did you mean virtualUsers?'],
  [
    'a foreign key',
    { rate: 5 },
    'rate is not a known key; expected one of thresholds, customers, currencies, virtualUsers, ledgerUrl',
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
    'thresholds.login.average is not a known key; expected one of p50, p95, p99, errorRate, minCount, wrongAnswers',
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
    'customers[1].role is not a known key; expected one of email, password',
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

describe('a target file with a mistake', () => {
  test.each(BAD)('names %s', (_title, change, ...mistakes) => {
    const file = JSON.parse(JSON.stringify({ ...MINIMAL, ...change }));
    expect(mistakesOf(file, { EMPTY: '' })).toEqual(mistakes);
  });

  test.each(BAD_LOAD)('names in its load section %s', (_title, load, ...mistakes) => {
    const found = mistakesOf({ ...MINIMAL, load }, {});
    expect(found.toSorted()).toEqual(mistakes.map((mistake) => `load.${mistake}`).toSorted());
  });

  test('names a gate that no number can hold', async () => {
    const text = `{ "thresholds": { "*": { "p95": 1e999 } } }`;
    const path = await fileWith(`{ "name": "x", "baseUrl": "http://a.example", "load": ${text} }`);
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: load.thresholds["*"].p95 (line 1) is a number too large; expected a number`,
    );
  });

  test.each([
    [null, 'null'],
    [[], 'an array'],
    ['x', 'text'],
    [7, 'a number'],
  ])('says that %j is no object', (json, kind) => {
    expect(mistakesOf(json)).toEqual([`is ${kind}; expected an object`]);
  });

  test('lists every mistake at once, in the order of the file and with its line', async () => {
    const path = await fileWith(`{
  "baseUrl": "nowhere",
  "users": {
    "custmer": {},
    "cashier": { "email": "c@t.example", "password": "\${NOT_THERE}" },
  },
  "timeoutMs": 1,
  "timeoutMs": 2,
  "states": { "portfolios": [{ "customerId": "c", "count": 3 }] },
}`);
    expect(await complaintOf(readTargetFile(path, {}))).toBe(
      [
        `${path} has 6 mistakes:`,
        '  1) name is missing: what reports and certificates call the target',
        `  2) baseUrl (line 2) is no http or https URL; ${URL_EXPECTED}`,
        '  3) users.custmer (line 4) is not a known key; did you mean customer?',
        `  4) users.cashier.password (line 5) takes \${NOT_THERE}, but the environment variable NOT_THERE is not set; set it`,
        '  5) timeoutMs (line 7) is given twice, again in line 8; expected one of them',
        '  6) states.portfolios[0].count (line 9) is 3; expected 11 or more',
      ].join('\n'),
    );
  });

  test('counts what goes beyond a hundred mistakes', () => {
    const pool = Array.from({ length: 60 }, (_, index) => ({ applicationID: `a-${index}` }));
    const file = { ...MINIMAL, states: { 'offer-sent': pool } };
    expect(() => parseTarget(file)).toThrow(
      /^the target has 120 mistakes:\n(.*\n){100} {2}and 20 more$/,
    );
  });

  test('is one line where there is one mistake', async () => {
    const path = await fileWith('{"name": "x", "baseUrl": "http://a.example", "load": []}');
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: load (line 1) is an array; expected an object`,
    );
  });
});

describe('a file that cannot be read as a target file', () => {
  test.each([
    ['{ "a": tru }', '1:8: a word that JSON does not know; expected text in double quotes'],
    ['{\n  "a" 3\n}', '2:7: expected `:` after the key'],
    ['{\n  "a": 3\n  "b": 4\n}', '3:3: expected `,` before this'],
    ['{\r\n  "a": "x\r\n}', '2:8: text without its closing double quote'],
    ['{ "a": [1, 2 }', '1:14: expected `,` before this'],
    ["{ 'a': 1 }", '1:3: a word that JSON does not know; expected text in double quotes'],
    ['{} {}', '1:4: expected nothing after the end of the object'],
    ['{ /* no end', '1:3: a comment that does not end'],
    ['', '1:1: expected a value'],
    ['// nothing\n', '2:1: expected a value'],
  ])('says where %j breaks', async (text, expected) => {
    const path = await fileWith(text);
    const [first = ''] = (await complaintOf(readTargetFile(path))).split('\n  2)');
    expect(first.replace(/^.* mistakes:\n {2}1\) /, `${path}: `)).toBe(`${path}: ${expected}`);
  });

  test('says that it is nested too deeply', async () => {
    const path = await fileWith('['.repeat(200_000));
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: is nested too deeply to be a target file`,
    );
  });

  test('names every line that is no JSON', async () => {
    const path = await fileWith('{\n"a" 1,\n"b": x1,\n"c": "\\q"\n}');
    expect(await complaintOf(readTargetFile(path))).toBe(
      [
        `${path} has 3 mistakes:`,
        '  1) 2:5: expected `:` after the key',
        '  2) 3:6: a word that JSON does not know; expected text in double quotes',
        '  3) 4:6: a backslash with a letter that JSON does not escape',
      ].join('\n'),
    );
  });

  test('says that it is missing and what writes one', async () => {
    const path = join(folder, 'missing.json');
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: there is no such file; \`assay init --out ${path}\` writes a starter`,
    );
  });

  test('says that it is a folder', async () => {
    const path = join(folder, 'folder.json');
    await mkdir(path);
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: is a folder; expected a target file`,
    );
  });

  test('says that it is not UTF-8', async () => {
    const path = await fileWith(Buffer.from('{"name": "é"}', 'latin1'));
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: is not UTF-8 text; expected a target file in JSON`,
    );
  });
});

test('reads certificates beside the file, and keeps their key and a proxy password secret', async () => {
  const authority = createAuthority('Acme authority');
  const { certificate, key } = authority.issue('assay.acme.example');
  const inside = await mkdtemp(join(tmpdir(), 'assay-target-tls-'));
  try {
    await writeFile(join(inside, 'client.pem'), certificate);
    await writeFile(join(inside, 'key.pem'), key);
    const tls = { certificate: 'client.pem', key: 'key.pem' };
    const path = join(inside, 'target.json');
    await writeFile(path, JSON.stringify({ ...MINIMAL, tls }));
    const env = { HTTPS_PROXY: 'http://me:sesame@proxy.example' };
    const target = await readTargetFile(path, env);
    expect(target.tls).toEqual({ certificate, key });
    expect(target.proxies).toEqual({ https: 'http://me:sesame@proxy.example/', noProxy: '' });
    expect(target.secrets).toEqual(expect.arrayContaining([key, 'sesame']));
  } finally {
    await rm(inside, { recursive: true });
  }
});

test('names every mistake in tls and proxy at once', () => {
  const file = {
    ...MINIMAL,
    tls: { key: 'none.pem', pass: 1 },
    proxy: { url: 'ftp://x', port: 1 },
  };
  expect(mistakesOf(file)).toEqual([
    'tls.pass is not a known key; expected one of ca, certificate, key, passphrase',
    'tls.certificate is missing; expected it beside key',
    'proxy.port is not a known key; expected one of url, user, password, noProxy',
    expect.stringContaining('tls.key cannot be read (ENOENT)'),
    expect.stringContaining('proxy.url is no http or https URL'),
  ]);
});
