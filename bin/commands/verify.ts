import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { UsageError } from '../../contract/errors.ts';
import type { CommandContext } from '../command-context.ts';

interface VerifyOptions {
  report?: string;
  key?: string;
}

/** `assay verify`: what a certificate attests, found out offline. */
export function addVerify(program: Command, context: CommandContext): void {
  program
    .command('verify')
    .summary('check a certificate offline')
    .description(
      'Checks the signature of a certificate and, if given, that report.json is the one it was signed for, and says in one line what it attests.',
    )
    .argument('<certificate>', 'file that `assay certify --sign` wrote')
    .option('--report <file>', 'the report.json to compare')
    .option('--key <file>', 'the signer’s public key (PEM or JWK)')
    .addHelpText(
      'after',
      `
Exit codes: 0 valid, 1 not valid, 2 wrong usage

Examples:
  assay verify certificate.jws --report report.json --key office.pem.pub`,
    )
    .action((file: string, options: VerifyOptions) => verify(file, options, context));
}

async function verify(
  file: string,
  options: VerifyOptions,
  context: CommandContext,
): Promise<void> {
  const { readKeyFile } = await import('../../conformance/certificate/key.ts');
  const { verifyCertificate } = await import('../../conformance/certificate/verify.ts');
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
