import type { Certified, CertifyOptions, Prepared } from './certify.ts';
import type { GrowingRedactor } from './redaction/redact.ts';
import { buildReport } from './report/build-report.ts';
import { redactReport } from './report/redact-report.ts';
import { writeHar } from './report/replay/har.ts';
import { writeReports } from './report/write-reports.ts';
import type { SuiteRun } from './run-suite.ts';
import { selectionText } from './selection.ts';

/**
 * Writes the reports of a run, and the failures into the file that was drafted for them. The redactor
 * may know some of the run's secrets already, or all: then nobody waits for it.
 *
 * @throws UnavailableError when a file cannot be written
 */
export async function reportRun(
  run: SuiteRun,
  { target, out, formats, har, selection = {}, allowIncomplete, onUnwritten }: CertifyOptions,
  { checks, known, draft, traffic }: Prepared,
  redactor: GrowingRedactor,
): Promise<Certified> {
  const text = selectionText(selection);
  const report = buildReport({
    target,
    checks,
    results: run.results,
    seed: run.seed,
    passes: run.passes,
    requests: run.requests,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    ...(run.partialReason !== undefined && { partialReason: run.partialReason }),
    ...(run.unreachable !== undefined && { unreachable: run.unreachable }),
    ...(text !== undefined && { selection: text }),
    ...(known && { knownFailures: known }),
    ...(allowIncomplete && { allowIncomplete: true }),
  });
  for (const secret of [...target.secrets, ...run.secrets]) {
    redactor.add(secret);
  }
  const { redacted, files } = await writeReports(out, report, redactor, formats).catch(
    (error: unknown) => {
      onUnwritten?.(redactReport(report, redactor));
      throw error;
    },
  );
  if (har !== undefined && traffic) {
    await writeHar(har, redacted, traffic.sent(), redactor);
    files.push(har);
  }
  const ids = checks.map(({ id }) => id);
  if (!draft) {
    return { report: redacted, files };
  }
  const { writeKnownFailures } = await import('./known-failures/write-known-failures.ts');
  return { report: redacted, files, knownFailures: await writeKnownFailures(draft, redacted, ids) };
}
