import { describe, expect, test } from 'vitest';
import schema from './target.schema.json' with { type: 'json' };
import { parseTarget } from './target-file.ts';
import { MINIMAL, mistakesOf, URL_EXPECTED } from './testing/complaints.ts';

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

/** Mistakes in the `states` section, and between it and the rest. */
const BAD: [title: string, change: Record<string, unknown>, ...mistakes: string[]][] = [
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
  [
    'hook headers without hook',
    { states: { headers: { 'x-a': '1' } } },
    'states.url is missing; expected it beside headers',
  ],
  [
    'a hook with a query',
    { states: { url: 'http://h.example/?key=1' } },
    `states.url has a query; ${URL_EXPECTED}; what the hook has to be told goes into states.headers`,
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

describe('a states section with a mistake', () => {
  test.each(BAD)('names %s', (_title, change, ...mistakes) => {
    const file = JSON.parse(JSON.stringify({ ...MINIMAL, ...change }));
    expect(mistakesOf(file, { EMPTY: '' })).toEqual(mistakes);
  });

  test('takes what is only looked at as often as it is listed', () => {
    const account = { bankAccountId: 'a' };
    const states = { 'foreign-bank-account': [account, account] };
    expect(mistakesOf({ ...MINIMAL, states })).toEqual([]);
  });

  test('names a mistake of many entries thrice, and says how many more there are', () => {
    const pool = Array.from({ length: 60 }, (_, index) => ({ applicationID: `a-${index}` }));
    const file = { ...MINIMAL, states: { 'offer-sent': pool, 'closed-loan': 7 } };
    expect(() => parseTarget(file)).toThrow(
      [
        'the target has 121 mistakes:',
        ...[0, 1, 2].flatMap((index) => {
          const entry = `states.offer-sent[${index}]`;
          const more = (key: string) =>
            index < 2 ? '' : ` (57 more like it, the last one states.offer-sent[59].${key})`;
          return [
            `  ${1 + 2 * index}) ${entry}.applicationId is missing: the identifier of the loan application${more('applicationId')}`,
            `  ${2 + 2 * index}) ${entry}.applicationID is not a known key; did you mean applicationId?${more('applicationID')}`,
          ];
        }),
        '  7) states.closed-loan is a number; expected an array',
      ].join('\n'),
    );
  });

  test('takes mistakes for one kind whatever number is wrong in them', () => {
    const pool = [1, 2, 3, 4, 5].map((count) => ({ customerId: `c-${count}`, count }));
    const file = { ...MINIMAL, states: { portfolios: pool } };
    expect(() => parseTarget(file)).toThrow(
      /^the target has 5 mistakes:\n(.*\n){2} {2}3\) states\.portfolios\[2\]\.count is 3; expected 11 or more \(2 more like it, the last one states\.portfolios\[4\]\.count\)$/,
    );
  });

  test('counts what goes beyond a hundred kinds', () => {
    const foreign = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`state-of-${'x'.repeat(index)}`, []]),
    );
    expect(() => parseTarget({ ...MINIMAL, states: foreign })).toThrow(
      /^the target has 120 mistakes:\n(.*\n){100} {2}and 20 more$/,
    );
  });
});
