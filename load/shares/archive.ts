import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { UnavailableError, UsageError } from '../../contract/errors.ts';
import { makeFolder } from '../../contract/make-folder.ts';
import { type FindK6Options, findK6, type K6 } from '../k6/find-k6.ts';
import { readLog } from '../k6/k6-log.ts';
import { SYSTEM_TAGS } from '../k6/k6-process.ts';
import type { LoadTarget } from '../load-target.ts';
import type { Journey } from '../report/load-report.ts';
import { writeEntry } from '../run/entry-script.ts';
import { checkedOptions } from '../run/load-options.ts';
import { nameOf } from '../run/planned-journeys.ts';
import { writeRunFile } from '../run/run-file.ts';
import type { ProfileName } from '../scripts/plan/profiles.ts';

const run = promisify(execFile);

export interface ArchiveOptions {
  journey: Journey;
  target: LoadTarget;
  /** as for `runLoad`; a breakpoint search cannot be archived */
  profile?: ProfileName;
  rate?: number;
  durationSeconds?: number;
  seed?: number;
  /** k6 processes that will share it; default 1 */
  instances?: number;
  /** leaves passwords out of the archive: k6 takes them from its environment, see `passwordVariables` */
  passwordsByName?: boolean;
  /** folder of the archive; made when it does not exist */
  out: string;
  k6?: K6;
  findK6?: FindK6Options;
}

/**
 * Builds `load-<journey>.tar`: the scripts, what they import, and the run's settings with users and
 * pools of states, all that `k6 run` needs on another machine. It holds passwords, so only its owner
 * may read it; on Kubernetes it belongs into a Secret.
 *
 * @throws UsageError for wrong options, or when k6 is not here as a program
 * @throws UnavailableError when k6 fails or the archive cannot be written
 */
export async function buildArchive(options: ArchiveOptions): Promise<string> {
  const settings = checkedOptions(options);
  const { target, out } = options;
  if (settings.profile === 'breakpoint') {
    throw new UsageError('a breakpoint search runs k6 many times, so it has no archive');
  }
  const k6 = options.k6 ?? (await findK6(options.findK6));
  if (k6.path === undefined) {
    throw new UsageError('an archive needs k6 as a program, not in Docker; set ASSAY_K6');
  }
  const file = resolve(out, `load-${nameOf(settings.journeys)}.tar`);
  const folder = await mkdtemp(join(tmpdir(), 'assay-archive-'));
  try {
    await makeFolder(out);
    const runFile = join(folder, 'run.json');
    const unfinished = `${file}.${process.pid}.new`;
    const entry = join(folder, 'entry.js');
    await writeRunFile(runFile, {
      ...{ target, ...settings, passwordsByName: options.passwordsByName ?? false },
    });
    await writeEntry(entry, settings.journeys);
    await run(
      k6.path,
      [
        // In the archive, so that they hold wherever it runs; each instance prints its summary.
        ...[
          'archive',
          '--log-format',
          'json',
          '-e',
          `ASSAY_LOAD_RUN=${runFile}`,
          '-e',
          'ASSAY_LOAD_SUMMARY=stdout',
        ],
        ...['--system-tags', SYSTEM_TAGS, '-O', unfinished, entry],
      ],
      { env: { ...process.env, K6_AUTO_EXTENSION_RESOLUTION: 'false' } },
    );
    await chmod(unfinished, 0o600);
    await rename(unfinished, file);
    return file;
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    throw new UnavailableError(`cannot build ${file}: ${await reasonOf(error)}`);
  } finally {
    await rm(`${file}.${process.pid}.new`, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

/** What k6 logged last; what did not come from k6 says itself what it is. */
async function reasonOf(error: unknown): Promise<string> {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  const log = readLog(Readable.from(stderr));
  await log.done;
  return (log.messages().at(-1) ?? message).split('\n')[0] ?? '';
}
