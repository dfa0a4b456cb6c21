import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOTHING_SHOWN } from '../further-pass.ts';
import { batchedPost } from './batched-post.ts';
import type { FromWorker } from './messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const secret = (value: string): FromWorker => ({ type: 'secret', value });

test('messages of some milliseconds go together, in their order', () => {
  const posted: FromWorker[][] = [];
  const post = batchedPost((messages) => posted.push(messages));
  post(secret('first'));
  post(secret('second'));
  expect(posted).toEqual([]);
  vi.runAllTimers();
  post(secret('third'));
  vi.runAllTimers();
  expect(posted).toEqual([[secret('first'), secret('second')], [secret('third')]]);
});

test.each([
  { type: 'problem', message: 'a mistake of ours' },
  { type: 'done', requests: 3, shown: NOTHING_SHOWN },
] satisfies FromWorker[])('$type goes at once and takes along what waits', (message) => {
  const posted: FromWorker[][] = [];
  const post = batchedPost((messages) => posted.push(messages));
  post(secret('first'));
  post(message);
  expect(posted).toEqual([[secret('first'), message]]);
  vi.runAllTimers();
  expect(posted).toHaveLength(1);
});
