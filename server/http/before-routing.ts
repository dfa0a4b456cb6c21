import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from './refusal.ts';

/**
 * What is wrong with a request before anybody looks at its path: node:http is more patient with
 * these than a server behind a gateway may be, which could read the same bytes in another way.
 *
 * @throws Refusal 400
 */
export function checkHead(incoming: IncomingMessage): void {
  const { rawHeaders, headers } = incoming;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') {
      hosts += 1;
    }
  }
  if (hosts !== 1) {
    throw bad(hosts === 0 ? 'the Host is missing' : 'there are two Hosts');
  }
  if (!isHost(headers.host ?? '')) {
    throw bad('the Host is not a host');
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw bad('the Transfer-Encoding must be chunked, alone');
  }
}

/** Whether a request says that it has a body (RFC 9112 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** The refusal of bytes that node:http could not read, or did not get in time. */
export function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal(431, 'the headers are too large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal(408, 'the request did not come in time');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Refusal(413, 'the chunk extensions are too large');
    default:
      return bad('this is not HTTP/1.1');
  }
}

/** Answers a refusal where there is no application yet; the connection ends with it. */
export function writeRefusal(outgoing: ServerResponse, { status, body }: Refusal): void {
  const text = JSON.stringify(body);
  outgoing.writeHead(status, headersFor(text));
  outgoing.end(text);
}

/** Answers a refusal where there is not even a request, and ends the connection. */
export function writeRawRefusal(
  socket: Duplex,
  { status, body }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  const lines = Object.entries({ ...headersFor(text), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const answer = [`HTTP/1.1 ${status} ${REASONS[status] ?? ''}`, ...lines, '', text].join('\r\n');
  // A client that does not close its side must not keep the connection.
  socket.end(answer, () => socket.destroy());
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
};

function headersFor(text: string) {
  return {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
}

/** A name or an address with or without a port; `1.1.1.1.1` is neither to the URL standard. */
function isHost(host: string): boolean {
  if (host !== lastHost && (/[/?#@\\\s]/.test(host) || !URL.canParse(`http://${host}`))) {
    return false;
  }
  lastHost = host;
  return true;
}

/** The last Host that was one: nearly all requests name the same. */
let lastHost: string | undefined;

function bad(message: string): Refusal {
  return new Refusal(400, message);
}
