import { emit } from './events.ts';
import { redacted } from './secrets.ts';

const MOST_EXAMPLES = 3;
const examples: Record<string, number> = {};

/** Says an example of a problem, without secrets: the first few of each kind per virtual user. */
export function sayProblem(endpoint: string, kind: string, message: string): void {
  const known = examples[`${endpoint} ${kind}`] ?? 0;
  if (known >= MOST_EXAMPLES) {
    return;
  }
  examples[`${endpoint} ${kind}`] = known + 1;
  emit({ event: 'problem', endpoint, kind, message: redacted(message).slice(0, 300) });
}
