import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createRunner } from '../../conformance/engine/thread/runner.ts';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { makeFolder } from '../../contract/make-folder.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';
import { findK6 } from '../../load/k6/find-k6.ts';
import { JOURNEYS } from '../../load/report/load-report.ts';
import { referenceLedger } from '../../server/database/reference-ledger.ts';
import { createLogger } from '../../server/logger.ts';
import { rememberingPasswords } from '../../server/passwords.ts';
import { startServer } from '../../server/serve.ts';
import { targetFor } from '../../server/target.ts';
import type { Target } from '../../target/target.ts';
import { parseTarget } from '../../target/target-file.ts';
import type { CommandContext } from '../command-context.ts';
import { worstExitCode } from '../exit-codes.ts';
import { type JsonOption, printJson, wordsOf } from '../json-option.ts';
import { certifyOnTerminal } from '../terminal/certify-on-terminal.ts';
import { loadOnTerminal } from '../terminal/load-on-terminal.ts';

/** The options of `assay demo`. */
export interface DemoOptions extends JsonOption {
  out: string;
}

/** What a step of the demo came to: a line of the verdict, and its part in the exit code. */
interface StepOutcome {
  line: string;
  exitCode: number;
}

const CONCLUSION: Record<number, string> = {
  0: 'all is well',
  1: 'not all is well',
  3: 'what ran is well, but not everything could run',
};

/**
 * The demo shows that everything works, also on a machine that is busy with other things (`npm cit`
 * beside it), so what it gates on are answers; latencies only as far as a person would notice.
 */
const LOAD_OF_BUSY_MACHINE = {
  thresholds: { '*': { p95: 10_000, p99: 20_000 } },
  virtualUsers: { preAllocated: 20, max: 200 },
};

/**
 * Serves, certifies and loads the reference server once; leaves nothing but the reports.
 *
 * @throws UnavailableError when the folder of the reports cannot be made
 */
export async function demo(options: DemoOptions, outside: CommandContext): Promise<void> {
  const context = wordsOf(outside, options);
  const out = await newFolder(options.out);
  const temporary = await mkdtemp(join(tmpdir(), 'assay-demo-'));
  try {
    const db = join(temporary, 'reference.db');
    const outcomes = await withReferenceServer(db, context, async (target) => [
      await certifyStep(target, join(out, 'conformance'), context, options),
      ...(await loadSteps(target, db, join(out, 'load'), context)),
    ]);
    const exitCode = worstExitCode(outcomes.map((outcome) => outcome.exitCode));
    context.print(`\nDemo: ${CONCLUSION[exitCode] ?? 'something did not work'}`);
    for (const { line } of outcomes) {
      context.print(`  ${line}`);
    }
    context.print(`  reports in ${relative(process.cwd(), out) || out}`);
    printJson(outside, options, { exitCode, folder: out, steps: outcomes });
    context.exitWith(exitCode);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A folder of this run alone, so that demos may run side by side. */
async function newFolder(parent: string): Promise<string> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = join(parent, `${time}-${process.pid}`);
  await makeFolder(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UnavailableError(`cannot make the folder ${folder}: ${whyNoFile(error)}`);
  });
  return folder;
}

async function withReferenceServer<T>(
  db: string,
  context: CommandContext,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const running = await startServer({
    db,
    port: 0,
    control: { port: 0, secret: randomBytes(24).toString('base64url') },
    logger: createLogger('silent'),
    // its ten users have passwords that everybody may read, and hashing them took half of its time
    passwords: rememberingPasswords(),
  });
  try {
    context.print(`reference server: ${running.url}`);
    return await work(parseTarget({ ...targetFor(running), load: LOAD_OF_BUSY_MACHINE }));
  } finally {
    await running.close();
  }
}

async function certifyStep(
  target: Target,
  out: string,
  context: CommandContext,
  { json = false }: JsonOption,
): Promise<StepOutcome> {
  context.print('\nConformance');
  const { report } = await certifyOnTerminal(
    { target, out, runner: createRunner(), signal: context.signal },
    context,
    { quiet: json },
  );
  context.signal.throwIfAborted();
  return {
    line: `conformance: ${report.verdict}, ${report.counts.pass} of ${report.checks.length} checks passed`,
    exitCode: report.exitCode,
  };
}

async function loadSteps(
  target: Target,
  db: string,
  out: string,
  context: CommandContext,
): Promise<StepOutcome[]> {
  context.print('\nLoad');
  const ledger = referenceLedger(db);
  const outcomes: StepOutcome[] = [];
  try {
    const k6 = await findK6({ onProgress: context.print, signal: context.signal });
    for (const journey of JOURNEYS) {
      context.signal.throwIfAborted();
      const result = await loadOnTerminal({ journey, target, out, k6, ledger }, context);
      outcomes.push({ line: `${journey}: ${result.report.verdict}`, exitCode: result.exitCode });
    }
  } catch (error) {
    const absent = error instanceof UsageError && !process.env.ASSAY_K6 && outcomes.length === 0;
    if (!absent) {
      throw error;
    }
    outcomes.push({ line: `load: not run; ${error.message}`, exitCode: 3 });
  }
  return outcomes;
}
