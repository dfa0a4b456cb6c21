import { matchesGlob } from 'node:path';
import fc from 'fast-check';
import { parseTarget } from '../../target/target-file.ts';
import { startBusinessServer } from '../business/business-server.ts';
import { businessTarget } from '../business/business-target.ts';
import { profileOf, profiles } from '../business/profiles/index.ts';
import { agreeing, type Profile, rulesOf } from '../business/profiles/profile.ts';
import { type CaseSource, type CaseTools, gave } from './calibration-case.ts';
import { concluded, runCase } from './fault-cases.ts';

/** The server with no profile at all. */
const PLAIN = 'plain';
const MIXED = 'mixed-';
/** For every so many combinations of variants there is one of profiles. */
const COMBINATIONS_EACH = 5;
/** The most profiles of one mixed server. */
const MOST_MIXED = 12;

/** What has to be without any: the suite has no reason to complain of any of these. */
const BLAME = ['fail', 'warn', 'error', 'blocked'];

/**
 * Conforming servers written from the specification alone, sharing no code with the reference
 * server, that have the rules of ordinary vendors: nothing may fail, warn or err, and with the
 * vendor's values supplied the verdict is conformant.
 */
export const businessCases: CaseSource = {
  kind: 'business',
  ids: (settings) => [
    PLAIN,
    ...profiles.map(({ name }) => name),
    ...mixtures(settings).map((_, index) => `${MIXED}${index + 1}`),
  ],
  async run(id, tools) {
    const had = profilesOf(id, tools);
    const server = await startBusinessServer(rulesOf(had));
    try {
      const target = parseTarget(businessTarget(server));
      const run = await runCase(target, tools, { firstLogin: true });
      const outcome = concluded(target, run, [
        ...run.results
          .filter(({ id: check, result }) => BLAME.includes(result) && !mayWarn(had, check, result))
          .map(gave),
        ...server.problems.map((problem) => `The server itself is broken: ${problem}`),
      ]);
      const untested = run.results
        .filter(({ result }) => result === 'not tested')
        .map(({ id: check, message }) => `${check}: ${message}`);
      if (outcome.ok && outcome.verdict !== 'conformant') {
        const why = `The verdict is ${outcome.verdict}. ${untested.join(' ')}`;
        return { how: described(had), ...outcome, ok: false, problems: [why] };
      }
      return { how: described(had), ...outcome };
    } finally {
      await server.stop();
    }
  },
};

function mayWarn(had: readonly Profile[], check: string, result: string): boolean {
  const globs = had.flatMap(({ warns }) => warns ?? []);
  return result === 'warn' && globs.some((glob) => matchesGlob(check, glob));
}

function described(had: readonly Profile[]): string {
  return had.map(({ does }) => does).join(' ') || 'A conforming server with no rules of its own.';
}

function profilesOf(id: string, tools: CaseTools): readonly Profile[] {
  if (id === PLAIN) {
    return [];
  }
  if (!id.startsWith(MIXED)) {
    return [profileOf(id)];
  }
  const mixture = mixtures(tools)[Number(id.slice(MIXED.length)) - 1];
  if (!mixture) {
    throw new RangeError(`there is no business server ${id}`);
  }
  return mixture;
}

/** Profiles drawn at random, those left out that do not go with one drawn before. */
const mixture = fc.subarray([...profiles], { minLength: 2, maxLength: MOST_MIXED }).map(agreeing);

/** Mixed servers, the same for the same seed and number. */
export function mixtures({
  seed,
  combinations,
}: Pick<CaseTools, 'seed' | 'combinations'>): Profile[][] {
  return fc.sample(mixture, { seed, numRuns: Math.ceil(combinations / COMBINATIONS_EACH) });
}
