import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { identifierPaths, mayHideIdentifier, valuesAt } from './experiments.ts';

/** An answer with that JSON body. */
function answer(body: unknown): Exchange {
  return {
    request: { method: 'POST', url: 'http://target.invalid/', headers: {} },
    response: { status: 200, headers: {}, body: JSON.stringify(body) },
    startedAt: '2026-01-31T09:30:00.000Z',
    durationMs: 1,
    retries: [],
  };
}

/** Answers to two repayments of one amount, with what differs between them. */
const repayments = (one: object, other: object): [Exchange, Exchange] => [
  answer({ status: 'SUCCESS', data: { amount: 10.5, ...one } }),
  answer({ status: 'SUCCESS', data: { amount: 10.5, ...other } }),
];

describe('the paths that may name a record', () => {
  it.each([
    ['a text', { id: 'a1' }, { id: 'b2' }, ['/data/id']],
    ['a number', { no: 1 }, { no: 2 }, ['/data/no']],
    ['a nested value', { record: { no: 'x' } }, { record: { no: 'y' } }, ['/data/record/no']],
    ['an entry of a list', { ids: ['x'] }, { ids: ['y'] }, ['/data/ids/0']],
  ])('hold %s that differs', (_, one, other, paths) => {
    expect(identifierPaths('repay-loan', ...repayments(one, other))).toEqual(paths);
  });

  it.each([
    ['the same value', { id: 'a' }, { id: 'a' }],
    ['a date and time', { at: '2026-01-31T09:30:00.001Z' }, { at: '2026-01-31T09:30:01Z' }],
    ['milliseconds of now', { at: Date.now() }, { at: Date.now() + 5 }],
    ['seconds of now as text', { at: `${Math.floor(Date.now() / 1000)}` }, { at: '1' }],
    ['a balance', { left: 89.5 }, { left: 79 }],
    ['prose', { message: 'repayment 1 recorded' }, { message: 'repayment 2 recorded' }],
    ['nothing in the other', { id: 'a' }, {}],
  ])('are not those of %s', (_, one, other) => {
    expect(identifierPaths('repay-loan', ...repayments(one, other))).toEqual([]);
  });

  it('are only those called applicationId in the answer of request-loan', () => {
    const one = answer({ data: { applicationId: 'a', interactionId: 'x' } });
    const other = answer({ data: { applicationId: 'b', interactionId: 'y' } });
    expect(identifierPaths('request-loan', one, other)).toEqual(['/data/applicationId']);
  });

  it('are none where the answers are no JSON objects', () => {
    for (const body of [null, 7, 'text', []]) {
      expect(identifierPaths('repay-loan', answer(body), answer({ data: { id: 1 } }))).toEqual([]);
    }
  });
});

describe('an identifier', () => {
  it.each([
    ['milliseconds of now', { no: Date.now() }, { no: Date.now() + 5 }, true],
    ['a sentence', { message: 'repayment 1 recorded' }, { message: 'repayment 2 recorded' }, true],
    ['a date and time', { at: '2026-01-31T09:30:00Z' }, { at: '2026-01-31T09:30:01Z' }, false],
    ['a balance', { left: 89.5 }, { left: 79.5 }, false],
    ['nothing that differs', { id: 'a' }, { id: 'a' }, false],
  ])('may hide in %s: %s, %s: %s', (_, one, other, may) => {
    expect(mayHideIdentifier(...repayments(one, other))).toBe(may);
  });
});

describe('the values at a path', () => {
  it('leave out answers without one', () => {
    const answers = [answer({ data: { id: 'a' } }), answer({ data: null }), answer('none')];
    expect(valuesAt(answers, '/data/id')).toEqual(['a']);
  });
});
