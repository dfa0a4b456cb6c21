import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';

/** `assay keygen`: a key pair for certificates. */
export function addKeygen(program: Command, context: CommandContext): void {
  program
    .command('keygen')
    .summary('make a key pair that signs certificates')
    .description(
      'Makes an Ed25519 key pair: the private key at the file named, for its owner only, and the public key beside it with .pub added, to be given to whoever verifies.',
    )
    .option('-o, --out <file>', 'file of the private key', 'assay-key.pem')
    .addHelpText(
      'after',
      `
Examples:
  assay keygen --out office.pem
  assay certify --target target.json --sign office.pem`,
    )
    .action(async ({ out }: { out: string }) => {
      const { generateKey } = await import('../../conformance/certificate/key.ts');
      const { privatePath, publicPath, thumbprint } = await generateKey(out);
      context.print(`private key: ${privatePath} (keep it to yourself)`);
      context.print(`public key: ${publicPath}, thumbprint ${thumbprint}`);
    });
}
