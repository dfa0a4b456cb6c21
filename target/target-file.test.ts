import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseTarget, readTargetFile } from './target-file.ts';
import { createAuthority } from './testing/certificates.ts';
import { complaintOf, MINIMAL, mistakesOf, URL_EXPECTED } from './testing/complaints.ts';
import { SAMPLE_ENV, sampleTargetFile } from './testing/sample-target-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-target-'));
});
afterAll(() => rm(folder, { recursive: true }));

let written = 0;
async function fileWith(text: string | Uint8Array): Promise<string> {
  const path = join(folder, `target-${++written}.json`);
  await writeFile(path, text);
  return path;
}

const PRODUCT = { loanProductId: 'p', currencyCode: 'NGN' };

describe('a target file without mistakes', () => {
  test('gives defaults to what is left out', () => {
    expect(parseTarget(MINIMAL, {})).toEqual({
      name: 'Minimal',
      baseUrl: 'http://localhost:4000',
      lendingUrl: 'http://localhost:4000',
      investmentUrl: 'http://localhost:4000',
      headers: {},
      timeoutMs: 10_000,
      concurrency: 8,
      users: {},
      capabilities: [],
      states: { pools: {} },
      secrets: [],
    });
  });

  test('keeps everything it says, with secrets filled in and slashes removed', () => {
    const target = parseTarget(sampleTargetFile(), SAMPLE_ENV);
    expect(target.baseUrl).toBe('https://base.example/tenant');
    expect(target.headers).toEqual({ 'x-gateway-key': 'gateway-key-5', 'x-region': 'eu-1' });
    expect(target.users.cashier).toEqual({
      email: 'cashier@tenant.example',
      password: 'pw-of-everybody-1-cashier',
    });
    expect(target.states.headers).toEqual({ authorization: 'Bearer hook-secret-4' });
    expect(target.states.pools['expired-token']).toEqual([{ token: 'expired-token-3' }]);
    expect(Object.keys(target.states.pools)).toHaveLength(16);
    expect(target.load).toEqual({
      ...sampleTargetFile().load,
      customers: [{ email: 'hot@tenant.example', password: 'pw-of-everybody-1-hot' }],
    });
  });

  test('may have comments, trailing commas, a byte order mark and $schema', async () => {
    const path = await fileWith(`\uFEFF{
      // where the schema is
      "$schema": "./target.schema.json",
      "name": "Commented", /* the sandbox */
      "baseUrl": "https://\${ASSAY_HOST}/a//",
    }`);
    const target = await readTargetFile(path, { ASSAY_HOST: 'Sandbox.Example:8443' });
    expect(target.baseUrl).toBe('https://sandbox.example:8443/a');
    expect(target.secrets).toEqual([]);
  });

  test('may name a host for the login of a user, and a customer and an agent for a state', () => {
    const baseUrl = 'https://other.example/tenant/';
    const user = { email: 'm@t.example', password: 'pw' };
    const product = { ...PRODUCT, ...user, agent: { ...user, bvn: '1' } };
    const target = parseTarget({
      ...MINIMAL,
      users: { otherManager: { ...user, baseUrl } },
      states: { 'loan-product': [product] },
    });
    expect(target.users.otherManager).toEqual({ ...user, baseUrl: 'https://other.example/tenant' });
    expect(target.states.pools['loan-product']).toEqual([product]);
  });

  test('may name the pools one level deeper', () => {
    const portfolios = [{ customerId: 'c-1', count: 11 }];
    const states = { pools: { portfolios } };
    expect(parseTarget({ ...MINIMAL, states }).states.pools).toEqual({ portfolios });
  });

  test('writes a literal ${ as $${', () => {
    const users = { customer: { email: 'c@t.example', password: `a$\${b}` } };
    expect(parseTarget({ ...MINIMAL, users }, {}).users.customer?.password).toBe(`a\${b}`);
  });

  test.each([
    ['nothing', {}],
    [
      'empty sections',
      { thresholds: { '*': {} }, customers: [], currencies: [], virtualUsers: {} },
    ],
    ['latencies that nobody meets', { thresholds: { '*': { p50: 0, p95: 0, p99: 0 } } }],
    ['the least error rate that counts', { thresholds: { '*': { errorRate: 1e-7 } } }],
    ['every error rate', { thresholds: { login: { errorRate: 0 }, refresh: { errorRate: 1 } } }],
    ['no answers needed', { thresholds: { '*': { minCount: 0, wrongAnswers: 0 } } }],
    ['as many virtual users at most as made', { virtualUsers: { preAllocated: 1, max: 1 } }],
    ['only the most virtual users', { virtualUsers: { max: 5 } }],
  ])('may set of the load kit %s', (_title, load) => {
    expect(parseTarget({ ...MINIMAL, load }).load).toEqual(load);
  });

  test('is read from a JSON value that the caller keeps unchanged', () => {
    const file = sampleTargetFile();
    parseTarget(file, SAMPLE_ENV);
    expect(file).toEqual(sampleTargetFile());
  });
});

