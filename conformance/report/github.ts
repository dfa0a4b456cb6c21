import { appendFile } from 'node:fs/promises';
import { UnavailableError } from '../../contract/errors.ts';
import { visibleLogLine } from '../../pages/visible-text.ts';
import { renderMarkdown } from './markdown.ts';
import type { Report } from './report.ts';

/** GitHub shows at most ten annotations of a kind for one step. */
const MOST_ANNOTATIONS = 10;

/**
 * In a GitHub workflow: prints an annotation for each finding and adds the report to the summary of
 * the step. Elsewhere does nothing. The report must be redacted.
 *
 * @throws UnavailableError when the summary cannot be written.
 */
export async function reportToGithub(
  report: Report,
  print: (line: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (env.GITHUB_ACTIONS !== 'true') {
    return;
  }
  for (const line of annotationsOf(report)) {
    print(line);
  }
  const file = env.GITHUB_STEP_SUMMARY;
  if (!file) {
    return;
  }
  await appendFile(file, renderMarkdown(report)).catch((error: NodeJS.ErrnoException) => {
    throw new UnavailableError(`cannot write the step summary ${file}: ${error.code}`);
  });
}

/**
 * Workflow commands, one for each finding: an error for a must, a warning for a should, a notice
 * for what is known. The report must be redacted.
 */
export function annotationsOf(report: Report): string[] {
  const commands = report.findings.map(({ title, level, known, requirements, checks }) => {
    const command = known ? 'notice' : level === 'must' ? 'error' : 'warning';
    const heading = `Assay ${requirements.slice(0, 3).join(', ')}`;
    const text = `${visibleLogLine(title)} (${checks[0]})`;
    return { command, line: `::${command} title=${property(heading)}::${data(text)}` };
  });
  const incomplete =
    report.verdict === 'incomplete'
      ? report.reasons.map(
          (reason) => `::warning title=Assay incomplete::${data(visibleLogLine(reason))}`,
        )
      : [];
  return [
    ...(['error', 'warning', 'notice'] as const).flatMap((kind) =>
      commands
        .filter(({ command }) => command === kind)
        .slice(0, MOST_ANNOTATIONS)
        .map(({ line }) => line),
    ),
    ...incomplete.slice(0, MOST_ANNOTATIONS),
  ];
}

/** Escapes the message of a workflow command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property of a workflow command. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
