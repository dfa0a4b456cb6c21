import type { Check } from '../../conformance/check.ts';
import { CHECKS } from '../../conformance/checks/index.ts';
import type { Runner } from '../../conformance/engine/thread/runner.ts';
import { buildProxyReport } from '../../conformance/proxy/build-proxy-report.ts';
import { type RunningProxy, startProxy } from '../../conformance/proxy/proxy.ts';
import { buildReport } from '../../conformance/report/build-report.ts';
import type { Verdict } from '../../conformance/report/report.ts';
import { runSuite, type SuiteRun } from '../../conformance/run-suite.ts';
import type { Target } from '../../target/target.ts';
import type { Wrapping } from '../servers/wrapped-server.ts';
import { startWrapped } from '../servers/wrapped-server.ts';

/** What the suite made of one server, straight and through the proxy. */
export interface BothWays {
  verdicts: { straight: Verdict; through: Verdict };
  /** checks whose results differ, as `id: pass, through the proxy fail` */
  differences: string[];
  /** ids of the rules of the proxy that the server broke while the suite ran through it */
  brokenRules: string[];
  /** exchanges that the proxy handed on */
  exchanges: number;
}

/** A target that is asked through a proxy. */
export function targetThroughProxy(
  target: Target,
  { addresses }: Pick<RunningProxy, 'addresses'>,
): Target {
  const through = (url: string) => {
    const { origin, pathname } = new URL(url);
    const own = addresses.find((each) => each.origin === origin);
    return own ? `${own.url}${pathname.replace(/\/$/, '')}` : url;
  };
  const users = Object.fromEntries(
    Object.entries(target.users).map(([name, user]) => [
      name,
      user.baseUrl === undefined ? user : { ...user, baseUrl: through(user.baseUrl) },
    ]),
  );
  const { baseUrl, lendingUrl, investmentUrl } = target;
  return {
    ...{ ...target, users },
    ...{ baseUrl: through(baseUrl), lendingUrl: through(lendingUrl) },
    investmentUrl: through(investmentUrl),
  };
}

/** Runs the suite against a fresh server twice: straight, and through the proxy. */
export async function bothWays(
  wrapping: Wrapping,
  runner: Runner,
  selected: readonly Check[] = CHECKS,
): Promise<BothWays> {
  const straight = await onFresh(wrapping, (target) => runSuite({ target, selected, runner }));
  let proxied: { exchanges: number; brokenRules: string[] } = { exchanges: 0, brokenRules: [] };
  const through = await onFresh(wrapping, async (target) => {
    const proxy = await startProxy({ target, host: '127.0.0.1' });
    try {
      const run = await runSuite({ target: targetThroughProxy(target, proxy), selected, runner });
      const { server, exchanges } = buildProxyReport(target, proxy, {
        ...{ finishedAt: new Date(), strictClient: false },
      });
      const broken = server.rules.filter(({ result }) => result === 'broken');
      proxied = { exchanges, brokenRules: broken.map(({ id }) => id) };
      return run;
    } finally {
      await proxy.close();
    }
  });
  return {
    verdicts: { straight: straight.verdict, through: through.verdict },
    differences: differencesOf(straight.run, through.run),
    ...proxied,
  };
}

async function onFresh(
  wrapping: Wrapping,
  run: (target: Target) => Promise<SuiteRun>,
): Promise<{ run: SuiteRun; verdict: Verdict }> {
  const server = await startWrapped(wrapping);
  try {
    const done = await run(server.target);
    const { verdict } = buildReport({ target: server.target, checks: CHECKS, ...done });
    return { run: done, verdict };
  } finally {
    await server.close();
  }
}

function differencesOf(straight: SuiteRun, through: SuiteRun): string[] {
  const before = new Map(straight.results.map(({ id, result }) => [id, result]));
  return through.results.flatMap(({ id, result, message }) =>
    before.get(id) === result
      ? []
      : [`${id}: ${before.get(id)}, through the proxy ${result}: ${message}`],
  );
}
