import { readFile } from 'node:fs/promises';
import { applyEdits, type ModificationOptions, modify, parseTree } from 'jsonc-parser';
import { UsageError } from '../../contract/errors.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import { visibleLine } from '../../pages/visible-text.ts';
import type { Report } from '../report/report.ts';
import { type KnownFailure, matcherOf } from './known-failures.ts';
import { parseKnownFailures } from './read-known-failures.ts';

/** What became of a known-failures file. */
export interface WrittenKnownFailures {
  file: string;
  /** entries that were in it and stay as they are */
  kept: number;
  /** ids of the failures that are new in it */
  added: string[];
  /** entries that are left out, since all their checks pass now or no check has such an id */
  removed: string[];
}

/** A known-failures file to write, with what is in it before the run. */
export interface KnownFailuresDraft {
  file: string;
  /** the text that the entries are added to; comments in it stay */
  text: string;
}

const FORMAT: ModificationOptions = {
  formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' },
};

/**
 * Reads what a known-failures file that is to be written holds already; where it is not there yet,
 * it begins with what `base` holds, if one is in force.
 *
 * @throws UsageError when the file is there and is no known-failures file
 */
export async function draftKnownFailures(file: string, base?: string): Promise<KnownFailuresDraft> {
  for (const source of [file, ...(base === undefined ? [] : [base])]) {
    const text = await readFile(source, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') {
        return undefined;
      }
      throw new UsageError(`cannot read the known-failures file ${source}: ${whyNoFile(error)}`);
    });
    if (text === undefined) {
      continue;
    }
    parseKnownFailures(text, source);
    return { file, text };
  }
  return { file, text: '[]\n' };
}

/**
 * Writes the failures of a run into a known-failures file. An entry that is there stays as it is,
 * also where its last day is over; one that would be stale in the next run, since its checks pass
 * or are none, is left out. The reason of a new one quotes what was wrong: it has to be replaced by
 * why that is accepted. The report must be redacted.
 *
 * @throws UnavailableError when the file cannot be written
 */
export async function writeKnownFailures(
  { file, text }: KnownFailuresDraft,
  report: Pick<Report, 'checks' | 'finishedAt'>,
  ids: readonly string[],
): Promise<WrittenKnownFailures> {
  const entries = parseKnownFailures(text, file);
  const isOfUse = ({ check }: KnownFailure) => {
    const matches = matcherOf(check);
    const ran = report.checks.filter(({ id }) => matches(id));
    const passed = ran.filter(({ result }) => result === 'pass' || result === 'observed');
    const named = ids.filter(matches).length;
    return named > 0 && passed.length < named;
  };
  const kept = entries.filter(isOfUse);
  const listed = kept.map(({ check }) => matcherOf(check));
  const added = report.checks.filter(
    ({ id, result }) => result === 'fail' && !listed.some((matches) => matches(id)),
  );

  let content = kept.length > 0 ? text : '[]\n';
  // from the end, so that the places of those before stay what they were
  for (const [index, entry] of [...entries.entries()].reverse()) {
    if (kept.length > 0 && !kept.includes(entry)) {
      content = withoutEntry(content, index);
    }
  }
  const day = report.finishedAt.slice(0, 10);
  for (const [index, { id, message }] of added.entries()) {
    const reason = `failed on ${day}: ${visibleLine(message, 200)} (write here why that is accepted)`;
    const place = [kept.length + index];
    const edits = modify(content, place, { check: id, reason } satisfies KnownFailure, {
      ...FORMAT,
      isArrayInsertion: true,
    });
    content = applyEdits(content, edits);
  }
  await writeWhole(file, content.endsWith('\n') ? content : `${content}\n`);
  return {
    file,
    kept: kept.length,
    added: added.map(({ id }) => id),
    removed: entries.filter((entry) => !kept.includes(entry)).map(({ check }) => check),
  };
}

/** The text without one of several entries; jsonc-parser leaves a brace where it is the last. */
function withoutEntry(text: string, index: number): string {
  const nodes = parseTree(text, [], { allowTrailingComma: true })?.children ?? [];
  const [before, node, after] = [nodes[index - 1], nodes[index], nodes[index + 1]];
  if (!node) {
    return text;
  }
  const end = node.offset + node.length;
  const [from, to] = before
    ? [before.offset + before.length, end]
    : [node.offset, after?.offset ?? end];
  return text.slice(0, from) + text.slice(to);
}
