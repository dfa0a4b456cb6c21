import { appendFile } from 'node:fs/promises';
import { visibleLogLine } from './visible-text.ts';

/** GitHub shows at most ten annotations of a kind for one step. */
const MOST_ANNOTATIONS = 10;

const KINDS = ['error', 'warning', 'notice'] as const;

/** What GitHub shows beside a step. */
export interface Annotation {
  kind: (typeof KINDS)[number];
  title: string;
  text: string;
}

/** Annotations as workflow commands, errors first, at most ten of a kind. */
export function workflowCommands(annotations: readonly Annotation[]): string[] {
  return KINDS.flatMap((kind) =>
    annotations
      .filter((annotation) => annotation.kind === kind)
      .slice(0, MOST_ANNOTATIONS)
      .map(
        ({ title, text }) => `::${kind} title=${property(title)}::${data(visibleLogLine(text))}`,
      ),
  );
}

/**
 * In a GitHub workflow: prints annotations and adds Markdown to the summary of the step. Elsewhere
 * does nothing. Gives what went wrong with the summary, as a clause; undefined where all is well.
 */
export async function tellGithub(
  annotations: readonly Annotation[],
  markdown: () => string,
  print: (line: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (env.GITHUB_ACTIONS !== 'true') {
    return undefined;
  }
  for (const line of workflowCommands(annotations)) {
    print(line);
  }
  const file = env.GITHUB_STEP_SUMMARY;
  if (!file) {
    return undefined;
  }
  return appendFile(file, markdown()).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => `cannot write the step summary ${file}: ${error.code}`,
  );
}

/** Escapes the message of a workflow command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property of a workflow command. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
