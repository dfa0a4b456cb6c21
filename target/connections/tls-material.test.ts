import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthority, encryptedKey } from '../testing/certificates.ts';
import { readTls } from './tls-material.ts';

const authority = createAuthority('Acme authority');
const { certificate, key } = authority.issue('assay.acme.example');
const passphrase = 'passphrase of this test';
const now = new Date();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-tls-'));
  await writeFile(join(folder, 'ca.pem'), authority.certificate);
  await writeFile(join(folder, 'client.pem'), certificate);
  await writeFile(join(folder, 'key.pem'), encryptedKey(key, passphrase));
});
afterAll(() => rm(folder, { recursive: true }));

test('reads files from the folder of the target file, and decrypts the key', () => {
  const entry = { ca: 'ca.pem', certificate: 'client.pem', key: 'key.pem', passphrase };
  const { tls, mistakes, secrets } = readTls(entry, folder, now);
  expect(mistakes).toEqual([]);
  expect(tls).toEqual({ ca: authority.certificate, certificate, key });
  expect(secrets).toEqual(expect.arrayContaining([passphrase, key]));
});

test('takes the texts themselves, also with their line ends written out', () => {
  const inOneLine = key.replaceAll('\n', '\\n');
  const { tls, mistakes, secrets } = readTls({ certificate, key: inOneLine }, folder, now);
  expect(mistakes).toEqual([]);
  expect(tls).toEqual({ certificate, key });
  expect(secrets).toContain(inOneLine);
});

const encrypted = encryptedKey(key, passphrase);
test.each([
  [{ ca: 'none.pem' }, 'ca', /^cannot be read \(ENOENT\); expected the path of a PEM file/],
  [{ ca: key }, 'ca', /^holds no certificate/],
  [{ certificate, key: certificate }, 'key', /^holds no private key/],
  [{ certificate, key: encrypted }, 'key', /^is encrypted; expected tls\.passphrase/],
  [{ certificate, key: encrypted, passphrase: 'another' }, 'passphrase', /^does not open tls\.key/],
  [{ certificate, key: authority.key }, 'key', /^is not the key of tls\.certificate/],
])('names what is wrong in %#', (entry, field, text) => {
  const { mistakes } = readTls(entry, folder, now);
  expect(mistakes).toEqual([{ path: ['tls', field], text: expect.stringMatching(text) }]);
});

test('says when an authority or a certificate of the client has expired', () => {
  const later = new Date(now.getTime() + 10 * 86_400_000);
  const { mistakes } = readTls({ ca: 'ca.pem', certificate, key }, folder, later);
  const text = expect.stringMatching(/^expired on \d{4}-\d\d-\d\d; expected a certificate/);
  expect(mistakes).toEqual([
    { path: ['tls', 'ca'], text },
    { path: ['tls', 'certificate'], text },
  ]);
});

test('takes a bundle in which only one authority has expired', () => {
  const old = createAuthority('Old authority', { from: new Date(0), to: new Date(1) });
  const { mistakes } = readTls({ ca: old.certificate + authority.certificate }, folder, now);
  expect(mistakes).toEqual([]);
});

test('finds nothing where nothing is given', () => {
  expect(readTls(undefined, folder, now)).toEqual({ mistakes: [], secrets: [] });
});
