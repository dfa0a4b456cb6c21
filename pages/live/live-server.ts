import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Patch } from './patch.ts';
import { PatchLog } from './patch-log.ts';

/** One page that fills while a run goes on, on this machine alone. */
export interface LiveServer {
  /** on the loopback address, with a random token without which nothing is served */
  url: string;
  /** changes the page in every browser that shows it */
  send(patch: Patch): void;
  /**
   * From now on the page is this text, and every browser that shows it loads it anew. Resolves when
   * they have it, or after a while in which one did not fetch it.
   */
  freeze(page: string): Promise<void>;
  close(): Promise<void>;
}

/** How a live server differs from the usual one; for tests. */
export interface LiveServerOptions {
  /** how long `freeze` waits for browsers, in milliseconds */
  patienceMs?: number;
}

const PATIENCE_MS = 5_000;
/** A browser that has not read so many bytes is cut off; it comes back and gets what it missed. */
const MOST_UNREAD = 8 * 1024 * 1024;

const HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // What a page's own policy cannot say.
  'Content-Security-Policy': "frame-ancestors 'none'",
};

/**
 * Serves a page on a free port of 127.0.0.1. `page` renders it as it is now; its script begins to
 * listen behind the number given (`events?since=<number>`).
 */
export async function startLiveServer(
  page: (since: number) => string,
  { patienceMs = PATIENCE_MS }: LiveServerOptions = {},
): Promise<LiveServer> {
  const token = randomBytes(24).toString('base64url');
  const log = new PatchLog();
  const listeners = new Set<ServerResponse>();
  const fetched = new EventTarget();
  let frozen: string | undefined;
  let port = 0;

  const showPage = (response: ServerResponse) => {
    const text = frozen ?? page(log.latest);
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' });
    response.end(text, () => {
      if (frozen !== undefined) {
        fetched.dispatchEvent(new Event('page'));
      }
    });
  };
  const listen = (request: IncomingMessage, url: URL, response: ServerResponse) => {
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
    if (frozen !== undefined) {
      response.end(FROZEN);
      return;
    }
    const since = Number(request.headers['last-event-id'] ?? url.searchParams.get('since') ?? 0);
    const missed = log.since(since);
    response.write(missed === undefined ? ': here\n\n' : messageOf(log.latest, missed));
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, given = '', what, ...more] = url.pathname.split('/');
    // A name that leads here by DNS is no name of ours.
    const called = [`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? '');
    if (called && request.method === 'GET' && isSame(given, token) && more.length === 0) {
      if (what === '') {
        return showPage(response);
      }
      if (what === 'events') {
        return listen(request, url, response);
      }
    }
    response.writeHead(404, HEADERS).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  ({ port } = server.address() as AddressInfo);

  return {
    url: `http://127.0.0.1:${port}/${token}/`,
    send(patch) {
      const number = log.add(patch);
      for (const listener of listeners) {
        if (listener.writableLength > MOST_UNREAD) {
          listener.destroy();
        } else {
          listener.write(messageOf(number, patch));
        }
      }
    },
    async freeze(text) {
      frozen = text;
      const waiting = listeners.size;
      const all = waiting === 0 ? undefined : eventsOf(fetched, waiting, patienceMs);
      for (const listener of listeners) {
        listener.end(FROZEN);
      }
      await all;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const FROZEN = 'event: frozen\ndata:\n\n';

/** JSON holds no line break of its own, so that a message is one line. */
function messageOf(number: number, patch: Patch): string {
  return `id: ${number}\ndata: ${JSON.stringify(patch)}\n\n`;
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Resolves after so many events `page`, or after a time. */
function eventsOf(target: EventTarget, number: number, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    let left = number;
    const end = () => {
      clearTimeout(timer);
      target.removeEventListener('page', count);
      resolve();
    };
    const count = () => {
      left -= 1;
      if (left === 0) {
        end();
      }
    };
    const timer = setTimeout(end, patienceMs);
    target.addEventListener('page', count);
  });
}
