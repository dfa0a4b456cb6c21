import { randomBytes } from 'node:crypto';
import { everythingOnPurpose, otherwise } from '../../calibration/on-purpose.ts';
import { UsageError } from '../../contract/errors.ts';
import { writeWhole } from '../../contract/write-whole.ts';
import { letHashingGiveWay } from '../../server/hashing-threads.ts';
import { createLogger, type LogLevel } from '../../server/logger.ts';
import { startServer } from '../../server/serve.ts';
import { targetFor } from '../../server/target.ts';
import type { CommandContext } from '../command-context.ts';
import { printJson, wordsOf } from '../json-option.ts';
import { untilStopped } from '../until-stopped.ts';

/** The options of `assay serve`. */
export interface ServeOptions {
  port: number;
  host: string;
  db: string;
  controlPort?: number;
  writeTarget?: string;
  logLevel: LogLevel;
  /** addresses and ranges that webhooks may go to beside the public ones */
  webhooksAllow: string[];
  /** faults and variants of the calibration, by their ids */
  fault: string[];
  variant: string[];
  /** milliseconds, both included */
  latency?: { least: number; most: number };
  errorRate?: number;
  rateLimit?: number;
  seed: number;
  /** print what `fault` and `variant` may be, and serve nothing */
  list?: boolean;
  json?: boolean;
}

/**
 * Runs the reference server until the command is stopped, or one that is otherwise on purpose.
 *
 * @throws UsageError where the states hook has no secret, or there is no such fault or variant
 */
export async function serve(options: ServeOptions, context: CommandContext): Promise<void> {
  if (options.list && options.json) {
    context.print(JSON.stringify(everythingOnPurpose(), null, 2));
    return;
  }
  if (options.list) {
    for (const { kind, id, how } of everythingOnPurpose()) {
      context.print(`${kind.padEnd(8)} ${id}  ${how}`);
    }
    return;
  }
  const { port, host, db, fault: faults, variant: variants } = options;
  const purpose = otherwise({ faults, variants, chaos: options });
  const control = controlOf(options);
  await letHashingGiveWay();
  const running = await startServer({
    port,
    host,
    db,
    logger: createLogger(options.logLevel),
    ...(control && { control }),
    webhooks: { allow: options.webhooksAllow },
    ...purpose?.options,
  });
  try {
    const { print } = wordsOf(context, options);
    print(running.url);
    if (purpose) {
      print('THIS IS NOT THE REFERENCE SERVER. On purpose, it has');
      for (const line of purpose.lines) {
        print(`  ${line}`);
      }
    }
    if (running.controlUrl) {
      print(`states hook: ${running.controlUrl}/states`);
    }
    if (options.writeTarget) {
      const content = purpose ? await purpose.targetFor(running) : targetFor(running);
      const target = JSON.stringify(content, null, 2);
      await writeWhole(options.writeTarget, `${target}\n`, 0o600);
      print(`target file: ${options.writeTarget}`);
    }
    const { url, controlUrl } = running;
    printJson(context, options, {
      ...{ url, onPurpose: purpose?.lines ?? [] },
      ...(controlUrl && { statesHook: `${controlUrl}/states` }),
      ...(options.writeTarget && { targetFile: options.writeTarget }),
    });
    await untilStopped(context.signal);
  } finally {
    await running.close();
  }
}

/** The states hook, where it was asked for. */
function controlOf({ controlPort, writeTarget }: ServeOptions) {
  if (controlPort === undefined && writeTarget === undefined) {
    return undefined;
  }
  const secret = process.env.ASSAY_CONTROL_SECRET;
  if (!secret && writeTarget === undefined) {
    throw new UsageError(
      '--control-port needs a secret: set ASSAY_CONTROL_SECRET to 16 characters or more',
    );
  }
  return { port: controlPort ?? 0, secret: secret || randomBytes(24).toString('base64url') };
}
