import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../database/open.ts';
import { oneSenderOf } from './one-sender.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-one-sender-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is the first to ask of those that share a file, then the next', () => {
  const db = openDatabase(join(folder, 'assay.db'));
  const [one, two] = [oneSenderOf(db), oneSenderOf(db)];
  expect([one.isHere(), two.isHere(), one.isHere()]).toEqual([true, false, true]);
  one.close();
  expect(two.isHere()).toBe(true);
  two.close();
  closeDatabase(db);
});

it('is another as soon as it is killed', async () => {
  const file = join(folder, 'assay.db');
  const db = openDatabase(file);
  const here = oneSenderOf(db);
  const script = `
    import { openDatabase } from ${JSON.stringify(import.meta.resolve('../database/open.ts'))};
    import { oneSenderOf } from ${JSON.stringify(import.meta.resolve('./one-sender.ts'))};
    console.log(oneSenderOf(openDatabase(${JSON.stringify(file)})).isHere());
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(other, 'exit');
  const [said] = await once(other.stdout, 'data');
  expect([String(said).trim(), here.isHere()]).toEqual(['true', false]);
  other.kill('SIGKILL');
  await exit;
  expect(here.isHere()).toBe(true);
  here.close();
  closeDatabase(db);
});

it('is everybody who has a database in memory, since nobody shares it', () => {
  const db = openDatabase(':memory:');
  expect([oneSenderOf(db).isHere(), oneSenderOf(db).isHere()]).toEqual([true, true]);
  closeDatabase(db);
});
