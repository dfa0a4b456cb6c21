import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactSign, decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../contract/errors.ts';
import { REGISTER } from '../../contract/register/index.ts';
import type { Report } from '../report/report.ts';
import { renderJson } from '../report/write-json.ts';
import { SAMPLE_TARGET, sampleConformantReport } from '../testing/sample-report.ts';
import { generateKey, privateKeyOf, publicKeyOf, readKeyFile } from './key.ts';
import { signCertificate } from './sign.ts';
import { verifyCertificate } from './verify.ts';

const pair = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const other = generateKeyPairSync('ed25519');
const otherPublic = other.publicKey.export({ type: 'spki', format: 'pem' }).toString();

const bytesOf = (report: Report) => Buffer.from(renderJson(report));
const report = sampleConformantReport();
const signed = () => signCertificate(report, bytesOf(report), pair.privateKey);

describe('a certificate', () => {
  it('says in one line what it attests, held against key and report', async () => {
    const { valid, line, certificate } = await verifyCertificate(await signed(), {
      publicKey: pair.publicKey,
      reportBytes: bytesOf(report),
    });
    expect(valid).toBe(true);
    expect(line).toMatch(
      /^Valid: Sandbox of Example Transfers \(https:\/\/api\.sandbox\.example\) was conformant at 2026-11-21T09:00:04\.200Z, \d+ checks passed, by assay \S+, contract [0-9a-f]{12}, register version \d+, seed 1; 24 musts cannot be seen from outside, the verdict says nothing of them; declared: nothing that a target may lack; valid until 20\d\d-\S+Z; signed with the key given \(\S{43}\); the report is the one signed for$/,
    );
    expect(certificate).toMatchObject({
      verdict: 'conformant',
      target: report.target,
      counts: report.counts,
      contract: report.contract,
      seed: report.seed,
      kit: report.kit,
    });
  });

  it('without a key says that nothing but the key identifies the signer', async () => {
    const { valid, knownSigner, line, thumbprint } = await verifyCertificate(`${await signed()}\n`);
    expect({ valid, knownSigner }).toEqual({ valid: true, knownSigner: false });
    expect(line).toContain(
      `signed by the holder of key ${thumbprint}, whom nothing else identifies`,
    );
    expect(line).toContain('no report was compared');
  });

  it('runs out after a year, or after the days that were said', async () => {
    const now = new Date('2026-11-22T10:00:00Z');
    const { publicKey } = pair;
    for (const [options, last] of [
      [{ now }, '2027-11-22T10:00:00.000Z'],
      [{ now, validDays: 30 }, '2026-12-22T10:00:00.000Z'],
    ] as const) {
      const jws = await signCertificate(report, bytesOf(report), pair.privateKey, options);
      const justBefore = new Date(Date.parse(last) - 1);
      const { certificate, knownSigner } = await verifyCertificate(jws, {
        ...{ publicKey, now: justBefore },
      });
      expect({ until: certificate?.validUntil, knownSigner }).toEqual({
        ...{ until: last, knownSigner: true },
      });
      expect(await verifyCertificate(jws, { publicKey, now: new Date(last) })).toMatchObject({
        valid: false,
        line: `Not valid: it attested something until ${last} only.`,
      });
    }
  });

  it('of an older kit has no end and says nothing of capabilities', async () => {
    const payload = JSON.parse(
      Buffer.from((await signed()).split('.')[1] ?? '', 'base64').toString(),
    );
    const { validUntil: _, capabilities: __, ...older } = payload;
    const jws = await new CompactSign(Buffer.from(JSON.stringify(older)))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'assay-certificate+jws' })
      .sign(privateKeyOf(pair.privateKey));
    const { valid, line } = await verifyCertificate(jws, { publicKey: pair.publicKey });
    expect(valid).toBe(true);
    expect(line).toContain('; without an end; ');
    expect(line).not.toContain('declared');
  });

  it('names what the target declared', async () => {
    const target = { ...SAMPLE_TARGET, capabilities: ['apiTokens'] };
    const results = report.checks.map((check) => {
      const applies = REGISTER.find(({ id }) => check.requirements.includes(id));
      return applies?.capability === 'apiTokens' ? { ...check, result: 'pass' as const } : check;
    });
    const checks = report.checks.map((check) => ({ ...check, run: async () => {} }));
    const declared = sampleConformantReport({ target, checks, results });
    const jws = await signCertificate(declared, bytesOf(declared), pair.privateKey);
    const { line, certificate } = await verifyCertificate(jws, { publicKey: pair.publicKey });
    expect(certificate?.capabilities).toEqual(['apiTokens']);
    expect(line).toContain('; declared: apiTokens; ');
  });

  it('never carries the private key', async () => {
    const { jwk, alg } = decodeProtectedHeader(await signed());
    expect(alg).toBe('EdDSA');
    expect(Object.keys(jwk ?? {}).sort()).toEqual(['crv', 'kty', 'x']);
  });

  it('is not valid for another key', async () => {
    const { valid, line } = await verifyCertificate(await signed(), { publicKey: otherPublic });
    expect({ valid, line }).toEqual({
      valid: false,
      line: 'Not valid: the signature does not match: it was changed, or signed with another key.',
    });
  });

  it('is not valid for a report with one byte changed', async () => {
    const reportBytes = bytesOf(report);
    reportBytes[reportBytes.length - 3] = 0x20;
    const { valid, line } = await verifyCertificate(await signed(), { reportBytes });
    expect(valid).toBe(false);
    expect(line).toBe('Not valid: the report is not the one it was signed for.');
  });

  it('is not valid with any of its three parts changed', async () => {
    const parts = (await signed()).split('.');
    for (const index of [0, 1, 2]) {
      const changed = parts.map((part, at) =>
        at === index ? part.slice(0, 20) + (part[20] === 'A' ? 'B' : 'A') + part.slice(21) : part,
      );
      expect(await verifyCertificate(changed.join('.'))).toMatchObject({ valid: false });
    }
  });

  it.each([
    ['nothing', ''],
    ['no JWS', 'hello'],
    ['an unsigned one', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    [
      'a HMAC with the public key',
      `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.AA`,
    ],
  ])('is not %s', async (_what, jws) => {
    const { valid, line } = await verifyCertificate(jws, { publicKey: pair.publicKey });
    expect(valid).toBe(false);
    expect(line).toMatch(/^Not valid: [^\n]+\.$/);
  });

  it.each([
    ['another type', { alg: 'EdDSA', typ: 'JWT' }, '{}'],
    ['another content', { alg: 'EdDSA', typ: 'assay-certificate+jws' }, '{"verdict":"conformant"}'],
    ['no JSON', { alg: 'EdDSA', typ: 'assay-certificate+jws' }, 'x'],
  ])('is not a JWS of the right key with %s', async (_what, header, payload) => {
    const jws = await new CompactSign(Buffer.from(payload))
      .setProtectedHeader(header)
      .sign(privateKeyOf(pair.privateKey));
    const { valid } = await verifyCertificate(jws, { publicKey: pair.publicKey });
    expect(valid).toBe(false);
  });
});

