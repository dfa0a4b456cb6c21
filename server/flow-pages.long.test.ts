import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startServer } from './serve.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCS = join(ROOT, 'docs');

/** The pages whose lines for the shell can be run against a server at BASE. */
const pages = globSync('*.md', { cwd: DOCS })
  .map((name) => ({ name, page: readFileSync(join(DOCS, name), 'utf8') }))
  .filter(({ page }) => page.includes('\nBASE=${BASE:-'));

/** Between what one block of a page prints and what the next one does. */
const MARK = '-- end of block --';

/** Each block of lines for the shell, with what the page says that it prints. */
const blocksOf = (page: string) =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(
    ([, lines = '', printed = '']) => ({ lines, printed }),
  );

it('there are pages whose lines can be run', () => {
  expect(pages.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'api-tokens.md',
      'lending-flow.md',
      'server-to-server.md',
      'webhooks.md',
    ]),
  );
});

describe.each(pages)('docs/$name', ({ page }) => {
  const blocks = blocksOf(page);

  it('has each of its blocks followed by what it prints', () => {
    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks).toHaveLength(page.match(/^```sh$/gm)?.length ?? 0);
  });

  it('prints what it says, line by line, when the shell runs it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
    // Some pages use packages that their reader has installed.
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const server = await startServer({
      db: ':memory:',
      logger: pino({ level: 'silent' }),
      webhooks: { allow: ['127.0.0.1'] },
    });
    try {
      const script = blocks.map(({ lines }) => `${lines}echo '${MARK}'\n`).join('');
      const shell = spawn('sh', ['-eu'], {
        cwd: folder,
        env: {
          BASE: server.url,
          PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
          NO_PROXY: '127.0.0.1',
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const exit = once(shell, 'exit');
      shell.stdin.end(script);
      const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
      expect(stderr).toBe('');
      expect(stdout.split(`${MARK}\n`)).toEqual([...blocks.map(({ printed }) => printed), '']);
      expect(await exit).toEqual([0, null]);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  }, 60_000);
});
