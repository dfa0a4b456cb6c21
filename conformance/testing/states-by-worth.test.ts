import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STATE_NAMES } from '../../target/target-rules.ts';
import { CHECKS } from '../checks/index.ts';
import { STATES_PAGE, statesByWorth, withNumbers } from './states-by-worth.ts';
import { stubCheck } from './stub-check.ts';

const FEW = [
  stubCheck('of-customer', { users: ['customer'] }),
  stubCheck('of-cashier', { users: ['cashier'] }),
  stubCheck('accepts-offer', { takes: { 'offer-sent': 2 } }),
  stubCheck('refuses-second-answer', { after: ['accepts-offer'] }),
  stubCheck('of-two-states', { states: ['portfolios', 'offer-sent'] }),
  stubCheck('accepts-api-token', { capability: 'apiTokens', states: ['api-token'] }),
];

test('puts the state first that opens the most, and counts what builds on it', () => {
  expect(statesByWorth(FEW).slice(0, 6)).toEqual([
    { supplied: 'nothing', opens: 0, runs: 0, entries: 0 },
    { supplied: 'customer', opens: 1, runs: 1, entries: 0 },
    { supplied: 'users', opens: 1, runs: 2, entries: 0 },
    { supplied: 'offer-sent', opens: 2, runs: 4, entries: 3 },
    { supplied: 'portfolios', opens: 1, runs: 5, entries: 1 },
    { supplied: 'api-token', opens: 1, runs: 6, entries: 1 },
  ]);
});

test('ends with every state supplied and every check running', () => {
  const steps = statesByWorth(CHECKS);
  const states = steps.map(({ supplied }) => supplied).slice(3);
  expect(states.toSorted()).toEqual(STATE_NAMES.toSorted());
  expect(steps.at(-1)?.runs).toBe(CHECKS.length);
});

test('sorts the rows of a page and writes their numbers, and keeps the words', () => {
  const page = 'before\n| `b` | 0 | 0 | 0 | words of b |\n| a | 9 | 9 | 9 | words of a |\nafter\n';
  const steps = [
    { supplied: 'a', opens: 1, runs: 1, entries: 0 },
    { supplied: 'b', opens: 2, runs: 3, entries: 4 },
  ];
  expect(withNumbers(page, steps)).toBe(
    'before\n| a | 1 | 1 | 0 | words of a |\n| `b` | 2 | 3 | 4 | words of b |\nafter\n',
  );
  expect(() => withNumbers('no rows', steps)).toThrow('docs/states.md has no row for a');
});

test('the page says what is true of the checks; `npm run generate` writes its numbers', () => {
  const page = readFileSync(STATES_PAGE, 'utf8');
  expect(page).toBe(withNumbers(page, statesByWorth(CHECKS)));
});

test.each(['express/states.js', 'fastapi/states.py', 'go/states.go'])(
  'the example %s provides every state, in as few lines as the page says',
  (file) => {
    const text = readFileSync(new URL(`../../examples/states/${file}`, import.meta.url), 'utf8');
    expect(STATE_NAMES.filter((name) => !new RegExp(`['"]${name}['"]`).test(text))).toEqual([]);
    const [, most] =
      /less than (\d+) lines: `states\.js`/.exec(readFileSync(STATES_PAGE, 'utf8')) ?? [];
    expect(text.split('\n').length).toBeLessThan(Number(most));
  },
);
