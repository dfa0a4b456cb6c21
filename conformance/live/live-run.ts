import type { Part, Patch } from '../../pages/live/patch.ts';
import type { Markup } from '../../pages/markup.ts';
import type { Target } from '../../target/target.ts';
import type { CheckData } from '../check.ts';
import { createRedactor, type GrowingRedactor } from '../redaction/redact.ts';
import { buildReport } from '../report/build-report.ts';
import { rowsOf } from '../report/coverage.ts';
import { checkDetails } from '../report/html/checks.ts';
import { anchorOf } from '../report/html/markup.ts';
import { overviewSection } from '../report/html/overview.ts';
import { redactReport } from '../report/redact-report.ts';
import type { Report } from '../report/report.ts';
import { mustsSummary, requirementItem } from '../report/specification/specification.ts';
import type { CheckResult } from '../result.ts';
import { countsSoFar, findingsSoFar, renderLivePage, statusText } from './live-page.ts';

/** What a live run is made of. */
export interface LiveRunParts {
  target: Target;
  /** all checks of the suite */
  checks: readonly CheckData[];
  /** those that run */
  selected: readonly CheckData[];
  seed?: number;
  now?: () => Date;
}

/** A run while it goes on, without what is left to its report: exchanges and replays. */
export interface SoFar {
  /** redacted; its verdict means nothing yet */
  report: Report;
  /** selected checks without a result */
  waiting: readonly CheckData[];
  /** requirements that are yet to be decided */
  undecided: ReadonlySet<string>;
}

const NO_EVIDENCE = { exchanges: [], replay: [] };

/**
 * A run as its live page shows it. Nothing of it is shown before it is redacted by the secrets seen so
 * far; what was sent and came is shown by the report alone.
 */
export class LiveRun {
  readonly #parts: LiveRunParts;
  readonly #startedAt: Date;
  readonly #results = new Map<string, CheckResult>();
  readonly #redactor: GrowingRedactor;
  /** the latest HTML of every element */
  readonly #shown = new Map<string, string>();
  readonly #fresh = new Set<string>();

  constructor(parts: LiveRunParts) {
    this.#parts = parts;
    this.#startedAt = this.#now();
    this.#redactor = createRedactor(parts.target.secrets);
    // What a page shows from the start is no change.
    this.patch();
  }

  /** Takes a result, which may be the second one of its check. */
  result(result: CheckResult): void {
    this.#results.set(result.id, { ...result, exchanges: [] });
    this.#fresh.add(result.id);
  }

  /** Takes a value that the page may not show from now on. */
  secret(value: string): void {
    this.#redactor.add(value);
  }

  /** The whole page as it is now; its script listens behind the patch of that number. */
  page(since: number): string {
    return renderLivePage(this.#soFar(), since);
  }

  /** What has changed since the last call. */
  patch(): Patch {
    const soFar = this.#soFar();
    const { report, undecided } = soFar;
    const rows = rowsOf(report);
    const checks = new Map(report.checks.map((check) => [check.id, check]));
    const parts: Record<string, Part> = {};
    const status = statusText(soFar);
    if (this.#shown.get('live-status') !== status) {
      this.#shown.set('live-status', status);
      parts['live-status'] = { text: status };
    }
    const put = (id: string, markup: Markup, into?: string) => {
      const html = `${markup}`;
      if (this.#shown.get(id) !== html) {
        this.#shown.set(id, html);
        parts[id] = { html, ...(into !== undefined && { into }) };
      }
    };
    put('live-counts', countsSoFar(soFar));
    put('live-findings', findingsSoFar(soFar));
    put('by-endpoint', overviewSection([...report.checks, ...soFar.waiting]));
    put('musts', mustsSummary(report.coverage, undecided));
    for (const row of report.coverage) {
      put(row.requirement, requirementItem(row, checks, undecided.has(row.requirement)));
    }
    for (const id of this.#fresh) {
      const check = checks.get(id);
      if (check) {
        put(anchorOf(id), checkDetails(check, rows, NO_EVIDENCE), 'cards');
      }
    }
    this.#fresh.clear();
    return parts;
  }

  #now(): Date {
    return this.#parts.now?.() ?? new Date();
  }

  #soFar(): SoFar {
    const { target, checks, selected, seed } = this.#parts;
    const whole = selected.length === checks.length;
    const report = buildReport({
      target,
      checks,
      results: [...this.#results.values()],
      startedAt: this.#startedAt,
      finishedAt: this.#now(),
      ...(seed !== undefined && { seed }),
      ...(!whole && { selection: 'a part' }),
    });
    const waiting = selected.filter(({ id }) => !this.#results.has(id));
    const ids = new Set(waiting.map(({ id }) => id));
    const undecided = report.coverage
      .filter(({ status }) => status === 'not tested' || status === 'observed')
      .filter((row) => row.checks.some((id) => ids.has(id)))
      .map(({ requirement }) => requirement);
    return {
      report: redactReport(report, this.#redactor),
      waiting,
      undecided: new Set(undecided),
    };
  }
}
