import { readFile } from 'node:fs/promises';
import { readKeyFile } from '../../conformance/certificate/key.ts';
import { verifyCertificate } from '../../conformance/certificate/verify.ts';
import { UsageError } from '../../contract/errors.ts';
import { whyNoFile } from '../../contract/why-no-file.ts';
import type { CommandContext } from '../command-context.ts';

/** The options of `assay verify`. */
export interface VerifyOptions {
  report?: string;
  key?: string;
  anySigner?: boolean;
  json?: boolean;
}

/**
 * Prints what a certificate attests; exit code 1 where it is not valid, 3 where nobody said whose
 * signature to expect: everybody can make a key and sign with it.
 *
 * @throws UsageError when a file cannot be read, or options contradict each other
 */
export async function verify(
  file: string,
  options: VerifyOptions,
  context: CommandContext,
): Promise<void> {
  if (options.key !== undefined && options.anySigner) {
    throw new UsageError('--key names the signer, --any-signer takes everybody; leave out one');
  }
  const certificate = await read(file, 'certificate');
  const found = await verifyCertificate(certificate.toString(), {
    anySigner: options.anySigner === true,
    ...(options.key !== undefined && { publicKey: await readKeyFile(options.key) }),
    ...(options.report !== undefined && { reportBytes: await read(options.report, 'report') }),
  });
  const { valid, knownSigner } = found;
  context.print(options.json ? JSON.stringify(found, null, 2) : found.line);
  context.exitWith(valid ? (knownSigner || options.anySigner ? 0 : 3) : 1);
}

function read(file: string, what: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read the ${what} ${file}: ${whyNoFile(error)}`);
  });
}