describe('signing', () => {
  const refusal = (changed: Report, bytes = bytesOf(changed)) =>
    signCertificate(changed, bytes, pair.privateKey).catch((error: unknown) => error);
  const results = (change: (index: number) => object) =>
    report.checks.map((check, index) => ({ ...check, ...change(index) }));
  const checks = report.checks.map(({ id, requirements, level, title }) => {
    return { id, requirements, level, title, run: async () => {} };
  });
  const failing = results((index) => (index === 0 ? { result: 'fail' } : {}));
  const untested = results((index) => (index === 0 ? { result: 'not tested' } : {}));

  it.each([
    ['a failing run', { results: failing }, /the target is not conformant/],
    ['an incomplete run', { results: untested }, /the target is incomplete/],
    ['a partial run', { partialReason: 'Ctrl-C' }, /the target is incomplete/],
    ['a run of a selection', { selection: '--level must' }, /only a part was selected/],
  ])('is refused for %s', async (_what, change, message) => {
    const error = await refusal(sampleConformantReport({ checks, ...change }));
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toMatch(message);
  });

  const forged = sampleConformantReport({ checks, results: failing });
  const { coverage, counts } = report;
  it.each([
    ['the verdict', { ...forged, verdict: 'conformant' }, /its checks say not conformant/],
    ['verdict and counts', { ...forged, verdict: 'conformant', counts }, /its counts are not/],
    [
      'verdict and coverage',
      { ...forged, verdict: 'conformant', coverage },
      /is failed, not passed/,
    ],
    ['partial', { ...report, partial: true }, /partial/],
    ['unreachable', { ...report, unreachable: 'PUT x: (refused)' }, /answered no more/],
    [
      'the unseen musts',
      { ...report, unseenMusts: 0 },
      /24 musts cannot be seen from outside, not 0/,
    ],
    ['a requirement away', { ...report, coverage: coverage.slice(1) }, /has no row/],
    ['a check away', { ...report, checks: report.checks.slice(1) }, /counts/],
    [
      'a check away and the counts',
      { ...report, checks: report.checks.slice(1), counts: { ...counts, pass: counts.pass - 1 } },
      /not tested, not passed/,
    ],
    [
      'a capability in',
      { ...report, capabilities: ['apiTokens'] },
      /its checks do not agree that apiTokens is declared/,
    ],
    ['the contract', { ...report, contract: { digest: '0'.repeat(64) } }, /another version/],
  ])('is refused when somebody edited %s', async (_what, changed, message) => {
    const error = await refusal(changed as Report);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toMatch(message);
  });

  it('is refused when report.json is of a run that failed', async () => {
    expect(String(await refusal(report, bytesOf(forged)))).toMatch(/not conformant/);
  });

  it.each([
    [
      'an RSA key',
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
      /it is rsa/,
    ],
    ['a public key', pair.publicKey, /cannot be read/],
    ['no key', 'hello', /cannot be read/],
    ['broken JWK', '{"kty"', /cannot be read/],
  ])('is refused with %s', async (_what, key, message) => {
    const error = await signCertificate(report, bytesOf(report), key).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toMatch(message);
  });

  it('takes a JWK as well', async () => {
    const jwk = JSON.stringify(privateKeyOf(pair.privateKey).export({ format: 'jwk' }));
    const jws = await signCertificate(report, bytesOf(report), jwk);
    const publicKey = JSON.stringify(publicKeyOf(pair.publicKey).export({ format: 'jwk' }));
    expect(await verifyCertificate(jws, { publicKey })).toMatchObject({ valid: true });
  });
});

describe('a key file', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'assay-key-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('is made with its public half and signs what that verifies', async () => {
    const { privatePath, publicPath, thumbprint } = await generateKey(join(dir, 'key.pem'));
    const jws = await signCertificate(report, bytesOf(report), await readKeyFile(privatePath));
    const publicKey = await readFile(publicPath, 'utf8');
    expect(await verifyCertificate(jws, { publicKey })).toMatchObject({ valid: true, thumbprint });
    expect((await stat(privatePath)).mode & 0o777).toBe(0o600);
  });

  it('is never overwritten', async () => {
    const path = join(dir, 'key.pem');
    await generateKey(path);
    const before = await readFile(path, 'utf8');
    await expect(generateKey(path)).rejects.toThrow(/is there already/);
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('that is not there names the command that makes one', async () => {
    const path = join(dir, 'none.pem');
    await expect(readKeyFile(path)).rejects.toThrow(`assay keygen --out ${path}`);
  });
});
