import { expect, test } from 'vitest';
import { allDone } from './all-done.ts';

test('what goes on beside a rejected promise is waited for', async () => {
  const { promise: later, resolve } = Promise.withResolvers<string>();
  let ended = false;
  const all = allDone([Promise.reject(new Error('first')), later]).finally(() => {
    ended = true;
  });
  const outcome = expect(all).rejects.toThrow('first');
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  resolve('second');
  await outcome;
});

test('values come in the order of their promises', async () => {
  expect(await allDone([Promise.resolve(1), 'two'])).toEqual([1, 'two']);
});
