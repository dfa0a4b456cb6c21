import type { Exchange } from '../http/exchange.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { CheckResult } from '../result.ts';
import { replayOf } from './replay/replay.ts';
import type { Report } from './report.ts';

/** How much of a body a report keeps, in characters. */
export const LONGEST_BODY = 64 * 1024;

/**
 * The report as others may see it: secrets are taken out of everything that came from the target,
 * the target file or the command line, and bodies are cut to 64 Ki characters. Ids, titles and
 * requirements are the kit's own text and stay as they are, also where a password happens to be one
 * of their words. Only what is not redacted tells which secret came from where, so this is also
 * where each check gets its replay.
 */
export function redactReport(report: Report, redactor: Pick<Redactor, 'text' | 'value'>): Report {
  const { text } = redactor;
  const { partialReason, unreachable, selection, knownFailures: known } = report;
  const exchange = redactExchange(redactor);
  return {
    ...report,
    target: {
      name: text(report.target.name),
      baseUrl: text(report.target.baseUrl),
      lendingUrl: text(report.target.lendingUrl),
      investmentUrl: text(report.target.investmentUrl),
    },
    reasons: report.reasons.map(text),
    ...(partialReason !== undefined && { partialReason: text(partialReason) }),
    ...(unreachable !== undefined && { unreachable: text(unreachable) }),
    ...(selection !== undefined && { selection: text(selection) }),
    checks: report.checks.map((check) => redactCheck(check, text, exchange)),
    findings: report.findings.map((finding) => ({ ...finding, title: text(finding.title) })),
    observations: report.observations.map((row) => ({ ...row, value: text(row.value) })),
    coverage: report.coverage.map((row) =>
      row.reason === undefined ? row : { ...row, reason: text(row.reason) },
    ),
    missing: report.missing.map((row) => ({ ...row, what: text(row.what) })),
    retries: report.retries.map((retry) => ({
      ...retry,
      request: text(retry.request),
      reason: text(retry.reason),
    })),
    ...(known && {
      knownFailures: {
        ...known,
        file: text(known.file),
        expected: known.expected.map((entry) => ({ ...entry, reason: text(entry.reason) })),
      },
    }),
  };
}

function redactCheck(
  check: CheckResult,
  text: Redactor['text'],
  exchange: (exchange: Exchange) => Exchange,
): CheckResult {
  const { expected, got, missing } = check;
  return {
    ...check,
    // the message of a pass is the title
    message: check.result === 'pass' ? check.message : text(check.message),
    ...(expected !== undefined && { expected: text(expected) }),
    ...(got !== undefined && { got: text(got) }),
    ...(missing && { missing: missing.map(text) }),
    observations: check.observations.map((row) => ({ ...row, value: text(row.value) })),
    exchanges: check.exchanges.map(exchange),
    ...(check.exchanges.length > 0 && { replay: replayOf(check.exchanges, text).lines }),
  };
}

/** Redacts exchanges, each once although checks share them. */
export function redactExchange({ text, value }: Pick<Redactor, 'text' | 'value'>) {
  const done = new Map<Exchange, Exchange>();

  // Cut twice, so that a secret cut in two at the first cut cannot stand at the end.
  const body = (source: string) => {
    const shown = text(source.slice(0, 2 * LONGEST_BODY));
    return shown.length > LONGEST_BODY
      ? `${shown.slice(0, LONGEST_BODY)}… [cut, ${source.length} characters in all]`
      : shown;
  };

  return (exchange: Exchange): Exchange => {
    const before = done.get(exchange);
    if (before) {
      return before;
    }
    const { request, response, error, retries } = exchange;
    const redacted: Exchange = {
      ...exchange,
      request: {
        ...request,
        url: text(request.url),
        headers: value(request.headers),
        ...(request.body !== undefined && { body: body(request.body) }),
      },
      ...(response && {
        response: { ...response, headers: value(response.headers), body: body(response.body) },
      }),
      ...(error && { error: { ...error, message: text(error.message) } }),
      retries: retries.map((retry) => ({ ...retry, reason: text(retry.reason) })),
    };
    done.set(exchange, redacted);
    return redacted;
  };
}
