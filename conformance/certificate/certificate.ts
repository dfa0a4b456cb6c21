import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Report } from '../report/report.ts';

/** What a certificate attests: the payload of the JWS. */
export interface Certificate {
  kind: 'assay-certificate';
  version: 1;
  verdict: 'conformant';
  target: Report['target'];
  kit: Report['kit'];
  /** without `registerVersion` in older ones */
  contract: Pick<Report['contract'], 'digest'> & Partial<Report['contract']>;
  /** of what the suite generated; absent in older ones */
  seed?: number;
  /** ISO 8601, UTC */
  startedAt: string;
  finishedAt: string;
  counts: Report['counts'];
  /** what the target declared to have of what a target may lack; absent in older ones */
  capabilities?: string[];
  /** requirements of the level must that nothing outside the target can see; absent in older ones */
  unseenMusts?: number;
  /** SHA-256, in hex, of report.json as it was written */
  report: { sha256: string };
  /** when it was signed, in seconds since 1970 */
  iat: number;
  /** the moment from which it attests nothing any more, ISO 8601, UTC; absent in older ones */
  validUntil?: string;
}

/** The JOSE header `typ` of a certificate. */
export const CERTIFICATE_TYPE = 'assay-certificate+jws';

/** EdDSA (RFC 8037) over Ed25519: the only algorithm, for signing and for verifying. */
export const ALGORITHM = 'EdDSA';

/** The SHA-256 of a report's bytes, in hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const text = { type: 'string' };

/** Whether a payload is a certificate of this version. */
export const isCertificate = new Ajv2020().compile<Certificate>({
  type: 'object',
  required: [
    'kind',
    'version',
    'verdict',
    'target',
    'kit',
    'contract',
    'startedAt',
    'finishedAt',
    'counts',
    'report',
    'iat',
  ],
  properties: {
    kind: { const: 'assay-certificate' },
    version: { const: 1 },
    verdict: { const: 'conformant' },
    target: {
      type: 'object',
      required: ['name', 'baseUrl', 'lendingUrl', 'investmentUrl'],
      additionalProperties: text,
    },
    kit: { type: 'object', required: ['name', 'version'], additionalProperties: text },
    contract: {
      type: 'object',
      required: ['digest'],
      properties: { digest: text, registerVersion: { type: 'integer', minimum: 1 } },
    },
    seed: { type: 'integer', minimum: 0 },
    startedAt: text,
    finishedAt: text,
    counts: { type: 'object', required: ['pass'], additionalProperties: { type: 'integer' } },
    unseenMusts: { type: 'integer', minimum: 0 },
    capabilities: { type: 'array', items: text },
    report: {
      type: 'object',
      required: ['sha256'],
      properties: { sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
    },
    iat: { type: 'integer' },
    validUntil: {
      type: 'string',
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
    },
  },
});
