import { readFile } from 'node:fs/promises';
import { readKeyFile } from '../../conformance/certificate/key.ts';
import { verifyCertificate } from '../../conformance/certificate/verify.ts';
import { UsageError } from '../../contract/errors.ts';
import type { CommandContext } from '../command-context.ts';

/** The options of `assay verify`. */
export interface VerifyOptions {
  report?: string;
  key?: string;
}

/**
 * Prints what a certificate attests; exit code 1 where it is not valid.
 *
 * @throws UsageError when a file cannot be read
 */
export async function verify(
  file: string,
  options: VerifyOptions,
  context: CommandContext,
): Promise<void> {
  const certificate = await read(file, 'certificate');
  const { valid, line } = await verifyCertificate(certificate.toString(), {
    ...(options.key !== undefined && { publicKey: await readKeyFile(options.key) }),
    ...(options.report !== undefined && { reportBytes: await read(options.report, 'report') }),
  });
  context.print(line);
  context.exitWith(valid ? 0 : 1);
}

function read(file: string, what: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read the ${what} ${file}: ${error.code}`);
  });
}
