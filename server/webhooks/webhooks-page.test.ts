import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Running, startServer } from '../serve.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'webhooks.md'), 'utf8');

/** Between what one block of the page prints and what the next one does. */
const MARK = '-- end of block --';

/** Each block of lines for the shell, with what the page says that it prints. */
const blocks = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(
  ([, lines = '', printed = '']) => ({ lines, printed }),
);

let server: Running;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-webhooks-page-'));
  // Where the page's reader has installed the library.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  server = await startServer({
    db: ':memory:',
    logger: pino({ level: 'silent' }),
    webhooks: { allow: ['127.0.0.1'] },
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

it('has each of the page’s blocks followed by what it prints', () => {
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks).toHaveLength(PAGE.match(/^```sh$/gm)?.length ?? 0);
});

it('prints what the page says, line by line, when the shell runs it', async () => {
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
}, 60_000);
