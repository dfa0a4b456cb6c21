import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAssay } from './spawn-assay.ts';

/** A command line, the folder it runs in, and what it finds in its environment. */
export interface Line {
  args: string[];
  folder: string;
  env: Record<string, string>;
}

/** How a command line ended. */
export interface EndedLine {
  code: number;
  stdout: string;
  stderr: string;
}

/** How a process ended that ran some lines. */
interface EndedLines {
  lines: EndedLine[];
  /** what the process said besides its lines: why it broke off */
  stderr: string;
  leftProcess: boolean;
}

/**
 * Runs command lines one after the other in one process, which starts once for all of them. It ends
 * by itself only if none of them left anything behind that runs.
 */
export async function runLines(lines: readonly Line[]): Promise<EndedLines> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lines-'));
  const file = join(folder, 'lines.json');
  try {
    writeFileSync(file, JSON.stringify(lines));
    const entry = join(import.meta.dirname, 'run-lines-of-file.ts');
    // as the command does by itself
    const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '.cache', 'compiled') };
    const { stderr, leftProcess } = await runAssay([file], { entry, env });
    const ended = JSON.parse(readFileSync(`${file}.ended`, 'utf8')) as EndedLine[];
    return { lines: ended, stderr, leftProcess };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
