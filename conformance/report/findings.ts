import type { Requirement } from '../../contract/register/index.ts';
import { capital } from '../../pages/words.ts';
import type { CheckResult } from '../result.ts';
import type { Finding } from './report.ts';

/**
 * Groups what went wrong by its cause, led by what to fix first: what blocks most, then musts
 * before shoulds, then what touches most endpoints. Failures without a declared cause are grouped
 * by requirement and by the family of the check, its id without the last part; what got a 5xx by
 * endpoint and status; errors by what happened to the connection. Findings that are all known come
 * last.
 */
export function findingsOf(
  results: readonly CheckResult[],
  register: readonly Requirement[],
  known: ReadonlySet<string> = new Set(),
): Finding[] {
  const deviating = results.filter(({ result }) => ['fail', 'warn', 'error'].includes(result));
  const texts = new Map(register.map((row) => [row.id, row.text]));
  return [...Map.groupBy(deviating, groupOf).values()]
    .map((group) => findingOf(group, results, texts, known))
    .sort(compare);
}

function groupOf(result: CheckResult): string {
  if (result.result === 'error') {
    return `error ${errorOf(result)}`;
  }
  const broken = serverErrorOf(result);
  if (broken) {
    return `${result.result} ${result.endpoint ?? ''} ${broken}`;
  }
  const family = result.id.includes('.') ? result.id.replace(/\.[^.]*$/, '') : result.id;
  return `${result.result} ${result.cause ?? `${result.requirements[0] ?? ''} ${family}`}`;
}

/** The 5xx that a check got: the endpoint broke, whatever the check was about. */
function serverErrorOf({ got = '' }: CheckResult): string | undefined {
  return /^HTTP 5\d\d/.exec(got)?.[0];
}

/** What kept an answer from coming, or the message where the connection was not the reason. */
function errorOf(result: CheckResult): string {
  const failed = result.exchanges.findLast((exchange) => exchange.error);
  return failed?.error?.kind ?? result.message;
}

function findingOf(
  group: readonly CheckResult[],
  results: readonly CheckResult[],
  texts: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): Finding {
  const ids = new Set(group.map(({ id }) => id));
  const blocked = results.filter(({ blockedBy }) => blockedBy && ids.has(blockedBy));
  const endpoints = new Set(group.flatMap(({ endpoint }) => endpoint ?? []));
  return {
    title: titleOf(group, texts),
    level: group.some(({ level }) => level === 'must') ? 'must' : 'should',
    requirements: [...new Set(group.flatMap(({ requirements }) => requirements))],
    endpoints: [...endpoints],
    checks: [...ids, ...blocked.map(({ id }) => id)],
    blocks: blocked.length,
    ...([...ids].every((id) => known.has(id)) && { known: true }),
  };
}

function titleOf(group: readonly CheckResult[], texts: ReadonlyMap<string, string>): string {
  const [first] = group;
  if (!first) {
    return '';
  }
  const endpoints = new Set(group.flatMap(({ endpoint }) => endpoint ?? []));
  const where = endpoints.size > 1 ? ` (on ${endpoints.size} endpoints)` : '';
  if (first.result === 'error' && group.length > 1) {
    const kind = errorOf(first);
    const isKind = kind !== first.message;
    return isKind
      ? `No usable answer to ${group.length} checks: ${KINDS[kind] ?? kind}`
      : `${group.length} checks could not run: ${first.message}`;
  }
  const prefix = endpoints.size === 1 ? `${[...endpoints][0]}: ` : '';
  if (serverErrorOf(first) && first.result !== 'error') {
    return group.length === 1
      ? `${prefix}${first.message}`
      : `${prefix}${group.length} checks got ${first.got}`;
  }
  if (first.cause && first.result !== 'error') {
    return `${prefix}${capital(first.cause)}${where}`;
  }
  if (group.length === 1) {
    return `${prefix}${first.message}`;
  }
  const rule = texts.get(first.requirements[0] ?? '');
  return rule
    ? `${prefix}${rule.replace(/\.$/, '')}: ${group.length} checks deviate${where}`
    : `${prefix}${first.message}`;
}

const KINDS: Record<string, string> = {
  timeout: 'no complete answer in time',
  refused: 'the connection is refused',
  reset: 'the connection is lost',
  dns: 'the host name is not known',
  tls: 'the TLS handshake fails',
  proxy: 'the proxy does not let through',
  'too-large': 'the answer is too large',
  protocol: 'the answer is no valid HTTP',
  stopped: 'the run was stopped',
};

function compare(a: Finding, b: Finding): number {
  return (
    Number(a.known ?? false) - Number(b.known ?? false) ||
    b.blocks - a.blocks ||
    Number(a.level === 'should') - Number(b.level === 'should') ||
    b.endpoints.length - a.endpoints.length ||
    b.checks.length - a.checks.length
  );
}
