import { createPublicKey } from 'node:crypto';
import { CompactSign, exportJWK } from 'jose';
import { CAPABILITIES } from '../../contract/capabilities.ts';
import { contractDigest } from '../../contract/digest.ts';
import { UsageError } from '../../contract/errors.ts';
import { REGISTER } from '../../contract/register/index.ts';
import { countsOf } from '../report/build-report.ts';
import { coverageOf, unseenMusts } from '../report/coverage.ts';
import type { Report } from '../report/report.ts';
import { verdictOf } from '../report/verdict.ts';
import { ALGORITHM, CERTIFICATE_TYPE, type Certificate, sha256 } from './certificate.ts';
import { privateKeyOf } from './key.ts';

/** How long a certificate attests something where nothing else is said, in days. */
const VALID_DAYS = 365;

const DAY_MS = 86_400_000;

/**
 * Signs that a target is conformant: a JWS in compact form (RFC 7515), EdDSA over Ed25519, whose
 * header carries the public key. What it attests is read from `reportBytes`, report.json as it was
 * written; the verdict of both is worked out again from their checks.
 *
 * @param report the report of the run, as `buildReport` made it
 * @param reportBytes report.json as it was written
 * @param privateKey PEM (PKCS #8) or JWK text
 * @param options the time of signing, and how many days from then the certificate attests something
 * @throws UsageError when the run is not conformant, partial, of a selection, or when the report
 * contradicts itself; and when the key is of no use.
 */
export async function signCertificate(
  report: Report,
  reportBytes: Uint8Array,
  privateKey: string,
  { now = new Date(), validDays = VALID_DAYS }: { now?: Date; validDays?: number } = {},
): Promise<string> {
  const written = parseReport(reportBytes);
  for (const one of [report, written]) {
    const objection = objectionTo(one);
    if (objection) {
      throw new UsageError(`cannot sign a certificate: ${objection}`);
    }
  }
  if (written.finishedAt !== report.finishedAt) {
    throw new UsageError('cannot sign a certificate: report.json is of another run');
  }
  const key = privateKeyOf(privateKey);
  const { target, kit, contract, seed, startedAt, finishedAt, counts } = written;
  const certificate: Certificate = {
    kind: 'assay-certificate',
    version: 1,
    verdict: 'conformant',
    target,
    kit,
    contract,
    seed,
    startedAt,
    finishedAt,
    counts,
    unseenMusts: written.unseenMusts,
    capabilities: written.capabilities,
    report: { sha256: sha256(reportBytes) },
    iat: Math.floor(now.getTime() / 1000),
    validUntil: new Date(now.getTime() + validDays * DAY_MS).toISOString(),
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(certificate)))
    .setProtectedHeader({
      alg: ALGORITHM,
      typ: CERTIFICATE_TYPE,
      jwk: await exportJWK(createPublicKey(key)),
    })
    .sign(key);
}

function parseReport(bytes: Uint8Array): Report {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new UsageError('cannot sign a certificate: report.json is no valid JSON');
  }
}

const CAPABILITY_NAMES = Object.keys(CAPABILITIES);

/** Whether a requirement of a capability was looked at, as it is where that is declared. */
function appliesIn(coverage: Report['coverage'], capability: string): boolean {
  const own = new Set(REGISTER.filter((row) => row.capability === capability).map(({ id }) => id));
  return coverage.some(
    ({ requirement, status }) => own.has(requirement) && status !== 'not applicable',
  );
}

/** Why a report does not attest conformity, or undefined if it does. */
function objectionTo(report: Report): string | undefined {
  const { verdict, partial, unreachable, selection, checks, coverage } = report;
  if (verdict !== 'conformant') {
    return `the target is ${verdict}. ${report.reasons[0] ?? ''}`.trim();
  }
  if (partial) {
    return 'the run is partial';
  }
  if (unreachable !== undefined) {
    return 'the target answered no more at the end of the run';
  }
  if (selection !== undefined) {
    return `only a part was selected: ${selection}`;
  }
  const contradiction = 'the report contradicts itself';
  const counts = countsOf(checks);
  if (
    Object.entries(counts).some(([result, n]) => report.counts[result as keyof typeof counts] !== n)
  ) {
    return `${contradiction}: its counts are not those of its checks`;
  }
  if (report.contract.digest !== contractDigest()) {
    return 'the report is of another version of the contract; run this version again';
  }
  const again = coverageOf({
    register: REGISTER,
    checks,
    results: checks,
    capabilities: [],
    whyNotRun: '',
  });
  const claimed = new Map(coverage.map((row) => [row.requirement, row]));
  const ran = new Set(checks.map(({ id }) => id));
  for (const row of again) {
    const claim = claimed.get(row.requirement);
    if (!claim) {
      return `${contradiction}: requirement ${row.requirement} has no row`;
    }
    if (row.level !== claim.level || row.status !== claim.status) {
      return `${contradiction}: ${row.requirement} is ${row.status}, not ${claim.status}`;
    }
    const absent = claim.checks.find((id) => !ran.has(id));
    if (absent) {
      return `${contradiction}: check ${absent} has no result`;
    }
  }
  if (report.unseenMusts !== unseenMusts(again)) {
    return `${contradiction}: ${unseenMusts(again)} musts cannot be seen from outside, not ${report.unseenMusts}`;
  }
  const claims = CAPABILITY_NAMES.find(
    (name) => report.capabilities.includes(name) !== appliesIn(again, name),
  );
  if (claims) {
    return `${contradiction}: its checks do not agree that ${claims} is ${report.capabilities.includes(claims) ? '' : 'not '}declared`;
  }
  const worked = verdictOf({ checks, coverage: again, partial });
  return worked === 'conformant' ? undefined : `${contradiction}: its checks say ${worked}`;
}
