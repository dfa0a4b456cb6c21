import junitReportBuilder from 'junit-report-builder';
import { visibleText } from '../../pages/visible-text.ts';
import type { CheckResult } from '../result.ts';
import { quotationOf } from './quotation.ts';
import type { CoverageRow, Report } from './report.ts';

// The package is CommonJS whose export is the builder; its types describe an ES module instead.
const builder = junitReportBuilder as unknown as typeof junitReportBuilder.default;

/** How much of a text JUnit readers have to take, in characters. */
const LONGEST = 4_000;

/**
 * The report as JUnit XML: a suite for each endpoint, a test case for each check. A failed must is a
 * failure; an error is an error; what was not tested, not applicable or blocked is skipped and says
 * why, as does a failure that the known-failures file lists. Warnings and observations pass and stand
 * in `system-out`, since JUnit has no word for them. Valid for the schema that Jenkins publishes
 * (junit-10.xsd of its xUnit plugin).
 */
export function renderJunit(report: Report): string {
  const junit = builder.newBuilder().name(clean(`Assay: ${report.target.name}`));
  const rows = new Map(report.coverage.map((row) => [row.requirement, row]));
  const known = new Map(report.knownFailures?.expected.map(({ check, reason }) => [check, reason]));
  const suites = Map.groupBy(report.checks, (check) => check.endpoint ?? 'general');
  for (const [name, checks] of suites) {
    const suite = junit.testSuite().name(name).timestamp(report.startedAt.slice(0, 19));
    suite.time(seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0)));
    suite.property('verdict', report.verdict);
    suite.property('register version', String(report.contract.registerVersion));
    suite.property('seed', String(report.seed));
    suite.property('musts that cannot be seen from outside', String(report.unseenMusts));
    for (const check of checks) {
      addTestCase(suite.testCase(), check, rows, known.get(check.id));
    }
  }
  // The schema knows no sum of the skipped ones at the root; each suite has its own.
  return junit.build().replace(/(<testsuites(?: [a-z]+="[^"]*")*?) skipped="\d+"/, '$1');
}

/** Milliseconds as seconds with at most three decimals, never in the notation with an exponent. */
const seconds = (ms: number) => Math.round(ms) / 1000;

type TestCase = ReturnType<ReturnType<typeof builder.testSuite>['testCase']>;

function addTestCase(
  testCase: TestCase,
  check: CheckResult,
  rows: ReadonlyMap<string, CoverageRow>,
  known: string | undefined,
): void {
  testCase
    .className(check.endpoint ?? 'general')
    .name(`${check.id} ${check.title}`)
    .time(seconds(check.durationMs));
  const details = clean(detailsOf(check, rows));
  if (check.result === 'fail' && known === undefined) {
    testCase.failure(clean(check.message), check.requirements.join(' ')).stacktrace(details);
    return;
  }
  if (check.result === 'error') {
    testCase.error(clean(check.message), 'error', details);
    return;
  }
  if (check.result === 'fail') {
    skip(testCase, clean(`known failure: ${known}`));
  }
  if (['not tested', 'not applicable', 'blocked'].includes(check.result)) {
    skip(testCase, clean(`${check.result}: ${check.message}`));
  }
  if (check.result !== 'pass') {
    testCase.standardOutput(details);
  }
}

/** Skips a test case and says why; the builder knows no message there, so its element gets one. */
function skip(testCase: TestCase, message: string): void {
  testCase.skipped();
  const build = testCase.build.bind(testCase);
  testCase.build = (parent) => {
    const element = build(parent);
    const skipped = element.children.find((child) => 'name' in child && child.name === 'skipped');
    (skipped as typeof element | undefined)?.att('message', message);
    return element;
  };
}

function detailsOf(check: CheckResult, rows: ReadonlyMap<string, CoverageRow>): string {
  const { result, message, requirements, expected, got, observations, exchanges, replay } = check;
  const last = exchanges.at(-1);
  return [
    `${result}: ${message}`,
    ...requirements.flatMap((id) => {
      const row = rows.get(id);
      return row ? [`${id}: ${row.text}`, quotationOf(row)] : [id];
    }),
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(got === undefined ? [] : [`got: ${got}`]),
    ...observations.map(({ subject, value }) => `observed: ${subject}: ${value}`),
    ...(replay ?? []),
    ...(last ? [answerOf(last)] : []),
  ].join('\n');
}

function answerOf({ response, error }: CheckResult['exchanges'][number]): string {
  if (!response) {
    return error ? `no answer: ${error.message} (${error.kind})` : 'no answer';
  }
  return `HTTP ${response.status}\n${response.body}`;
}

/** Without what XML 1.0 cannot hold (section 2.2), whatever the target sent. */
function clean(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  // The builder mends only the first end of a CDATA section, so none may come to it.
  return visibleText(cut)
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(']]>', ']] >');
}
