import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../fixtures/random.ts';
import type { Target } from '../../target/target.ts';
import { startWrapped } from '../servers/wrapped-server.ts';
import type { Hostile, HostileServer } from './hostile.ts';

/** What a proxy does with a request instead of passing it on; `true` where it did something. */
type Trouble = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  count: number,
) => boolean | Promise<boolean>;

/** The reference server behind a proxy that makes trouble; the states hook is left alone. */
async function startBehind(
  trouble: Trouble,
  change?: (target: Target) => Target,
): Promise<HostileServer> {
  const reference = await startWrapped();
  const { port } = new URL(reference.target.baseUrl);
  let count = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const proxy = createServer(async (incoming, outgoing) => {
    count += 1;
    if (!(await trouble(incoming, outgoing, count))) {
      pass(incoming, outgoing);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const moved = (from: string) => url + new URL(from).pathname.replace(/\/$/, '');
  const target = {
    ...reference.target,
    baseUrl: moved(reference.target.baseUrl),
    lendingUrl: moved(reference.target.lendingUrl),
    investmentUrl: moved(reference.target.investmentUrl),
    timeoutMs: 5_000,
  };
  return {
    target: change?.(target) ?? target,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await reference.close();
    },
  };
}

/** One in so many, drawn from a seed, so that a run can be repeated. */
function oneIn(n: number, kind: string): () => boolean {
  const random = new Random(1, kind);
  let index = 0;
  return () => {
    index += 1;
    return random.at(index).chance(1 / n);
  };
}

function reset(incoming: IncomingMessage): true {
  incoming.socket.resetAndDestroy();
  return true;
}

const isLogin = ({ url = '' }: IncomingMessage) => url.endsWith('/securitymanagement/login');

/** A loopback port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Conforming servers on bad lines: what was judged is right, and nothing is called a fault. */
export const FLAKY: readonly Hostile[] = [
  {
    id: 'flaky-resets',
    how: 'conforms, but one connection in twenty is reset',
    verdicts: ['incomplete', 'conformant'],
    async start() {
      const unlucky = oneIn(20, 'flaky-resets');
      return startBehind((incoming) => unlucky() && reset(incoming));
    },
  },
  {
    id: 'flaky-rate-limit',
    how: 'conforms, but answers one request in ten with 429 and Retry-After: 0',
    verdicts: ['conformant', 'incomplete'],
    async start() {
      const unlucky = oneIn(10, 'flaky-rate-limit');
      return startBehind((_, outgoing) => {
        if (!unlucky()) {
          return false;
        }
        outgoing.writeHead(429, { 'retry-after': '0' }).end();
        return true;
      });
    },
  },
  {
    id: 'flaky-slow-logins',
    how: 'conforms, but a login takes 100 ms',
    verdicts: ['conformant'],
    // Some two hundred logins, most of them one by one.
    deadlineMs: 60_000,
    start: () => startBehind((incoming) => isLogin(incoming) && wait(100, false)),
  },
  {
    id: 'dies-in-the-middle',
    how: 'conforms until its hundredth request and is gone from then on',
    verdicts: ['incomplete'],
    start: () => startBehind((incoming, _, count) => count > 100 && reset(incoming)),
  },
  {
    id: 'nobody-there',
    how: 'does not listen at all',
    verdicts: ['incomplete'],
    async start() {
      const port = await closedPort();
      return startBehind(
        () => false,
        (target) => ({
          ...target,
          baseUrl: `http://127.0.0.1:${port}`,
          lendingUrl: `http://127.0.0.1:${port}`,
          investmentUrl: `http://127.0.0.1:${port}`,
        }),
      );
    },
  },
  {
    id: 'hook-hangs',
    how: 'conforms, but its states hook never answers',
    verdicts: ['incomplete'],
    start: () => startWithHook(() => {}),
  },
  {
    id: 'hook-lies',
    how: 'conforms, but its states hook answers nonsense',
    verdicts: ['incomplete'],
    start: () =>
      startWithHook((_, outgoing) => outgoing.end('{"applicationId": 5, "count": "many"}')),
  },
  {
    id: 'hook-echoes-its-secret',
    how: 'conforms, but its states hook fails and quotes the header that guards it',
    verdicts: ['incomplete'],
    start: () =>
      startWithHook((incoming, outgoing) =>
        outgoing.writeHead(500).end(JSON.stringify(incoming.headers)),
      ),
  },
];

/** The reference server with another states hook than its own. */
async function startWithHook(answer: RequestListener): Promise<HostileServer> {
  const hook = createServer(answer);
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  const server = await startBehind(
    () => false,
    (target) => ({ ...target, timeoutMs: 400, states: { ...target.states, url } }),
  );
  return {
    target: server.target,
    async close() {
      hook.closeAllConnections();
      await new Promise((resolve) => hook.close(resolve));
      await server.close();
    },
  };
}
