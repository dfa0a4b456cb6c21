import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A message as it came. */
export interface Receipt {
  /** The path, which is the receiver's name. */
  to: string;
  id: string;
  late: boolean;
  /** Whether it was answered with 2xx. */
  taken: boolean;
}

/** How a receiver behaves: shares of the messages, which the seed decides on. */
type Manners = Partial<Record<'fails' | 'hangs' | 'redirects' | 'breaks' | 'breaksLate', number>>;

/** Each is a path; `down` has a port of its own, which is closed now and then. */
export const MANNERS: Readonly<Record<string, Manners>> = {
  well: {},
  wrong: { fails: 0.4 },
  dead: { fails: 1 },
  slow: { hangs: 0.1 },
  redirecting: { redirects: 0.3 },
  broken: { breaks: 0.2, breaksLate: 0.2 },
  down: {},
};

/** Receivers that are all that receivers can be, until they are told to be well. */
export interface UnreliableReceivers {
  urlOf(name: string): string;
  /** The URL of an address that nothing may be sent to; whoever is sent something writes it down. */
  readonly forbidden: string;
  /** How a receiver knows that it is the server who sends; to be told before it is registered. */
  secrets: Map<string, string>;
  receipts: Receipt[];
  /** What nobody may be sent, and what was signed wrong: each in one line. */
  wrong: string[];
  /**
   * Resolves when it is wrong that this one is sent anything. What a sender has given up lies unread
   * for a while where this process is held up: it was sent before, and is read first.
   */
  remove(name: string): Promise<void>;
  setDown(isDown: boolean): Promise<void>;
  /** All are well from now on. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

/** Starts them on free ports of loopback addresses. */
export async function startUnreliableReceivers(seed: number): Promise<UnreliableReceivers> {
  const receipts: Receipt[] = [];
  const wrong: string[] = [];
  const secrets = new Map<string, string>();
  const removed = new Set<string>();
  const times = new Map<string, number>();
  let isWell = false;

  /** Drawn anew each time that a message comes, from 0 to 1. */
  const draw = (name: string, id: string): number => {
    const key = `${name} ${id}`;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return createHash('sha256').update(`${seed} ${key} ${time}`).digest().readUInt32BE() / 2 ** 32;
  };

  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'GET') {
      response.end();
      return;
    }
    const name = (incoming.url ?? '').slice(1);
    const isRemoved = removed.has(name);
    const body = await text(incoming).catch(() => null);
    if (body === null) {
      // The server was killed while it sent.
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([header, value]) => [header, String(value)]),
    );
    const id = headers['webhook-id'] ?? '';
    if (isRemoved) {
      wrong.push(`${name} was sent something after it was removed`);
    }
    try {
      new Webhook(secrets.get(name) ?? '').verify(body, headers);
    } catch (error) {
      wrong.push(`${name} was sent what does not verify: ${error}`);
    }
    const manner = isWell ? 'takes' : mannerOf(MANNERS[name] ?? {}, draw(name, id));
    const late = JSON.parse(body).late === true;
    receipts.push({ to: name, id, late, taken: manner === 'takes' });
    behave(manner, response, forbidden);
  });
  const trap = createServer((incoming, response) => {
    wrong.push(`an address that was not allowed was sent ${incoming.method} ${incoming.url}`);
    response.end();
  });
  const port = await listening(server, '127.0.0.1');
  const forbidden = `http://127.0.0.2:${await listening(trap, '127.0.0.2')}/forbidden`;
  const down = createServer((incoming, response) => server.emit('request', incoming, response));
  const downPort = await listening(down, '127.0.0.1');

  const setDown = async (isDown: boolean): Promise<void> => {
    if (isDown && down.listening) {
      await closed(down);
    } else if (!isDown && !down.listening) {
      await listening(down, '127.0.0.1', downPort);
    }
  };
  return {
    urlOf: (name) => `http://127.0.0.1:${name === 'down' ? downPort : port}/${name}`,
    forbidden,
    secrets,
    receipts,
    wrong,
    async remove(name) {
      // Comes after all that has come so far.
      await (await fetch(`http://127.0.0.1:${port}/`)).text();
      removed.add(name);
    },
    setDown,
    async heal() {
      isWell = true;
      await setDown(false);
    },
    async close() {
      await Promise.all([server, trap, down].map((each) => each.listening && closed(each)));
    },
  };
}

function mannerOf(manners: Manners, drawn: number): keyof Manners | 'takes' {
  let left = drawn;
  for (const [manner, share] of Object.entries(manners)) {
    left -= share;
    if (left < 0) {
      return manner as keyof Manners;
    }
  }
  return 'takes';
}

function behave(manner: keyof Manners | 'takes', response: ServerResponse, elsewhere: string) {
  switch (manner) {
    case 'takes':
      response.writeHead(204).end();
      break;
    case 'fails':
      response.writeHead(500).end();
      break;
    case 'redirects':
      response.writeHead(307, { Location: elsewhere }).end();
      break;
    case 'breaks':
      response.destroy();
      break;
    case 'breaksLate':
      response.socket?.write('HTTP/1.1 2', () => response.destroy());
      break;
    case 'hangs':
      break;
  }
}

function listening(server: Server, host: string, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
