import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from './testing/content-of.ts';
import { type EndedLine, runLines } from './testing/run-lines.ts';
import { WRONG_LINES } from './testing/wrong-lines.ts';

/** Wrong input to any command ends it with one line on standard error and leaves nothing behind. */

let taken: string;
const blocker = createServer();

/** A command line with its folder, what was in it before, and how the line ended. */
interface Ran extends EndedLine {
  folder: string;
  before: Record<string, string>;
}

describe('wrong input', () => {
  let ran: Ran[];
  let leftProcess: boolean;

  beforeAll(async () => {
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const address = blocker.address();
    taken = String(typeof address === 'object' ? address?.port : address);
    const prepared = WRONG_LINES.map(({ line, files = {}, env = {} }) => {
      const folder = mkdtempSync(join(tmpdir(), 'assay-wrong-'));
      for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(folder, name), content);
      }
      const args = line.replace('TAKEN', taken).split(' ').filter(Boolean);
      return { args, folder, env, before: contentOf(folder) };
    });
    const ended = await runLines(prepared);
    leftProcess = ended.leftProcess;
    ran = prepared.map(({ folder, before }, index) => {
      const line = ended.lines[index] ?? { code: -1, stdout: '', stderr: ended.stderr };
      return { folder, before, ...line };
    });
  });
  afterAll(async () => {
    for (const { folder } of ran) {
      rmSync(folder, { recursive: true, force: true });
    }
    await new Promise((resolve) => blocker.close(resolve));
  });

  it.each(WRONG_LINES.map((each, index) => ({ ...each, index })))(
    'assay $line',
    ({ code, says, index }) => {
      const ended = ran[index];
      const pattern = new RegExp(says.source.replace('TAKEN', taken));
      expect(ended?.stderr).toMatch(/^assay: [^\n]+\n$/);
      expect(ended?.stderr).toMatch(pattern);
      expect(ended?.stderr).not.toMatch(/\bat .+:\d+:\d+|internal error/);
      expect(ended?.code).toBe(code);
      expect(contentOf(ended?.folder ?? '')).toEqual(ended?.before);
    },
  );

  it('leaves no process behind, and nothing that keeps the command from its end', () => {
    expect(leftProcess).toBe(false);
  });
});
