import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { jsonOption } from '../json-option.ts';
import type { VerifyOptions } from '../work/verify.ts';

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
    .option('--any-signer', 'exit code 0 whoever signed it, where no --key is given')
    .addOption(jsonOption('verification'))
    .addHelpText(
      'after',
      `
Exit codes: 0 valid, 1 not valid or run out, 2 wrong usage, 3 intact, but signed by whoever: no --key

Examples:
  assay verify certificate.jws --report report.json --key office.pem.pub`,
    )
    .action(async (file: string, options: VerifyOptions) => {
      const { verify } = await import('../work/verify.ts');
      await verify(file, options, context);
    });
}
