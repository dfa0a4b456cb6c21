import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CAPABILITIES } from '../contract/capabilities.ts';
import { UnavailableError, UsageError } from '../contract/errors.ts';
import { initTargetFile, starterTargetFile } from './starter.ts';
import schema from './target.schema.json' with { type: 'json' };
import { USER_NAMES } from './target.ts';
import { readTargetFile } from './target-file.ts';
import { STATE_NAMES } from './target-rules.ts';
import { parseTargetText } from './target-text.ts';
import { createAuthority, encryptedKey } from './testing/certificates.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-starter-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A value for every variable that a text takes. */
function environmentFor(text: string): Record<string, string> {
  const names = [...text.matchAll(/\$\{(ASSAY_\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, `value-of-${name}`]));
}

test('is a target file as soon as its passwords are set', async () => {
  const path = join(folder, 'as-it-is.json');
  await initTargetFile(path);
  const target = await readTargetFile(path, environmentFor(await readFile(path, 'utf8')));
  expect(Object.keys(target.users)).toEqual([...USER_NAMES]);
  expect(target.users.otherCustomer).toEqual({
    email: 'otherCustomer@sandbox.example',
    password: 'value-of-ASSAY_OTHER_CUSTOMER_PASSWORD',
  });
  expect(target.states).toEqual({ pools: {} });
});

test('names every variable that is to be set', async () => {
  const path = join(folder, 'unset.json');
  await initTargetFile(path);
  const message = await readTargetFile(path, {}).catch((error: Error) => error.message);
  for (const name of USER_NAMES) {
    expect(message).toContain(`users.${name}.password`);
  }
  expect(message).toContain('ASSAY_OTHER_MANAGER_PASSWORD is not set');
});

test('stays valid with everything uncommented that it offers', async () => {
  const everything = starterTargetFile().replaceAll(/^( *)\/\/ "/gm, '$1"');
  const env = environmentFor(everything);
  const inside = await mkdtemp(join(folder, 'everything-'));
  const authority = createAuthority('Acme authority');
  const { certificate, key } = authority.issue('assay.acme.example');
  await writeFile(join(inside, 'acme-authority.pem'), authority.certificate);
  await writeFile(join(inside, 'client.pem'), certificate);
  const encrypted = encryptedKey(key, env.ASSAY_KEY_PASSPHRASE ?? '');
  await writeFile(join(inside, 'client-key.pem'), encrypted);
  await writeFile(join(inside, 'target.json'), everything);
  const target = await readTargetFile(join(inside, 'target.json'), env);
  expect(target.tls?.key).toBe(key);
  expect(target.proxies?.https).toMatch(/^http:\/\/assay:.+@proxy\.acme\.example:3128\/$/);
  expect(target.capabilities).toEqual(Object.keys(CAPABILITIES));
  expect(Object.keys(target.states.pools)).toEqual(STATE_NAMES);
  expect(target.states.url).toBe('http://127.0.0.1:4100/states');
  expect(target.lendingUrl).not.toBe(target.baseUrl);
  expect(Object.keys(target.headers)).toHaveLength(1);
});

test('explains every key in one line before it', () => {
  const lines = starterTargetFile().split('\n');
  const keys = lines.flatMap((line, index) => (/^ *(\/\/ )?"/.test(line) ? [index] : [])).slice(1);
  expect(keys.length).toBeGreaterThan(30);
  for (const index of keys) {
    expect(lines[index - 1], lines[index]).toMatch(/^ *\/\/ [^"]/);
  }
});

test('says where editors find the schema', async () => {
  const path = join(folder, 'deeper', 'target.json');
  await initTargetFile(path);
  const { $schema } = parseTargetText(await readFile(path, 'utf8')).value as { $schema: string };
  const found = await readFile(resolve(dirname(path), $schema), 'utf8');
  expect(JSON.parse(found)).toEqual(schema);
});

test('overwrites no file and leaves nothing else behind', async () => {
  const inside = await mkdtemp(join(folder, 'taken-'));
  const path = join(inside, 'target.json');
  await writeFile(path, 'mine');
  const failure = await initTargetFile(path).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UsageError);
  expect(failure).toMatchObject({
    message: `${path} exists already; name another file with --out, or remove it`,
  });
  expect(await readFile(path, 'utf8')).toBe('mine');
  expect(await readdir(inside)).toEqual(['target.json']);
});

test('says why it cannot be written', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const failure = await initTargetFile(join(file, 'target.json')).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(String(failure)).toContain(join(file, 'target.json'));
  expect(failure).toBeInstanceOf(UnavailableError);
});
