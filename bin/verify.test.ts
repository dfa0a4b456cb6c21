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
import { type EndedLine, runLines } from './testing/run-lines.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const SAID: [string, number, RegExp][] = [
  ['certificate.jws --key office.pem.pub --report report.json', 0, /^Valid: /],
  [
    'certificate.jws',
    3,
    /^Intact, by an unknown signer: .*whom nothing else identifies: give the signer's key with --key/,
  ],
  ['certificate.jws --any-signer', 0, /^Valid: /],
  ['certificate.jws --any-signer --report other.json', 1, /^Not valid: the report is not the one/],
  ['old.jws --key office.pem.pub', 1, /^Not valid: it attested something until 20\S+Z only/],
];
const PRINTED: [string, number, object][] = [
  ['certificate.jws --key office.pem.pub', 0, { valid: true, knownSigner: true }],
  ['certificate.jws', 3, { valid: true, knownSigner: false }],
  ['old.jws', 1, { valid: false, knownSigner: false }],
];

let folder: string;
const ended = new Map<string, EndedLine>();
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
  // in one process: the start of each would cost more than what it does
  const asked = [...SAID.map(([line]) => line), ...PRINTED.map(([line]) => `${line} --json`)];
  const lines = asked.map((line) => ({ args: ['verify', ...line.split(' ')], folder, env: {} }));
  const ran = await runLines(lines);
  expect({ stderr: ran.stderr, leftProcess: ran.leftProcess }).toEqual({
    stderr: '',
    leftProcess: false,
  });
  for (const [place, line] of asked.entries()) {
    ended.set(line, ran.lines[place] as EndedLine);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(SAID)('assay verify %s ends with %i', (line, code, says) => {
  expect(ended.get(line)).toMatchObject({ code, stderr: '' });
  expect(ended.get(line)?.stdout).toMatch(says);
});

it.each(PRINTED)('assay verify %s --json prints what its schema says', (line, code, found) => {
  const end = ended.get(`${line} --json`);
  expect(end).toMatchObject({ code, stderr: '' });
  const printed = JSON.parse(end?.stdout ?? '');
  expect(printed).toMatchObject(found);
  const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(schema);
  expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...printed, line: undefined, valid: true, certificate: undefined })).toBe(
    false,
  );
});
