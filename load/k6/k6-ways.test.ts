import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthority } from '../../target/testing/certificates.ts';
import { clientCertificates, k6Environment, missingInArchive } from './k6-ways.ts';

const { certificate, key } = createAuthority('Acme authority');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-k6-ways-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('takes away proxies that the suite does not use either', async () => {
  const none = { HTTP_PROXY: '', http_proxy: '', HTTPS_PROXY: '', https_proxy: '' };
  expect(await k6Environment({}, folder)).toEqual({ ...none, NO_PROXY: '', no_proxy: '' });
});

it('gives the proxies in both spellings', async () => {
  const proxies = { https: 'http://a:b@proxy.example', noProxy: 'x.example' };
  expect(await k6Environment({ proxies }, folder)).toMatchObject({
    ...{ HTTPS_PROXY: proxies.https, https_proxy: proxies.https, HTTP_PROXY: '' },
    no_proxy: 'x.example',
  });
});

it('writes an authority of its own beside the usual ones, for nobody else to read', async () => {
  const { SSL_CERT_FILE: file = '' } = await k6Environment({ tls: { ca: certificate } }, folder);
  const text = await readFile(file, 'utf8');
  expect(text).toContain(certificate);
  expect(text.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(20);
  expect((await stat(file)).mode & 0o77).toBe(0);
});

it('gives a client certificate with its key alone', () => {
  expect(clientCertificates({ tls: { certificate, key } })).toEqual([{ cert: certificate, key }]);
  expect(clientCertificates({ tls: { ca: certificate } })).toEqual([]);
  expect(clientCertificates({})).toEqual([]);
});

it('names what an archive cannot hold', () => {
  expect(missingInArchive({ tls: { certificate, key } })).toBeUndefined();
  const ways = { tls: { ca: certificate }, proxies: { noProxy: '' } };
  expect(missingInArchive(ways)).toMatch(/SSL_CERT_FILE.*; HTTPS_PROXY, HTTP_PROXY and NO_PROXY$/);
});