describe('a target file with a mistake', () => {
  test('names a gate that no number can hold', async () => {
    const text = `{ "thresholds": { "*": { "p95": 1e999 } } }`;
    const path = await fileWith(`{ "name": "x", "baseUrl": "http://a.example", "load": ${text} }`);
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: load.thresholds["*"].p95 (line 1) is a number too large; expected a number`,
    );
  });

  test('lists every mistake at once, in the order of the file and with its line', async () => {
    const path = await fileWith(`{
  "baseUrl": "nowhere",
  "users": {
    "custmer": {},
    "cashier": { "email": "c@t.example", "password": "\${NOT_THERE}" },
  },
  "timeoutMs": 1,
  "timeoutMs": 2,
  "states": { "portfolios": [{ "customerId": "c", "count": 3 }] },
}`);
    expect(await complaintOf(readTargetFile(path, {}))).toBe(
      [
        `${path} has 6 mistakes:`,
        '  1) name is missing: what reports and certificates call the target',
        `  2) baseUrl (line 2) is no http or https URL; ${URL_EXPECTED}`,
        '  3) users.custmer (line 4) is not a known key; did you mean customer?',
        `  4) users.cashier.password (line 5) takes \${NOT_THERE}, but the environment variable NOT_THERE is not set; set it`,
        '  5) timeoutMs (line 7) is given twice, again in line 8; expected one of them',
        '  6) states.portfolios[0].count (line 9) is 3; expected 11 or more',
      ].join('\n'),
    );
  });

  test('is one line where there is one mistake', async () => {
    const path = await fileWith('{"name": "x", "baseUrl": "http://a.example", "load": []}');
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: load (line 1) is an array; expected an object`,
    );
  });
});

describe('a file that cannot be read as a target file', () => {
  test.each([
    ['{ "a": tru }', '1:8: a word that JSON does not know; expected text in double quotes'],
    ['{\n  "a" 3\n}', '2:7: expected `:` after the key'],
    ['{\n  "a": 3\n  "b": 4\n}', '3:3: expected `,` before this'],
    ['{\r\n  "a": "x\r\n}', '2:8: text without its closing double quote'],
    ['{ "a": [1, 2 }', '1:14: expected `,` before this'],
    ["{ 'a': 1 }", '1:3: a word that JSON does not know; expected text in double quotes'],
    ['{} {}', '1:4: expected nothing after the end of the object'],
    ['{ /* no end', '1:3: a comment that does not end'],
    ['', '1:1: expected a value'],
    ['// nothing\n', '2:1: expected a value'],
  ])('says where %j breaks', async (text, expected) => {
    const path = await fileWith(text);
    const [first = ''] = (await complaintOf(readTargetFile(path))).split('\n  2)');
    expect(first.replace(/^.* mistakes:\n {2}1\) /, `${path}: `)).toBe(`${path}: ${expected}`);
  });

  test('says that it is nested too deeply', async () => {
    const path = await fileWith('['.repeat(200_000));
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: is nested too deeply to be a target file`,
    );
  });

  test('names every line that is no JSON', async () => {
    const path = await fileWith('{\n"a" 1,\n"b": x1,\n"c": "\\q"\n}');
    expect(await complaintOf(readTargetFile(path))).toBe(
      [
        `${path} has 3 mistakes:`,
        '  1) 2:5: expected `:` after the key',
        '  2) 3:6: a word that JSON does not know; expected text in double quotes',
        '  3) 4:6: a backslash with a letter that JSON does not escape',
      ].join('\n'),
    );
  });

  test('says that it is missing and what writes one', async () => {
    const path = join(folder, 'missing.json');
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: there is no such file or folder; \`assay init --out ${path}\` writes a starter`,
    );
  });

  test('says that it is a folder', async () => {
    const path = join(folder, 'folder.json');
    await mkdir(path);
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: it is a folder, and a file is wanted`,
    );
  });

  test('says that it is not UTF-8', async () => {
    const path = await fileWith(Buffer.from('{"name": "é"}', 'latin1'));
    expect(await complaintOf(readTargetFile(path))).toBe(
      `${path}: is not UTF-8 text; expected a target file in JSON`,
    );
  });
});

test('reads certificates beside the file, and keeps their key and a proxy password secret', async () => {
  const authority = createAuthority('Acme authority');
  const { certificate, key } = authority.issue('assay.acme.example');
  const inside = await mkdtemp(join(tmpdir(), 'assay-target-tls-'));
  try {
    await writeFile(join(inside, 'client.pem'), certificate);
    await writeFile(join(inside, 'key.pem'), key);
    const tls = { certificate: 'client.pem', key: 'key.pem' };
    const path = join(inside, 'target.json');
    await writeFile(path, JSON.stringify({ ...MINIMAL, tls }));
    const env = { HTTPS_PROXY: 'http://me:sesame@proxy.example' };
    const target = await readTargetFile(path, env);
    expect(target.tls).toEqual({ certificate, key });
    expect(target.proxies).toEqual({ https: 'http://me:sesame@proxy.example/', noProxy: '' });
    expect(target.secrets).toEqual(expect.arrayContaining([key, 'sesame']));
  } finally {
    await rm(inside, { recursive: true });
  }
});

test('names every mistake in tls and proxy at once', () => {
  const file = {
    ...MINIMAL,
    tls: { key: 'none.pem', pass: 1 },
    proxy: { url: 'ftp://x', port: 1 },
  };
  expect(mistakesOf(file)).toEqual([
    'tls.pass is not a known key; expected one of ca, certificate, key, passphrase',
    'tls.certificate is missing; expected it beside key',
    'proxy.port is not a known key; expected one of url, user, password, noProxy',
    expect.stringContaining('tls.key cannot be read (ENOENT)'),
    expect.stringContaining('proxy.url is no http or https URL'),
  ]);
});
