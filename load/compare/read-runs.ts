import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { UsageError } from '../../contract/errors.ts';
import schema from '../report/load-report.schema.json' with { type: 'json' };
import type { LoadReport } from '../report/load-report.ts';

const ajv = new Ajv2020({ allowUnionTypes: true });
ajvFormats.default(ajv);
const isReport = ajv.compile<LoadReport>(schema);

/** What is in these is no repetition: it does not count, or it is counted in the report of the whole. */
const NO_REPETITION = /^(warm-up|segment-\d+)$/;

/**
 * Reads the repetitions of one side: a report of `assay load`, a file that holds a list of them
 * (a baseline), or a folder with reports anywhere in it, in the order in which they were run. Of a
 * folder, those of warm-ups and of the segments of a run are left out.
 *
 * @throws UsageError when there is nothing to read or something else is in the file
 */
export async function readRuns(path: string): Promise<LoadReport[]> {
  const files = await filesAt(path);
  const reports = (await Promise.all(files.map(readReports))).flat();
  if (reports.length === 0) {
    throw new UsageError(`${path} holds an empty list of reports`);
  }
  return reports.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}

/**
 * Reads all reports of a folder, as `readRuns` does, and leaves out what cannot be read: those of other
 * versions of the kit, for one.
 *
 * @throws UsageError where there is no report at all
 */
export async function readAllRuns(
  folder: string,
): Promise<{ reports: LoadReport[]; unreadable: string[] }> {
  const files = await filesAt(folder);
  const read = await Promise.allSettled(files.map(readReports));
  const reports = read.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const unreadable = read.flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as Error).message] : [],
  );
  if (reports.length === 0) {
    throw new UsageError(unreadable[0] ?? `${folder} holds no report`);
  }
  return { reports, unreadable };
}

async function filesAt(path: string): Promise<string[]> {
  const names = await reportsIn(path);
  if (names === null) {
    return [path];
  }
  const counted = names.filter(
    (name) => !name.split(/[/\\]/).some((part) => NO_REPETITION.test(part)),
  );
  if (counted.length === 0) {
    const beside = names.length > 0 ? ' beside those of warm-ups and segments' : '';
    throw new UsageError(`${path} holds no load-<journey>.json${beside}`);
  }
  return counted.map((name) => join(path, name));
}

/** Reports anywhere in a folder; null where it is none but a file. */
async function reportsIn(path: string): Promise<string[] | null> {
  try {
    if (!(await stat(path)).isDirectory()) {
      return null;
    }
    const names = await readdir(path, { recursive: true });
    return names.filter((name) => /(^|[/\\])load-[a-z][a-z0-9+-]*\.json$/.test(name));
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
}

async function readReports(file: string): Promise<LoadReport[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
  }
  const list = Array.isArray(content) ? content : [content];
  for (const [index, entry] of list.entries()) {
    if (isReport(entry)) {
      continue;
    }
    const { instancePath, message } = isReport.errors?.[0] ?? {};
    const where = `${Array.isArray(content) ? `/${index}` : ''}${instancePath ?? ''}`;
    throw new UsageError(
      `${file} is no report of assay load, nor a list of them: ${where || 'its content'} ${message}; a report of another version of the kit has to be measured anew`,
    );
  }
  return list as LoadReport[];
}
