import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../server/database/open.ts';
import { permissionsCount, powerlessUser } from './testing/powerless-user.ts';
import { runAssay } from './testing/spawn-assay.ts';
import { DOWN } from './testing/target-that-is-down.ts';

describe.concurrent('wrong input of a process of its own', () => {
  it('assay certify says that nobody answers, and writes a report of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-wrong-'));
    try {
      writeFileSync(join(folder, 'down.json'), DOWN);
      const args = ['certify', '--target', 'down.json', '--out', 'out', '--check', 'login.*'];
      const ended = await runAssay(args, { cwd: folder });
      expect(ended.stderr).toMatch(/^assay: [^\n]*down was answered: [^\n]*ECONNREFUSED[^\n]*\n$/);
      expect(ended.code).toBe(4);
      const reports = readdirSync(join(folder, 'out')).sort();
      expect(reports).toEqual(['junit.xml', 'report.html', 'report.json']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.skipIf(!permissionsCount)('assay serve says that it may not write a database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-wrong-'));
    const file = join(folder, 'frozen.db');
    try {
      closeDatabase(openDatabase(file));
      chmodSync(file, 0o444);
      chmodSync(folder, 0o555);
      const args = ['serve', '--port', '0', '--db', 'frozen.db'];
      const ended = await runAssay(args, { cwd: folder, user: powerlessUser });
      expect(ended.stderr).toMatch(
        /^assay: [^\n]*frozen\.db cannot be opened for writing[^\n]*\n$/,
      );
      expect(ended.code).toBe(2);
      expect(readdirSync(folder)).toEqual(['frozen.db']);
    } finally {
      chmodSync(folder, 0o755);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('assay serve says that a database is locked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-wrong-'));
    const holder = new Database(join(folder, 'locked.db'));
    try {
      holder.exec('CREATE TABLE held (id INTEGER); BEGIN EXCLUSIVE');
      const ended = await runAssay(['serve', '--port', '0', '--db', 'locked.db'], { cwd: folder });
      expect(ended.stderr).toMatch(
        /^assay: [^\n]*locked\.db is locked by another process[^\n]*\n$/,
      );
      expect(ended.code).toBe(4);
    } finally {
      holder.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('assay serve says that a database is corrupt', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-wrong-'));
    try {
      const made = await runAssay(['seed', '--payments', '2000', '--db', 'torn.db'], {
        cwd: folder,
      });
      expect(made.code).toBe(0);
      const bytes = readFileSync(join(folder, 'torn.db'));
      bytes.fill(0xff, 8192, bytes.length - 8192);
      writeFileSync(join(folder, 'torn.db'), bytes);
      const ended = await runAssay(['serve', '--port', '0', '--db', 'torn.db'], { cwd: folder });
      expect(ended.stderr).toMatch(/^assay: [^\n]*torn\.db is corrupt[^\n]*\n$/);
      expect(ended.code).toBe(2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
