import { readFile } from 'node:fs/promises';
import { buildProxyReport } from '../../../conformance/proxy/build-proxy-report.ts';
import { type RunningProxy, startProxy } from '../../../conformance/proxy/proxy.ts';
import { renderProxyText } from '../../../conformance/proxy/proxy-text.ts';
import { addressesIn, targetThrough } from '../../../conformance/proxy/target-through.ts';
import {
  proxyReportFiles,
  writeProxyReports,
} from '../../../conformance/proxy/write-proxy-reports.ts';
import { mayColour } from '../../../conformance/report/terminal.ts';
import { expectWritable } from '../../../contract/writable.ts';
import { writeWhole } from '../../../contract/write-whole.ts';
import type { Target } from '../../../target/target.ts';
import { readTargetFile } from '../../../target/target-file.ts';
import type { CommandContext } from '../../command-context.ts';
import { type JsonOption, printJson, wordsOf } from '../../json-option.ts';
import { untilStopped } from '../../until-stopped.ts';

/** The options of `assay proxy`. */
export interface ProxyCommandOptions extends JsonOption {
  target: string;
  out: string;
  host: string;
  port?: number[];
  /** seconds */
  for?: number;
  strictClient?: boolean;
  writeTarget?: string;
}

/**
 * Judges what passes by until the command is stopped or its time is over, and writes the reports.
 *
 * @throws UsageError where the target file is wrong or a port is taken
 * @throws UnavailableError when a file cannot be written, which is tried before
 */
export async function proxy(options: ProxyCommandOptions, context: CommandContext): Promise<void> {
  const { out, host, port, writeTarget } = options;
  const target = await readTargetFile(options.target);
  await expectWritable([...proxyReportFiles(out), ...(writeTarget ? [writeTarget] : [])]);
  const running = await startProxy({ target, host, ...(port && { ports: port }) });
  // with --json, too, somebody has to know where to send requests
  const tell = options.json ? context.complain : context.print;
  try {
    for (const { origin, url } of running.addresses) {
      tell(`${url} stands for ${origin}`);
    }
    if (writeTarget !== undefined) {
      await writeThrough(writeTarget, options.target, target, running);
      tell(`target file: ${writeTarget}`);
    }
    await untilStopped(context.signal, options.for);
  } finally {
    await running.close();
  }
  const report = buildProxyReport(target, running, {
    finishedAt: new Date(),
    strictClient: options.strictClient ?? false,
  });
  const { print } = wordsOf(context, options);
  // Told before it is written: what passed by in a day is not lost with a disk that is full.
  print(renderProxyText(report, { colour: mayColour(process.stdout) }).trimEnd());
  const files = await writeProxyReports(out, report);
  print(`\nreports: ${files.join(', ')}`);
  printJson(context, options, report);
  context.exitWith(report.exitCode);
}

async function writeThrough(file: string, from: string, target: Target, running: RunningProxy) {
  const text = await readFile(from, 'utf8');
  const through = targetThrough(text, addressesIn(text, target), running.addresses);
  await writeWhole(file, through, 0o600);
}
