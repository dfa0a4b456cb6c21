import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signCertificate } from '../conformance/certificate/sign.ts';
import schema from '../conformance/certificate/verification.schema.json' with { type: 'json' };
import { renderJson } from '../conformance/report/write-json.ts';
import { sampleConformantReport } from '../conformance/testing/sample-report.ts';
import { runAssay } from './testing/spawn-assay.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-verify-'));
  const report = sampleConformantReport();
  const bytes = Buffer.from(renderJson(report));
  const now = new Date(Date.now() - 2 * 86_400_000);
  const sign = (options: object) => signCertificate(report, bytes, privateKey, options);
  writeFileSync(join(folder, 'office.pem.pub'), publicKey);
  writeFileSync(join(folder, 'report.json'), bytes);
  writeFileSync(join(folder, 'other.json'), `${bytes} `);
  writeFileSync(join(folder, 'certificate.jws'), await sign({}));
  writeFileSync(join(folder, 'old.jws'), await sign({ now, validDays: 1 }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.concurrent.each([
  ['certificate.jws --key office.pem.pub --report report.json', 0, /^Valid: /],
  [
    'certificate.jws',
    3,
    /^Intact, by an unknown signer: .*whom nothing else identifies: give the signer's key with --key/,
  ],
  ['certificate.jws --any-signer', 0, /^Valid: /],
  ['certificate.jws --any-signer --report other.json', 1, /^Not valid: the report is not the one/],
  ['old.jws --key office.pem.pub', 1, /^Not valid: it attested something until 20\S+Z only/],
])('assay verify %s ends with %i', async (line, code, says) => {
  const ended = await runAssay(['verify', ...line.split(' ')], { cwd: folder });
  expect(ended).toMatchObject({ code, stderr: '' });
  expect(ended.stdout).toMatch(says);
});

it.each([
  ['certificate.jws --key office.pem.pub', 0, { valid: true, knownSigner: true }],
  ['certificate.jws', 3, { valid: true, knownSigner: false }],
  ['old.jws', 1, { valid: false, knownSigner: false }],
])('assay verify %s --json prints what its schema says', async (line, code, found) => {
  const ended = await runAssay(['verify', ...line.split(' '), '--json'], { cwd: folder });
  expect(ended).toMatchObject({ code, stderr: '' });
  const printed = JSON.parse(ended.stdout);
  expect(printed).toMatchObject(found);
  const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(schema);
  expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...printed, line: undefined, valid: true, certificate: undefined })).toBe(
    false,
  );
});
