import { type JunitCase, renderJunitSuites } from '../../pages/junit.ts';
import { gateFigure, gateName } from './figures.ts';
import type { AuditCheck, Gate, LoadReport } from './load-report.ts';

/**
 * A run as JUnit XML: a test case for each gate and each check of the audit, and one for the run
 * itself, which is an error where it broke and skipped where it said too little.
 */
export function renderLoadJunit(report: LoadReport): string {
  const { journey, target, verdict, startedAt, endedAt, fingerprint, gates, audit } = report;
  const className = `load.${journey}`;
  const cases = [
    runCase(report),
    ...gates.map(gateCase),
    ...(audit?.checks ?? []).map(auditCase),
  ].map((each) => ({ className, durationMs: 0, ...each }));
  const { profile, rate, durationSeconds, seed, k6Version } = fingerprint;
  return renderJunitSuites(`Assay load: ${target}`, [
    {
      name: className,
      startedAt,
      durationMs: Date.parse(endedAt) - Date.parse(startedAt),
      properties: {
        ...{ verdict, profile, rate: `${rate}/s`, duration: `${durationSeconds} s` },
        ...{ seed: String(seed), k6: k6Version },
      },
      cases,
    },
  ]);
}

type Outcome = Pick<JunitCase, 'name' | 'outcome'>;

function runCase({ verdict, reasons, gates, audit }: LoadReport): Outcome {
  const name = 'run';
  const message = reasons.join('; ');
  if (verdict === 'broken') {
    return { name, outcome: { kind: 'error', message } };
  }
  if (verdict === 'incomplete' || verdict === 'inconclusive') {
    return { name, outcome: { kind: 'skipped', message: `${verdict}: ${message}` } };
  }
  const isTold = gates.some(({ ok }) => !ok) || audit?.result === 'failed';
  return verdict === 'failed' && !isTold
    ? { name, outcome: { kind: 'failure', message } }
    : { name };
}

function gateCase(gate: Gate): Outcome {
  const limit = `${gate.operator} ${gateFigure(gate, gate.limit)}`;
  const name = `${gateName(gate)} ${limit}`;
  const message = `is ${gateFigure(gate, gate.value)}; expected ${limit}`;
  if (gate.unjudged !== null) {
    return { name, outcome: { kind: 'skipped', message: `not judged: ${gate.unjudged}` } };
  }
  return gate.ok ? { name } : { name, outcome: { kind: 'failure', message, type: gate.metric } };
}

function auditCase({ id, result, message, violations }: AuditCheck): Outcome {
  const name = `audit ${id}`;
  if (result === 'passed') {
    return { name };
  }
  return result === 'failed'
    ? { name, outcome: { kind: 'failure', message, details: violations.join('\n') } }
    : { name, outcome: { kind: 'skipped', message: `inconclusive: ${message}` } };
}
