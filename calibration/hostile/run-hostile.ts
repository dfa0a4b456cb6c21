import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKS } from '../../conformance/checks/index.ts';
import type { Runner } from '../../conformance/engine/thread/runner.ts';
import { createRedactor } from '../../conformance/redaction/redact.ts';
import { buildReport } from '../../conformance/report/build-report.ts';
import type { Verdict } from '../../conformance/report/report.ts';
import { writeReports } from '../../conformance/report/write-reports.ts';
import { runSuite } from '../../conformance/run-suite.ts';
import type { Hostile } from './hostile.ts';
import { secretForms } from './secret-forms.ts';

/** How long a run against a hostile target may take, in milliseconds, unless it says otherwise. */
const HOSTILE_DEADLINE_MS = 20_000;

/** Beyond the deadline, for the worker's last words and the reports, in milliseconds. */
const GRACE_MS = 8_000;

/** What became of a run against a hostile target. */
export interface HostileOutcome {
  how: string;
  verdict: Verdict;
  counts: Record<string, number>;
  /** what was wrong with the run; empty when the suite behaved */
  problems: string[];
}

/** Runs the suite, by its usual seed or another, against a hostile target and looks at what came of it. */
export async function runHostile(
  hostile: Hostile,
  runner: Runner,
  seed?: number,
): Promise<HostileOutcome> {
  const server = await hostile.start();
  const folder = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
  const start = performance.now();
  const { deadlineMs = HOSTILE_DEADLINE_MS } = hostile;
  try {
    const run = await runSuite({
      target: server.target,
      runner,
      deadlineMs,
      ...(seed !== undefined && { seed }),
    });
    const report = buildReport({ target: server.target, checks: CHECKS, ...run });
    const redactor = createRedactor([...server.target.secrets, ...run.secrets]);
    await writeReports(folder, report, redactor);
    const durationMs = performance.now() - start;

    const problems: string[] = [];
    if (durationMs > deadlineMs + GRACE_MS) {
      problems.push(`it took ${Math.round(durationMs)} ms`);
    }
    if (!hostile.verdicts.includes(report.verdict)) {
      problems.push(`the verdict is ${report.verdict}, not ${hostile.verdicts.join(' or ')}`);
    }
    if (hostile.verdicts.every((verdict) => verdict !== 'not conformant')) {
      for (const { id, result, message } of report.checks) {
        if (result === 'fail' || result === 'warn') {
          problems.push(`${id} blames it: ${message}`);
        }
      }
    }
    const strayed = server.strayed?.() ?? 0;
    if (strayed > 0) {
      problems.push(`${strayed} requests went astray`);
    }
    problems.push(...(await leaks(folder, [...server.target.secrets, ...run.secrets])));
    const { verdict, counts } = report;
    return { how: hostile.how, verdict, counts, problems };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The secrets that a report shows, in any form. */
async function leaks(folder: string, secrets: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const secret of new Set(secrets)) {
      for (const [form, written] of secretForms(secret)) {
        if (text.includes(written)) {
          found.push(`${file} shows a secret as ${form}`);
        }
      }
    }
  }
  return found;
}
