import { contractDigest } from '../../contract/digest.ts';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { requirement } from '../../contract/register/index.ts';
import { REGISTER_VERSION } from '../../contract/register/version.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Target } from '../../target/target.ts';
import { createRedactor, type Redactor } from '../redaction/redact.ts';
import { redactExchange } from '../report/redact-report.ts';
import { replayOf } from '../report/replay/replay.ts';
import type { Tally } from '../rules/judgements.ts';
import { CLIENT_RULES } from './client/client-rules.ts';
import type { RunningProxy } from './proxy.ts';
import type { JudgedRule, JudgedSide, ProxyReport } from './proxy-report.ts';
import { SERVER_RULES } from './server-rules.ts';

/** What a conclusion takes besides what the proxy saw. */
export interface ConclusionOptions {
  finishedAt: Date;
  /** whether a broken rule of requests fails the run too */
  strictClient: boolean;
}

/** Concludes what a proxy saw so far; the report is redacted. */
export function buildProxyReport(
  target: Target,
  proxy: RunningProxy,
  { finishedAt, strictClient }: ConclusionOptions,
): ProxyReport {
  const redactor = createRedactor(proxy.secrets);
  const { text } = redactor;
  const shown = redactExchange(redactor);
  const conclude = concluded(redactor, shown);
  const server = sideOf(
    SERVER_RULES.map((rule) => {
      const section = rule.requirements[0] ? requirement(rule.requirements[0]).section : '';
      return conclude({ ...rule, section }, proxy.server.of(rule.id));
    }),
  );
  const client = sideOf(
    CLIENT_RULES.map((rule) => conclude({ ...rule, requirements: [] }, proxy.client.of(rule.id))),
  );
  const { traffic, startedAt } = proxy;
  const { exitCode, reasons } = endOf(server, client, strictClient, [...proxy.problems].map(text));
  return {
    schemaVersion: 1,
    kit: { name: 'assay', version: packageJson.version },
    contract: { digest: contractDigest(), registerVersion: REGISTER_VERSION },
    target: {
      name: text(target.name),
      baseUrl: text(target.baseUrl),
      lendingUrl: text(target.lendingUrl),
      investmentUrl: text(target.investmentUrl),
    },
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    durationMs: finishedAt.getTime() - startedAt.getTime(),
    exchanges: traffic.exchanges,
    unjudged: traffic.unjudged,
    unanswered: [...traffic.unanswered].map(([reason, exchanges]) => ({
      reason: text(reason),
      exchanges,
    })),
    endpoints: ENDPOINT_NAMES.flatMap((endpoint) => {
      const statuses = traffic.endpoints.get(endpoint);
      return statuses
        ? [
            {
              endpoint,
              exchanges: [...statuses.values()].reduce((sum, each) => sum + each, 0),
              statuses: Object.fromEntries([...statuses].filter(([status]) => status > 0)),
            },
          ]
        : [];
    }),
    elsewhere: [...traffic.elsewhere].map(([what, exchanges]) => {
      const [method = '', path = ''] = what.split(' ');
      return { method, path: text(path), exchanges };
    }),
    server,
    client,
    exitCode,
    reasons,
  };
}

type Concluded = Pick<
  JudgedRule,
  'id' | 'title' | 'level' | 'endpoint' | 'requirements' | 'section'
>;

function concluded(
  { text }: Pick<Redactor, 'text'>,
  shown: ReturnType<typeof redactExchange>,
): (rule: Concluded, tally: Tally) => JudgedRule {
  return ({ id, title, level, endpoint, requirements, section }, tally) => ({
    ...{ id, title, level, endpoint, requirements, section },
    result: resultOf(level, tally),
    judged: tally.judged,
    broken: tally.broken,
    ...(tally.first && {
      expected: text(tally.first.expected),
      got: text(tally.first.got),
      exchange: shown(tally.first.exchange),
      replay: replayOf([tally.first.exchange], text).lines,
    }),
    ...(tally.problem !== undefined && { problem: text(tally.problem) }),
  });
}

function resultOf(
  level: JudgedRule['level'],
  { judged, broken, problem }: Tally,
): JudgedRule['result'] {
  if (broken > 0) {
    return level === 'open' ? 'left open' : 'broken';
  }
  if (problem !== undefined) {
    return 'error';
  }
  return judged > 0 ? 'kept' : 'not judged';
}

function sideOf(rules: JudgedRule[]): JudgedSide {
  const broken = rules.some(({ level, result }) => level === 'must' && result === 'broken');
  const judged = rules.some(({ judged }) => judged > 0);
  return { verdict: broken ? 'broken' : judged ? 'kept' : 'nothing judged', rules };
}

function endOf(
  server: JudgedSide,
  client: JudgedSide,
  strictClient: boolean,
  problems: readonly string[],
): Pick<ProxyReport, 'exitCode' | 'reasons'> {
  const musts = ({ rules }: JudgedSide) =>
    rules.filter(({ level, result }) => level === 'must' && result === 'broken').length;
  const errors = [...server.rules, ...client.rules].filter(({ result }) => result === 'error');
  const reasons = [
    ...(server.verdict === 'broken'
      ? [`The server broke ${musts(server)} of the musts that its answers were judged by.`]
      : []),
    ...(client.verdict === 'broken'
      ? [
          `The client broke ${musts(client)} of the musts that its requests were judged by${strictClient ? '' : ', which fails nothing without --strict-client'}.`,
        ]
      : []),
    ...(server.verdict === 'nothing judged'
      ? ['No answer passed by of which a rule speaks: nothing is known of the server.']
      : []),
    ...errors.map(({ id, problem }) => `The rule ${id} could not judge: ${problem}`),
    ...problems.map((problem) => `An exchange could not be judged: ${problem}`),
  ];
  if (server.verdict === 'broken' || (strictClient && client.verdict === 'broken')) {
    return { exitCode: 1, reasons };
  }
  const undecided = server.verdict === 'nothing judged' || errors.length + problems.length > 0;
  return { exitCode: undecided ? 3 : 0, reasons };
}
