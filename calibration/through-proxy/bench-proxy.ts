import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { startProxy } from '../../conformance/proxy/proxy.ts';
import { parseTarget } from '../../target/target-file.ts';
import { startWrapped } from '../servers/wrapped-server.ts';

/**
 * What the proxy adds to a request, in interleaved rounds over one connection: part of `npm run
 * bench`. Beside a listing of the reference server, one of a server that answers the same at once.
 */
const ROUNDS = 15;
const REQUESTS = 200;
const PATH = '/api/v6/services/paymentmanagement/awaiting-payments?page=1&size=20';
const BODY = JSON.stringify({
  ...{ selectedCurrency: 'NGN', fromDate: '01/01/2020', toDate: '31/12/2030' },
});

interface Way {
  origin: string;
  path: string;
  token: string;
}

/** By node:http, since undici gives each GET with a body a connection of its own. */
async function ask(agent: Agent, { origin, path, token }: Way, body = BODY, method = 'GET') {
  const sent = request(`${origin}${path}`, {
    ...{ agent, method },
    headers: {
      ...{ 'content-type': 'application/json', platform: 'WEB', uuid: 'bench' },
      ...{ 'x-auth-token': token, 'content-length': Buffer.byteLength(body) },
    },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { statusCode: answer.statusCode, text: await textOf(answer) };
}

/** Microseconds a request takes, the median of a round. */
async function round(agent: Agent, way: Way): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const start = performance.now();
    const { statusCode } = await ask(agent, way);
    times.push(1000 * (performance.now() - start));
    if (statusCode !== 200) {
      throw new Error(`HTTP ${statusCode}`);
    }
  }
  return middle(times);
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const server = await startWrapped();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const prefix = new URL(server.target.baseUrl);
const { email = '', password = '' } = server.target.users.customer ?? {};
const login = await ask(
  agent,
  {
    origin: prefix.origin,
    path: `${prefix.pathname.replace(/\/$/, '')}/api/v6/services/securitymanagement/login`,
    token: 'none',
  },
  JSON.stringify({ email, currentPassword: password }),
  'PUT',
);
const token = String(JSON.parse(login.text).access_token);
const path = `${prefix.pathname.replace(/\/$/, '')}${PATH}`;
const page = await ask(agent, { origin: prefix.origin, path, token });
const bare = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(page.text);
  });
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

for (const [name, target] of Object.entries({
  'the reference server': server.target,
  'a server that answers at once': parseTarget({ name: 'bare', baseUrl: bareUrl }),
})) {
  const proxy = await startProxy({ target, host: '127.0.0.1' });
  const { origin } = new URL(target.baseUrl);
  const straight = { origin, path, token };
  const through = { ...straight, origin: proxy.addresses[0]?.url ?? '' };
  const own = name === 'the reference server' ? straight : { ...straight, path: PATH };
  const its = { ...through, path: own.path };
  const found: { straight: number[]; through: number[] } = { straight: [], through: [] };
  await round(agent, own);
  await round(agent, its);
  for (let n = 0; n < ROUNDS; n += 1) {
    found.straight.push(await round(agent, own));
    found.through.push(await round(agent, its));
  }
  const added = found.through.map((each, index) => each - (found.straight[index] ?? 0));
  console.log(
    `${name}: a listing of ${page.text.length} bytes takes ${middle(found.straight).toFixed(0)} µs, through the proxy ${middle(found.through).toFixed(0)} µs: ${middle(added).toFixed(0)} µs more`,
  );
  await proxy.close();
}
agent.destroy();
bare.close();
await server.close();
