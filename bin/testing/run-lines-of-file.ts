// Runs the command lines of a file of JSON, and writes beside it how each one ended.
import { readFileSync, writeFileSync } from 'node:fs';
import { runCommandLine } from '../run-command-line.ts';
import type { EndedLine, Line } from './run-lines.ts';

const [file = ''] = process.argv.slice(2);
const lines: Line[] = JSON.parse(readFileSync(file, 'utf8'));
const ended: EndedLine[] = [];
const ownEnvironment = { ...process.env };

for (const { args, folder, env } of lines) {
  process.chdir(folder);
  process.env = { ...ownEnvironment, ...env };
  const said = { stdout: '', stderr: '' };
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].write = (chunk: string | Uint8Array) => {
      said[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    };
  }
  const { signal } = new AbortController();
  const code = await runCommandLine(args, { signal, exitCode: 130 });
  process.stdout.write = writes.stdout;
  process.stderr.write = writes.stderr;
  ended.push({ code, ...said });
}
writeFileSync(`${file}.ended`, JSON.stringify(ended));
