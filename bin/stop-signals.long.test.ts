import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../server/logger.ts';
import { rememberingPasswords } from '../server/passwords.ts';
import { startServer } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { finish, lineOf, spawnAssay } from './testing/spawn-assay.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-stop-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('stop signals', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops the server in good order on %s',
    async (signal) => {
      const assay = spawnAssay(
        ['serve', '--port', '0', '--db', 'kept.db', '--log-level', 'silent'],
        {
          cwd: folder,
        },
      );
      const url = await lineOf(assay, /^http:/);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      assay.kill(signal);
      const { code, stderr, leftProcess } = await finish(assay);
      expect({ code, stderr, leftProcess }).toEqual({ code: 0, stderr: '', leftProcess: false });
      expect(readdirSync(folder)).toEqual(['kept.db']);
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    },
  );

  it('leaves no half-written database when seeding is interrupted', async () => {
    const assay = spawnAssay(['seed', '--payments', '1000000', '--db', 'new.db'], { cwd: folder });
    for await (const line of createInterface(assay.stdout)) {
      expect(line).toMatch(/^payments: \d+%/);
      break;
    }
    expect(readdirSync(folder)).not.toEqual([]);
    assay.kill('SIGINT');
    const { code, signal } = await finish(assay);
    expect({ code, signal }).toEqual({ code: 130, signal: null });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes the reports of what ran when certifying is interrupted', async () => {
    const running = await startServer({
      db: ':memory:',
      control: { secret: 'a secret of the test alone' },
      logger: createLogger('silent'),
      passwords: rememberingPasswords(),
      // slow enough that the run is still going on when it is interrupted
      wrap: (fetch) => async (request, bindings) => {
        await setTimeout(50);
        return fetch(request, bindings);
      },
    });
    try {
      writeFileSync(join(folder, 'target.json'), JSON.stringify(targetFor(running)));
      const args = ['certify', '--target', 'target.json', '--out', 'out'];
      const assay = spawnAssay(args, { cwd: folder });
      await lineOf(assay, /^\d+\/\d+ checks/);
      assay.kill('SIGINT');
      const { code, stderr, leftProcess } = await finish(assay);
      expect({ code, stderr, leftProcess }).toEqual({ code: 3, stderr: '', leftProcess: false });
      const report = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'));
      expect(report).toMatchObject({ partial: true, verdict: 'incomplete' });
      expect(report.counts.pass).toBeGreaterThan(0);
      expect(report.partialReason).toContain('SIGINT');
    } finally {
      await running.close();
    }
  });

  it.skipIf(process.platform === 'win32')(
    'ends the build of k6, not only its own wait',
    async () => {
      const go = `#!/bin/sh
[ "$1" = version ] && exit 0
trap 'echo yes > ended; exit 1' INT
echo yes > started
while :; do sleep 0.1; done
`;
      mkdirSync(join(folder, 'bin'));
      writeFileSync(join(folder, 'bin', 'go'), go.replaceAll(' > ', ` > ${folder}/`), {
        mode: 0o755,
      });
      const env = { PATH: `${folder}/bin:/bin`, ASSAY_K6: '', ASSAY_CACHE: join(folder, 'cache') };
      const assay = spawnAssay(['load', 'self-check'], { cwd: folder, env });
      await vi.waitFor(() => readFileSync(join(folder, 'started')), { timeout: 60_000 });
      assay.kill('SIGTERM');
      const { code, stderr, leftProcess } = await finish(assay);
      expect({ code, leftProcess }).toEqual({ code: 143, leftProcess: false });
      expect(stderr).toBe('assay: stopped before the end\n');
      expect(readFileSync(join(folder, 'ended'), 'utf8')).toBe('yes\n');
    },
  );
});
