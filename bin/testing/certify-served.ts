import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { finish, runAssay, spawnAssay } from './spawn-assay.ts';

/**
 * What `assay serve` prints until its target file is written, and what a run with it finds; the server
 * has to end in order.
 */
export async function certifyServed(folder: string, options: string[], ...select: string[]) {
  const serving = ['serve', '--port', '0', '--log-level', 'warn', '--write-target', 'target.json'];
  const assay = spawnAssay([...serving, ...options], { cwd: folder });
  const ended = finish(assay);
  const lines: string[] = [];
  for await (const line of createInterface(assay.stdout)) {
    lines.push(line);
    if (line.startsWith('target file:')) {
      break;
    }
  }
  const out = join(folder, 'report');
  const { code } = await runAssay(['certify', '--target', 'target.json', '--out', out, ...select], {
    cwd: folder,
  });
  assay.kill('SIGINT');
  const { leftProcess, stderr } = await ended;
  expect({ leftProcess, stderr }).toEqual({ leftProcess: false, stderr: '' });
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  return { lines, code, report, failed: report.findings.flatMap(({ checks }) => checks) };
}
