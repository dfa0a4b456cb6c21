import { expect, test } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { replayOf } from './replay.ts';

const exchange = (url: string, body: string, answer: string): Exchange => ({
  request: { method: 'PUT', url, headers: {}, body },
  response: { status: 401, headers: { 'content-type': 'application/json' }, body: answer },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1, retries: [] },
});

test('an empty token that an answer gives is no variable', () => {
  const refused = exchange('http://target.invalid/login', '{"email":"a"}', '{"access_token":""}');
  const empty = exchange('http://target.invalid/login', '{"currentPassword":""}', '{}');
  const { lines, asked } = replayOf([refused, empty], (text) => text);
  expect(asked).toEqual([]);
  expect(lines.at(-1)).toContain('\'{"currentPassword":""}\'');
});
