import { UnavailableError } from '../../contract/errors.ts';
import { type Annotation, tellGithub, workflowCommands } from '../../pages/github-step.ts';
import { visibleLogLine } from '../../pages/visible-text.ts';
import { renderMarkdown } from './markdown.ts';
import type { Report } from './report.ts';

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
  const markdown = () => renderMarkdown(report);
  const problem = await tellGithub(annotationsIn(report), markdown, print, env);
  if (problem !== undefined) {
    throw new UnavailableError(problem);
  }
}

/**
 * Workflow commands, one for each finding: an error for a must, a warning for a should, a notice
 * for what is known. The report must be redacted.
 */
export function annotationsOf(report: Report): string[] {
  return workflowCommands(annotationsIn(report));
}

function annotationsIn({ findings, verdict, reasons }: Report): Annotation[] {
  return [
    ...findings.map(({ title, level, known, requirements, checks }) => ({
      kind: known
        ? ('notice' as const)
        : level === 'must'
          ? ('error' as const)
          : ('warning' as const),
      title: `Assay ${requirements.slice(0, 3).join(', ')}`,
      text: `${visibleLogLine(title)} (${checks[0]})`,
    })),
    ...(verdict === 'incomplete' ? reasons : []).map((text) => ({
      ...{ kind: 'warning' as const, title: 'Assay incomplete', text },
    })),
  ];
}
