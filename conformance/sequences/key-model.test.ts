import { describe, expect, it } from 'vitest';
import type { Exchange } from '../http/exchange.ts';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { type KeyedRequest, keyModel } from './key-model.ts';
import { keyWishes } from './keys.ts';
import { Play } from './play.ts';

const LOAN = '5f0f7b9e-0000-4000-8000-000000000001';

/** A success whose record has this identifier, and a fee if there is one; `undefined` is a refusal. */
function answer(record: string | undefined, fee?: number): Exchange {
  const name = `record-${record}`;
  const ids = { recordId: name, accountId: LOAN, applicationId: name };
  const body = record
    ? { status: 'SUCCESS', data: { ...ids, allocation: { fees: fee } } }
    : { status: 'FAILED', message: 'no' };
  return exchangeStub(record ? 200 : 422, body);
}

const repay = (key: number, by = 'customer', content = 0): KeyedRequest => ({
  endpoint: 'repay-loan',
  by,
  key,
  content,
});

/** Plays requests one after the other, or at once, each with the record of its answer. */
async function playing(
  requests: readonly [KeyedRequest, string | undefined, number?][],
  atOnce = false,
): Promise<string> {
  const play = new Play(
    keyModel({ endpoint: 'repay-loan', record: 'repayment', known: [LOAN] }),
    [],
  );
  const send = async (action: KeyedRequest) => {
    const [, record, fee] = requests.find(([request]) => request === action) ?? [];
    return answer(record, fee);
  };
  const steps = atOnce ? [requests] : requests.map((request) => [request]);
  try {
    for (const step of steps) {
      await play.step(
        step.map(([request]) => request),
        send,
      );
    }
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('keys', () => {
  it('have one record each, replayed or refused when they come again', async () => {
    expect(
      await playing([
        [repay(1), 'a'],
        [repay(1), 'a'],
        [repay(2), 'b'],
        [repay(2), undefined],
      ]),
    ).toBe('');
  });

  it('may do anything under another content, which is open', async () => {
    expect(
      await playing([
        [repay(1), 'a'],
        [repay(2), 'b'],
        [repay(1, 'customer', 1), 'c'],
      ]),
    ).toBe('');
    expect(
      await playing([
        [repay(1), 'a'],
        [repay(2), 'b'],
        [repay(1, 'customer', 1), 'a'],
      ]),
    ).toBe('');
  });

  it('may be refused from the second on, as where one repayment may be pending', async () => {
    expect(
      await playing([
        [repay(1), 'a'],
        [repay(2), undefined],
        [repay(3), undefined],
      ]),
    ).toBe('');
  });

  it('never make a second record', async () => {
    const error = await playing([
      [repay(1), 'a'],
      [repay(2), 'b'],
      [repay(1), 'c'],
    ]);
    expect(error).toContain(
      'Expected the same repayment for key 1 sent again, got another one, by these steps: 1. repay-loan by customer under key 1 with content 0 2. ',
    );
  });

  it('never share a record', async () => {
    const error = await playing([
      [repay(1), 'a'],
      [repay(2), 'b'],
      [repay(3), 'a'],
    ]);
    expect(error).toContain('a repayment of its own for key 3, got that of key 1');
  });

  it('never show a user what another user made', async () => {
    const error = await playing([
      [repay(1), 'a'],
      [repay(2), 'b'],
      [repay(1, 'otherCustomer', 2), 'a'],
    ]);
    expect(error).toContain('no repayment of another user under key 1');
  });

  it('show a user the same fee as another', async () => {
    expect(
      await playing([
        [repay(1), 'a', 0],
        [repay(2), 'b', 6],
        [repay(3, 'otherCustomer', 2), 'c', 6],
      ]),
    ).toBe('');
  });

  it('sent at once are held to the same', async () => {
    const [one, again, other] = [repay(1), repay(1), repay(2)];
    expect(
      await playing(
        [
          [one, 'a'],
          [again, 'a'],
          [other, 'b'],
        ],
        true,
      ),
    ).toBe('');
    expect(
      await playing(
        [
          [one, 'a'],
          [again, 'c'],
          [other, 'b'],
        ],
        true,
      ),
    ).toMatch(/some order of the requests explains, such as the same repayment for key 1/);
  });
});

it('are tried in an order that the seed draws, each first by whom it belongs to', () => {
  expect(keyWishes(3)).toEqual(keyWishes(3));
  expect(keyWishes(3)).not.toEqual(keyWishes(4));
  expect(keyWishes(3).find(({ key }) => key === 3)?.what).toBe('second');
});

describe('an answer of request-loan that lists all applications', () => {
  it('names no record, since nothing says which is new', async () => {
    const lists: [key: number, by: string, ids: string[]][] = [
      [3, 'otherCustomer', ['b-1', 'b-2']],
      [1, 'customer', ['a-1', 'a-2']],
      [2, 'customer', ['a-1', 'a-2', 'a-3']],
    ];
    const play = new Play(
      keyModel({ endpoint: 'request-loan', record: 'application', known: [] }),
      [],
    );
    for (const [key, by, ids] of lists) {
      const data = ids.map((applicationId) => ({ applicationId }));
      const response = { status: 200, headers: {}, body: JSON.stringify({ data }) };
      await play.step([{ ...repay(key, by), endpoint: 'request-loan' }], async () => ({
        ...answer(undefined),
        response,
      }));
    }
    expect(play.exchanges).toHaveLength(3);
  });
});
