import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { UsageError } from '../../contract/errors.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';
import type { CoverageRow, Report } from '../report/report.ts';
import { type CheckResult, LEVELS, RESULTS } from '../result.ts';

/** A result as far as it is compared; every version of the kit wrote these. */
export type FormerResult = Pick<
  CheckResult,
  'id' | 'title' | 'requirements' | 'level' | 'endpoint' | 'result' | 'message' | 'observations'
>;

/** A row of the coverage, as far as two runs are shown side by side. */
export type FormerRow = Pick<
  CoverageRow,
  | 'requirement'
  | 'section'
  | 'level'
  | 'text'
  | 'sentence'
  | 'sentenceSection'
  | 'status'
  | 'reason'
  | 'checks'
>;

/** A report of this or an earlier version of the kit: what every one of them holds. */
export interface FormerReport
  extends Pick<Report, 'kit' | 'target' | 'startedAt' | 'verdict' | 'selection' | 'partial'> {
  contract: { digest: string; registerVersion?: number };
  seed?: number;
  passes?: number;
  checks: FormerResult[];
  coverage?: FormerRow[];
}

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer', minimum: 0 };

/** What is demanded of a report that is read again; later versions may hold more. */
const SCHEMA = {
  type: 'object',
  required: ['kit', 'contract', 'target', 'startedAt', 'verdict', 'partial', 'checks'],
  properties: {
    kit: {
      type: 'object',
      required: ['name', 'version'],
      properties: { name: { const: 'assay' }, version: TEXT },
    },
    contract: {
      type: 'object',
      required: ['digest'],
      properties: { digest: TEXT, registerVersion: NUMBER },
    },
    seed: NUMBER,
    passes: NUMBER,
    target: {
      type: 'object',
      required: ['name', 'baseUrl', 'lendingUrl', 'investmentUrl'],
      properties: { name: TEXT, baseUrl: TEXT, lendingUrl: TEXT, investmentUrl: TEXT },
    },
    startedAt: TEXT,
    verdict: { enum: ['conformant', 'not conformant', 'incomplete'] },
    partial: { type: 'boolean' },
    selection: TEXT,
    checks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'title', 'requirements', 'level', 'result', 'message', 'observations'],
        properties: {
          id: TEXT,
          title: TEXT,
          requirements: { type: 'array', items: TEXT },
          level: { enum: [...LEVELS] },
          endpoint: TEXT,
          result: { enum: [...RESULTS] },
          message: TEXT,
          observations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['subject', 'value'],
              properties: { subject: TEXT, value: TEXT },
            },
          },
        },
      },
    },
    coverage: {
      type: 'array',
      items: {
        type: 'object',
        required: ['requirement', 'section', 'level', 'text', 'status', 'checks'],
        properties: {
          requirement: TEXT,
          section: TEXT,
          level: { enum: [...LEVELS] },
          text: TEXT,
          sentence: TEXT,
          sentenceSection: TEXT,
          status: {
            enum: [
              'passed',
              'failed',
              'warned',
              'observed',
              'not tested',
              'not applicable',
              'not checkable',
            ],
          },
          reason: TEXT,
          checks: { type: 'array', items: TEXT },
        },
      },
    },
  },
};

/**
 * Reads a report that `assay certify` wrote, of this or an earlier version of the kit.
 *
 * @param path of report.json, or of the folder that holds it
 * @throws UsageError where it cannot be read or is no report; says what is wrong in it
 */
export async function readReport(path: string): Promise<FormerReport> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, 'report.json') : path;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read the report ${file}: ${whyNoFile(error)}`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} is no JSON: ${reason}; name the report.json of a run`);
  }
  const validate = new Ajv2020().compile<FormerReport>(SCHEMA);
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    throw new UsageError(
      `${file} is no report of a conformance run: ${first?.instancePath || 'the document'} ${first?.message}; name the report.json that assay certify wrote`,
    );
  }
  return value;
}
