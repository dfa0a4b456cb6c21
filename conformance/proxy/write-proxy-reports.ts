import { join } from 'node:path';
import junitReportBuilder from 'junit-report-builder';
import { writeWhole } from '../../contract/write-whole.ts';
import { visibleText } from '../../pages/visible-text.ts';
import { renderProxyHtml } from './proxy-page.ts';
import type { JudgedRule, ProxyReport } from './proxy-report.ts';

// The package is CommonJS whose export is the builder; its types describe an ES module instead.
const builder = junitReportBuilder as unknown as typeof junitReportBuilder.default;

/** The paths of the files that `writeProxyReports` writes into a folder. */
export function proxyReportFiles(out: string): string[] {
  return ['proxy.json', 'proxy-junit.xml', 'proxy.html'].map((file) => join(out, file));
}

/**
 * Writes the report of a proxy into a folder, which is made if need be; each file is complete or not
 * there. The report must be redacted.
 *
 * @throws UnavailableError when a file cannot be written
 */
export async function writeProxyReports(out: string, report: ProxyReport): Promise<string[]> {
  const files = proxyReportFiles(out);
  const contents = [
    `${JSON.stringify(report, null, 2)}\n`,
    renderProxyJunit(report),
    renderProxyHtml(report),
  ];
  for (const [index, file] of files.entries()) {
    await writeWhole(file, contents[index] ?? '');
  }
  return files;
}

/** A suite for each side, a case for each rule; what was not judged is skipped. */
export function renderProxyJunit(report: ProxyReport): string {
  const junit = builder.newBuilder().name(visibleText(`Assay proxy: ${report.target.name}`));
  for (const [name, { rules }] of Object.entries({
    server: report.server,
    client: report.client,
  })) {
    const suite = junit.testSuite().name(name).timestamp(report.startedAt.slice(0, 19));
    for (const rule of rules) {
      const testCase = suite.testCase().className(`${name}.${rule.endpoint}`);
      testCase.name(`${rule.id} ${rule.title}`);
      addResult(testCase, rule);
    }
  }
  // The schema knows no sum of the skipped ones at the root; each suite has its own.
  return junit.build().replace(/(<testsuites(?: [a-z]+="[^"]*")*?) skipped="\d+"/, '$1');
}

type TestCase = ReturnType<ReturnType<typeof builder.testSuite>['testCase']>;

function addResult(
  testCase: TestCase,
  { result, level, requirements, section, judged, broken, expected, got, problem }: JudgedRule,
): void {
  const said = visibleText(
    `broken by ${broken} of ${judged}; the first: expected ${expected}, got ${got}`,
  ).slice(0, 4_000);
  if (result === 'broken' && level === 'must') {
    testCase.failure(said, requirements.join(' ') || `section ${section}`);
  } else if (result === 'error') {
    testCase.error(visibleText(problem ?? ''), 'error');
  } else if (result === 'not judged') {
    testCase.skipped();
  } else if (result !== 'kept') {
    testCase.standardOutput(`${level}: ${said}`);
  }
}
