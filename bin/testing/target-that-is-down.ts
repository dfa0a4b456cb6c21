import { createServer } from 'node:net';

/** A port that was free a moment ago: nothing listens there. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 1;
}

const DOWN_URL = `http://127.0.0.1:${await closedPort()}`;
/** A target file without mistakes of a server that is down. */
export const DOWN = JSON.stringify({
  name: 'down',
  baseUrl: DOWN_URL,
  lendingUrl: DOWN_URL,
  investmentUrl: DOWN_URL,
  users: { customer: { email: 'customer@down.example', password: 'Long-enough-12' } },
});
