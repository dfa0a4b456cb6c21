import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { startServer } from '../serve.ts';
import { WRONG_PASSWORD } from './webhooks/failing-logins.ts';

/**
 * The process that a trial kills: reads a database file's name from standard input, serves it, and
 * says its URL; to each further line it says how many bytes of memory are in use once garbage is
 * collected. It ends with whoever started it. Passwords but one are taken as right, since no trial
 * of this room is about them and each costs 30 ms. The first argument has further options as JSON.
 */
// It is not written by a process that is killed.
flushCompileCache();
const lines = createInterface(process.stdin);
console.log('ready');
const [db] = (await once(lines, 'line')) as [string];
const { url } = await startServer({
  ...JSON.parse(process.argv[2] ?? '{}'),
  db,
  logger: pino({ level: 'silent' }),
  passwords: { matches: (password) => Promise.resolve(password !== WRONG_PASSWORD) },
});
console.log(url);
lines.on('line', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  console.log(heapUsed + external);
});
lines.once('close', () => process.exit());
