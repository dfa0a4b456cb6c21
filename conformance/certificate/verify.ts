import { createPublicKey } from 'node:crypto';
import { compactVerify, decodeProtectedHeader, EmbeddedJWK, errors, type JWK } from 'jose';
import { visibleLine } from '../../pages/visible-text.ts';
import { unseenText } from '../report/coverage.ts';
import {
  ALGORITHM,
  CERTIFICATE_TYPE,
  type Certificate,
  isCertificate,
  sha256,
} from './certificate.ts';
import { publicKeyOf, thumbprintOf } from './key.ts';

/** What verifying a certificate came to. */
export interface Verification {
  valid: boolean;
  /** whether the signer's key was given: any other key is whoever's */
  knownSigner: boolean;
  /** one line that says what is attested and by whom, or what is wrong */
  line: string;
  /** present when valid */
  certificate?: Certificate;
  /** RFC 7638 thumbprint of the signer's key; present when valid */
  thumbprint?: string;
}

/** What a certificate is held against. */
export interface VerifyOptions {
  /** the signer's public key, PEM or JWK text; without it the key in the certificate is taken */
  publicKey?: string;
  /** whoever signed it is taken, where no key is given */
  anySigner?: boolean;
  /** report.json, to be compared with the digest in the certificate */
  reportBytes?: Uint8Array;
  /** when it is looked at; default: now */
  now?: Date;
}

/**
 * Verifies a certificate without any network: signature (EdDSA only, whatever the header says),
 * content, whether it has run out, and the report's digest. Without a public key it proves only that nothing was changed
 * since somebody signed it, and says so.
 *
 * @throws UsageError when `publicKey` is no Ed25519 key.
 */
export async function verifyCertificate(
  jws: string,
  { publicKey, anySigner = false, reportBytes, now = new Date() }: VerifyOptions = {},
): Promise<Verification> {
  const given = publicKey === undefined ? undefined : publicKeyOf(publicKey);
  const compact = jws.trim();
  let payload: Uint8Array;
  let thumbprint: string;
  try {
    const options = { algorithms: [ALGORITHM] };
    const verified = given
      ? await compactVerify(compact, given, options)
      : await compactVerify(compact, EmbeddedJWK, options);
    payload = verified.payload;
    const header = verified.protectedHeader;
    if (header.typ !== CERTIFICATE_TYPE) {
      return invalid('it is a JWS, but no certificate');
    }
    thumbprint = await thumbprintOf(given ?? embeddedKey(compact));
  } catch (error) {
    return invalid(problemOf(error, given !== undefined));
  }
  const certificate = certificateIn(payload);
  if (!certificate) {
    return invalid('what it signs is no certificate of this version');
  }
  const { validUntil } = certificate;
  if (validUntil !== undefined && new Date(validUntil) <= now) {
    return invalid(`it attested something until ${validUntil} only`);
  }
  if (reportBytes && sha256(reportBytes) !== certificate.report.sha256) {
    return invalid('the report is not the one it was signed for');
  }
  return {
    valid: true,
    knownSigner: given !== undefined,
    line: attestation(certificate, {
      thumbprint,
      keyGiven: given !== undefined,
      anySigner,
      reportCompared: reportBytes !== undefined,
    }),
    certificate,
    thumbprint,
  };
}

const invalid = (problem: string): Verification => ({
  valid: false,
  knownSigner: false,
  line: `Not valid: ${problem}.`,
});

function embeddedKey(compact: string) {
  const { jwk } = decodeProtectedHeader(compact);
  return createPublicKey({ key: jwk as JWK, format: 'jwk' });
}

function problemOf(error: unknown, keyGiven: boolean): string {
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return keyGiven
      ? 'the signature does not match: it was changed, or signed with another key'
      : 'the signature does not match: it was changed';
  }
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return 'it is not signed with EdDSA';
  }
  return 'it is not a certificate in the form of a signed JWS';
}

function certificateIn(payload: Uint8Array): Certificate | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return isCertificate(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function attestation(
  certificate: Certificate,
  {
    thumbprint,
    keyGiven,
    anySigner,
    reportCompared,
  }: { thumbprint: string; keyGiven: boolean; anySigner: boolean; reportCompared: boolean },
): string {
  const { target, kit, contract, seed, finishedAt, counts, unseenMusts = 0 } = certificate;
  const { capabilities, validUntil } = certificate;
  const { registerVersion } = contract;
  const made = [
    registerVersion === undefined ? '' : `, register version ${registerVersion}`,
    seed === undefined ? '' : `, seed ${seed}`,
  ].join('');
  return visibleLine(
    [
      `${keyGiven || anySigner ? 'Valid' : 'Intact, by an unknown signer'}: ${target.name} (${target.baseUrl}) was conformant at ${finishedAt}, ` +
        `${counts.pass} checks passed, by ${kit.name} ${kit.version}, contract ${contract.digest.slice(0, 12)}${made}`,
      ...(unseenMusts > 0 ? [unseenText(unseenMusts).slice(0, -1).replace('; ', ', ')] : []),
      ...(capabilities === undefined
        ? []
        : [`declared: ${capabilities.join(', ') || 'nothing that a target may lack'}`]),
      validUntil === undefined ? 'without an end' : `valid until ${validUntil}`,
      keyGiven
        ? `signed with the key given (${thumbprint})`
        : `signed by the holder of key ${thumbprint}, whom nothing else identifies: give the signer's key with --key`,
      reportCompared ? 'the report is the one signed for' : 'no report was compared',
    ].join('; '),
    1_000,
  );
}
