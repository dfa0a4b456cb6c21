import type { Exchange } from '../../http/exchange.ts';
import type { CheckResult } from '../../result.ts';
import type { Report } from '../report.ts';
import { LONGEST_BODY } from './exchanges.ts';

/** How many exchanges of one check the page shows at most: the last ones, which decide. */
const MOST_EXCHANGES = 12;
/** About how many characters of exchanges and replays a page may hold, to be open in a second. */
const MOST_CHARACTERS = 1_500_000;

/** What the page shows of a check; the rest is in report.json. */
export interface Evidence {
  exchanges: readonly Exchange[];
  replay: readonly string[];
}

const NONE: Evidence = { exchanges: [], replay: [] };

/**
 * Whether anybody has to look into what was sent and came: not of passes and plain observations, which
 * make most of a good target's report.
 */
export const needsEvidence = ({ result, level }: Pick<CheckResult, 'result' | 'level'>): boolean =>
  result !== 'pass' && !(result === 'observed' && level === 'open');

/**
 * What the page shows of each check: up to 12 exchanges and the replay; of all fewer where many deviate,
 * and in the end those alone that a reader looks into first, one of each finding before the others.
 */
export function evidenceOf(
  { checks, findings }: Pick<Report, 'checks' | 'findings'>,
  mostCharacters = MOST_CHARACTERS,
): (check: CheckResult) => Evidence {
  const looked = checks.filter((check) => needsEvidence(check) && check.exchanges.length > 0);
  const sizes = new Map<Exchange, number>();
  const sizeOf = (exchange: Exchange): number => {
    const size = sizes.get(exchange) ?? lengthOf(exchange);
    sizes.set(exchange, size);
    return size;
  };
  const shownOf = (check: CheckResult, most: number): Evidence => ({
    exchanges: check.exchanges.slice(-most),
    replay: check.replay ?? [],
  });
  const weightOf = ({ exchanges, replay }: Evidence): number =>
    sum(exchanges.map(sizeOf)) + sum(replay.map((line) => line.length + 25));

  for (const most of [MOST_EXCHANGES, 6, 3, 1]) {
    const shown = looked.map((check) => [check, shownOf(check, most)] as const);
    if (sum(shown.map(([, evidence]) => weightOf(evidence))) <= mostCharacters) {
      const byCheck = new Map(shown);
      return (check) => byCheck.get(check) ?? NONE;
    }
  }
  const byCheck = new Map<CheckResult, Evidence>();
  let left = mostCharacters;
  for (const check of firstOfFindingsFirst(looked, findings)) {
    const evidence = shownOf(check, 1);
    left -= weightOf(evidence);
    if (left < 0) {
      break;
    }
    byCheck.set(check, evidence);
  }
  return (check) => byCheck.get(check) ?? NONE;
}

function firstOfFindingsFirst(
  checks: readonly CheckResult[],
  findings: Report['findings'],
): Set<CheckResult> {
  const byId = new Map(checks.map((check) => [check.id, check]));
  return new Set([
    ...findings.flatMap(({ checks: [first = ''] }) => byId.get(first) ?? []),
    ...findings.flatMap(({ checks: ids }) => ids.flatMap((id) => byId.get(id) ?? [])),
    ...checks,
  ]);
}

/** Roughly what an exchange takes on the page: its texts, and the elements around them. */
function lengthOf({ request, response }: Exchange): number {
  const body = (text: string | undefined) => Math.min(text?.length ?? 0, LONGEST_BODY);
  const headers = (all: Record<string, string> = {}) => JSON.stringify(all).length;
  return (
    600 +
    (request.url.length + headers(request.headers) + body(request.body)) +
    1.5 * (headers(response?.headers) + body(response?.body))
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
