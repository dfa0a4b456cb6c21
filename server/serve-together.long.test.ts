import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pathOf } from '../contract/endpoints.ts';
import { startServer } from './serve.ts';
import { targetFor } from './target.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-serve-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a server', () => {
  it('shares a new file with others that start at the same moment', async () => {
    const db = join(folder, 'assay.db');
    const script = `
      import { startServer } from ${JSON.stringify(import.meta.resolve('./serve.ts'))};
      import { pino } from 'pino';
      import { once } from 'node:events';
      console.log('ready');
      await once(process.stdin, 'data');
      const server = await startServer({
        db: ${JSON.stringify(db)},
        logger: pino({ level: 'silent' }),
      });
      console.log('serving');
      await once(process.stdin, 'end');
      await server.close();`;
    const children = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: import.meta.dirname,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const lines = createInterface(child.stdout);
      const exit = once(child, 'exit').then(([code]) => code as number);
      const next = () => Promise.race([once(lines, 'line').then(([line]) => String(line)), exit]);
      return { stdin: child.stdin, exit, next };
    });
    await Promise.all(children.map((child) => child.next()));
    for (const { stdin } of children) {
      stdin.write('go');
    }
    const said = await Promise.all(children.map((child) => child.next()));
    for (const { stdin } of children) {
      stdin.end();
    }
    const codes = await Promise.all(children.map((child) => child.exit));
    expect([said, codes]).toEqual([Array(4).fill('serving'), Array(4).fill(0)]);
    const server = await startServer({ db, logger: pino({ level: 'silent' }) });
    const { email, password } = targetFor(server).users.customer;
    const response = await request(server.url + pathOf('login'), {
      method: 'PUT',
      body: JSON.stringify({ email, currentPassword: password }),
    });
    await response.body.dump();
    await server.close();
    expect(response.statusCode).toBe(200);
  });
});
