import { expect, it } from 'vitest';
import { type ProfiledFunction, sharesOf } from './where.ts';

const one = (name: string, url: string, self = 1): ProfiledFunction => ({ name, url, self });

it('tells parts of a server by function and file, in shares of the time it was at work for requests', () => {
  const shares = sharesOf([
    one('listJson', 'file:///assay/server/store/payments.ts', 4),
    one('get', 'file:///assay/server/database/until-written.ts'),
    one('writeUtf8String', 'node:_http_outgoing', 2),
    one('emit', 'node:events'),
    one('(idle)', '', 90),
    one('post', 'node:inspector', 5),
    one('somebody', 'file:///assay/node_modules/somebody/index.js', 2),
  ]);
  expect(shares).toEqual({
    'writing to the socket, with what the kernel does': 0.2,
    'token and session': 0.1,
    'SQLite, with the page as JSON': 0.4,
    'node:http, its streams and timers': 0.1,
    other: 0.2,
  });
});

it.each([
  ['(garbage collector)', '', 'garbage collector'],
  ['(program)', '', 'HTTP parser, event loop and what else V8 cannot name'],
  ['fetch', 'file:///assay/node_modules/@hono/node-server/dist/index.mjs', '@hono/node-server'],
  ['match', 'file:///assay/node_modules/hono/dist/router.js', 'hono: finding the route'],
  ['get', 'node:internal/deps/undici/undici', 'Request, Response and Headers of Node'],
  ['answer', 'file:///assay/server/http/answer.ts', 'our own'],
])('%s of %s is of %s', (name, url, part) => {
  expect(Object.keys(sharesOf([one(name, url)]))).toEqual([expect.stringContaining(part)]);
});
