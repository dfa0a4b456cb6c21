import exec from 'k6/execution';
import { expectedAnswers } from '../plan/expected-answers.ts';
import { randomOf } from '../plan/random.ts';
import { run } from '../plan/run.ts';
import { drawing, shareJudged } from './sampling.ts';

const draws: Record<string, () => boolean> = {};

/** Whether the answer at hand of this endpoint is one of those that are judged in full. */
export function drawn(endpoint: string): boolean {
  draws[endpoint] ??= drawsOf(endpoint);
  return draws[endpoint]();
}

/** The draws of this virtual user, which differ from all others'. */
export function drawsOf(endpoint: string): () => boolean {
  const share = shareJudged(expectedAnswers(run, endpoint));
  return drawing(share, randomOf(run.seed + 2 + endpoint.length, exec.vu.idInTest));
}
