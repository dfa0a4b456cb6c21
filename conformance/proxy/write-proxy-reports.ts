import { join } from 'node:path';
import { writeWhole } from '../../contract/write-whole.ts';
import { type JunitCase, renderJunitSuites } from '../../pages/junit.ts';
import { renderProxyHtml } from './proxy-page.ts';
import type { JudgedRule, ProxyReport } from './proxy-report.ts';

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
function renderProxyJunit({ target, startedAt, server, client }: ProxyReport): string {
  const suites = Object.entries({ server, client }).map(([name, { rules }]) => {
    const cases = rules.map((rule) => caseOf(name, rule));
    return { name, startedAt, durationMs: 0, properties: {}, cases };
  });
  return renderJunitSuites(`Assay proxy: ${target.name}`, suites);
}

function caseOf(side: string, rule: JudgedRule): JunitCase {
  const { id, title, endpoint, level, requirements, section, result, problem = '' } = rule;
  const said = `broken by ${rule.broken} of ${rule.judged}; the first: expected ${rule.expected}, got ${rule.got}`;
  const about = { className: `${side}.${endpoint}`, name: `${id} ${title}`, durationMs: 0 };
  if (result === 'broken' && level === 'must') {
    const type = requirements.join(' ') || `section ${section}`;
    return { ...about, outcome: { kind: 'failure', message: said, type } };
  }
  if (result === 'error') {
    return { ...about, outcome: { kind: 'error', message: problem } };
  }
  if (result === 'not judged') {
    return { ...about, outcome: { kind: 'skipped', message: 'no exchange that it judges' } };
  }
  return result === 'kept' ? about : { ...about, output: `${level}: ${said}` };
}
