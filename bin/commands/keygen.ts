import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type JsonOption, jsonOption, printJson, wordsOf } from '../json-option.ts';

/** `assay keygen`: a key pair for certificates. */
export function addKeygen(program: Command, context: CommandContext): void {
  program
    .command('keygen')
    .summary('make a key pair that signs certificates')
    .description(
      'Makes an Ed25519 key pair: the private key at the file named, for its owner only, and the public key beside it with .pub added, to be given to whoever verifies.',
    )
    .option('-o, --out <file>', 'file of the private key', 'assay-key.pem')
    .addOption(jsonOption('written'))
    .addHelpText(
      'after',
      `
Examples:
  assay keygen --out office.pem
  assay certify --target target.json --sign office.pem`,
    )
    .action(async ({ out, ...options }: { out: string } & JsonOption) => {
      const { generateKey } = await import('../../conformance/certificate/key.ts');
      const { privatePath, publicPath, thumbprint } = await generateKey(out);
      const { print } = wordsOf(context, options);
      print(`private key: ${privatePath} (keep it to yourself)`);
      print(`public key: ${publicPath}, thumbprint ${thumbprint}`);
      printJson(context, options, {
        files: [
          { is: 'private key', file: privatePath },
          { is: 'public key', file: publicPath, thumbprint },
        ],
        notes: [],
      });
    });
}
