import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CANARIES, type Hostile, type HostileServer, hostileTarget } from './hostile.ts';
import { piecesOf } from './secret-forms.ts';

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void;

/** Starts an HTTP server that answers everything, its states hook included, in one way. */
async function startHttp(answer: Answer): Promise<HostileServer & { url: string }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => answer(request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    target: hostileTarget(url),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const json = (response: ServerResponse, body: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);

const DEEP = `{"access_token":"aa.bb.cc","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
const NASTY = '\u001b[2J\u0000\u0007]]>&lt;<script>alert(1)</script>\u202e\ud800';

/** Everything the client sent, given back in as many forms as come to mind. */
const echo: Answer = (request, body, response) => {
  const sent = JSON.stringify(request.headers) + body;
  const { password, hookHeader } = CANARIES;
  response.setHeader('x-echo', encodeURIComponent(sent).slice(0, 4_000));
  json(
    response,
    JSON.stringify({
      status: 'FAILED',
      access_token: `aa.${Buffer.from(sent).toString('base64url')}.cc`,
      message: sent,
      base64: Buffer.from(sent).toString('base64'),
      shifted: Buffer.from(` ${sent}`).toString('base64url'),
      hex: Buffer.from(sent).toString('hex'),
      percent: encodeURIComponent(sent),
      basic: Buffer.from(`user:${password}`).toString('base64'),
      upper: Buffer.from(hookHeader).toString('hex').toUpperCase(),
      html: password.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
      pieces: [password, hookHeader, String(request.headers['x-auth-token'] ?? '')].flatMap(
        (secret) => piecesOf(secret).map(([, written]) => written),
      ),
      [password]: hookHeader,
    }),
    request.url?.includes('login') ? 200 : 400,
  );
};

interface Behaviour {
  id: string;
  how: string;
  answer: Answer;
}

const BEHAVIOURS: Behaviour[] = [
  { id: 'echoes-secrets', how: 'gives every secret back in many encodings', answer: echo },
  {
    id: 'deep-json',
    how: 'answers JSON nested 100,000 levels deep',
    answer: (_, __, response) => json(response, DEEP),
  },
  {
    id: 'html-error-pages',
    how: 'answers an HTML page with 502',
    answer: (_, __, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  },
  {
    id: 'html-with-200',
    how: 'answers the page of a captive portal with 200',
    answer: (_, __, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
  },
  {
    id: 'nasty-text',
    how: 'answers escapes, control characters and scripts',
    answer: (_, __, response) =>
      json(response, JSON.stringify({ status: NASTY, message: NASTY, [NASTY]: NASTY }), 400),
  },
  {
    id: 'broken-utf-8',
    how: 'answers bytes that are no UTF-8',
    answer: (_, __, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  },
  {
    id: 'prototype-keys',
    how: 'answers keys such as __proto__ and constructor',
    answer: (_, __, response) =>
      json(
        response,
        '{"access_token":"aa.bb.cc","__proto__":{"status":"FAILED"},"constructor":{"prototype":1},"user":{"__proto__":null,"toString":1}}',
      ),
  },
  {
    id: 'numbers-too-large',
    how: 'answers numbers beyond every range',
    answer: (_, __, response) =>
      json(response, '{"access_token":1e999,"expires_in":-1e400,"user":9007199254740993}'),
  },
  {
    id: 'long-messages',
    how: 'answers messages of two megabytes',
    answer: (_, __, response) =>
      json(response, JSON.stringify({ status: 'FAILED', message: 'm'.repeat(2_000_000) }), 400),
  },
  {
    id: 'always-429',
    how: 'answers 429 and asks to come back tomorrow',
    answer: (_, __, response) => response.writeHead(429, { 'retry-after': '86400' }).end(),
  },
  {
    id: 'always-503',
    how: 'answers 503 with an empty body',
    answer: (_, __, response) => response.writeHead(503).end(),
  },
  {
    id: 'no-content',
    how: 'answers 204 to everything',
    answer: (_, __, response) => response.writeHead(204).end(),
  },
  {
    id: 'not-modified',
    how: 'answers 304 to everything',
    answer: (_, __, response) => response.writeHead(304).end(),
  },
  {
    id: 'cookie-flood',
    how: 'sets a hundred cookies with every answer',
    answer: (_, __, response) => {
      response.setHeader(
        'set-cookie',
        Array.from({ length: 100 }, (_, index) => `c${index}=${'v'.repeat(50)}`),
      );
      json(response, '{}');
    },
  },
];

/** A redirect to another server, which must never hear of a token or a password. */
const redirect: Hostile = {
  id: 'redirects-elsewhere',
  how: 'redirects every request, with its method, to another server',
  verdicts: ['not conformant'],
  async start() {
    let strayed = 0;
    const elsewhere = await startHttp((_, __, response) => {
      strayed += 1;
      json(response, '{"access_token":"aa.bb.cc"}');
    });
    const server = await startHttp((request, _, response) =>
      response.writeHead(307, { location: elsewhere.url + request.url }).end(),
    );
    return {
      target: server.target,
      strayed: () => strayed,
      async close() {
        await Promise.all([server.close(), elsewhere.close()]);
      },
    };
  },
};

/** Targets that speak HTTP and say strange things. */
export const IN_ANSWERS: readonly Hostile[] = [
  ...BEHAVIOURS.map(
    ({ id, how, answer }): Hostile => ({
      id,
      how,
      verdicts: ['not conformant', 'incomplete'],
      start: () => startHttp(answer),
    }),
  ),
  redirect,
];
