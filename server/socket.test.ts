import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../fixtures/standard-users.ts';
import { BODY_LIMIT } from './http/body.ts';
import { type Running, startServer } from './serve.ts';

const run = promisify(execFile);
let server: Running;
let folder: string;
let url: string;
let headers: Record<string, string>;
let body: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-socket-'));
  server = await startServer({
    db: ':memory:',
    logger: pino({ level: 'silent' }),
    headersTimeout: 300,
    requestTimeout: 600,
    checkInterval: 50,
  });
  const { email, password } = STANDARD_LOGINS.customer;
  const session = (await (
    await fetch(server.url + pathOf('login'), {
      method: 'PUT',
      body: JSON.stringify({ email, currentPassword: password }),
    })
  ).json()) as { access_token: string };
  url = `${server.url}${pathOf('awaiting-payments')}?size=3`;
  headers = {
    'X-Auth-Token': session.access_token,
    platform: 'WEB',
    uuid: 'device',
    'Content-Type': 'application/json',
  };
  body = JSON.stringify({
    selectedCurrency: 'NGN',
    fromDate: '02/04/2026',
    toDate: '06/05/2026',
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

type Received = { status: number; text: string };
function received(sent: ClientRequest): Promise<Received> {
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', async (response) => {
      let text = '';
      for await (const chunk of response) {
        text += chunk;
      }
      resolve({ status: response.statusCode ?? 0, text });
    });
  });
}
function expectThreePayments(text: string): void {
  expect(JSON.parse(text).data.awaitingPayments).toHaveLength(3);
}
function has(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
/** Sends bytes as they are and gives back all that comes until the connection ends. */
function raw(...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(text));
    for (const part of parts) {
      socket.write(part);
    }
  });
}
const head = (...lines: string[]) =>
  [
    `GET ${pathOf('awaiting-payments')}?size=3 HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...lines,
    '',
    '',
  ].join('\r\n');

describe('GET with a JSON body', () => {
  it('is read from node:http with Content-Length', async () => {
    const sent = request(url, {
      method: 'GET',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    });
    sent.end(body);
    const { status, text } = await received(sent);
    expect(status).toBe(200);
    expectThreePayments(text);
  });

  it('is read from node:http in chunks', async () => {
    const sent = request(url, {
      method: 'GET',
      headers: { ...headers, 'Transfer-Encoding': 'chunked' },
    });
    sent.write(body.slice(0, 10));
    sent.end(body.slice(10));
    expectThreePayments((await received(sent)).text);
  });

  it('leaves the connection usable for the next request', async () => {
    const answer = await raw(
      head(`Content-Length: ${body.length}`) + body,
      `${head(`Content-Length: ${body.length}`, 'Connection: close')}${body}`,
    );
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(answer.match(/"awaitingPayments"/g)).toHaveLength(2);
  });

  it('is not taken for a second request where it is not read', async () => {
    const smuggled = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const unread = [
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${smuggled.length}`,
      'Connection: close',
    ].join('\r\n');
    const answer = await raw(`${unread}\r\n\r\n${smuggled}`);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  const headerArguments = () =>
    Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);

  it.skipIf(!has('curl', '--version'))('is read from curl', async () => {
    const { stdout } = await run('curl', [
      '-sS',
      '-X',
      'GET',
      '-d',
      body,
      ...headerArguments(),
      url,
    ]);
    expectThreePayments(stdout);
  });

  it.skipIf(!has('python3', '--version'))('is read from Python’s http.client', async () => {
    const script = `
import http.client, json, sys
host, path, headers, body = sys.argv[1:]
connection = http.client.HTTPConnection(host)
connection.request('GET', path, body, json.loads(headers))
print(connection.getresponse().read().decode())`;
    const { host, pathname, search } = new URL(url);
    const { stdout } = await run('python3', [
      '-c',
      script,
      host,
      pathname + search,
      JSON.stringify(headers),
      body,
    ]);
    expectThreePayments(stdout);
  });

  it.skipIf(!has('go', 'version'))(
    'is read from Go’s net/http',
    async () => {
      const file = join(folder, 'main.go');
      writeFileSync(
        file,
        `package main

import ("encoding/json"; "io"; "net/http"; "os"; "strings")

func main() {
	request, err := http.NewRequest("GET", os.Args[1], strings.NewReader(os.Args[3]))
	if err != nil { panic(err) }
	headers := map[string]string{}
	if err := json.Unmarshal([]byte(os.Args[2]), &headers); err != nil { panic(err) }
	for name, value := range headers { request.Header.Set(name, value) }
	response, err := http.DefaultClient.Do(request)
	if err != nil { panic(err) }
	io.Copy(os.Stdout, response.Body)
}
`,
      );
      const { stdout } = await run('go', ['run', file, url, JSON.stringify(headers), body]);
      expectThreePayments(stdout);
    },
    120_000,
  );
});

describe('a body that is too large', () => {
  it('is refused with 413 by its Content-Length, before it is sent', async () => {
    const answer = await raw(head(`Content-Length: ${BODY_LIMIT + 1}`));
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"status":"FAILED"/s);
  });

  it('is refused with 413 while it comes in chunks', async () => {
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const answer = await raw(head('Transfer-Encoding: chunked'), ...Array(5).fill(chunk));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is refused on other methods alike', async () => {
    const response = await fetch(server.url + pathOf('login'), {
      method: 'PUT',
      body: ' '.repeat(BODY_LIMIT + 1),
    });
    expect(response.status).toBe(413);
    await response.text();
  });
});

describe('a client that does not behave', () => {
  it('is cut with 408 when its headers do not end', async () => {
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is cut when its body does not end', async () => {
    expect(await raw(head('Content-Length: 100'), '{')).not.toContain('200 OK');
  });

  it('is refused with both Content-Length and Transfer-Encoding', async () => {
    const both = head('Content-Length: 5', 'Transfer-Encoding: chunked');
    expect(await raw(`${both}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
