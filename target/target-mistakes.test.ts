import { describe, expect, test } from 'vitest';
import { MINIMAL, mistakesOf, URL_EXPECTED } from './testing/complaints.ts';

const customer = { email: 'c@t.example', password: 'pw' };
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
    'a header of the connection',
    {
      headers: { Expect: '100-continue' },
      states: { url: 'http://h.example/', headers: { 'keep-alive': 'x' } },
    },
    'headers.Expect is a header that Assay sets itself; leave it out',
    'states.headers.keep-alive is a header that Assay sets itself; leave it out',
  ],
  [
    'a header that is a number',
    { headers: { 'x-a': 1 } },
    'headers.x-a is a number; expected text in double quotes',
  ],
];

describe('a target file with a mistake', () => {
  test.each(BAD)('names %s', (_title, change, ...mistakes) => {
    const file = JSON.parse(JSON.stringify({ ...MINIMAL, ...change }));
    expect(mistakesOf(file, { EMPTY: '' })).toEqual(mistakes);
  });

  test.each([
    [null, 'null'],
    [[], 'an array'],
    ['x', 'text'],
    [7, 'a number'],
  ])('says that %j is no object', (json, kind) => {
    expect(mistakesOf(json)).toEqual([`is ${kind}; expected an object`]);
  });
});
