import type { Command } from 'commander';
import { type CommandContext, seconds, wholeNumber } from '../command-context.ts';
import { jsonOption } from '../json-option.ts';
import type { ProxyCommandOptions } from '../work/reports/proxy.ts';

/** `assay proxy`: between any client and a target, judging both. */
export function addProxy(program: Command, context: CommandContext): void {
  program
    .command('proxy')
    .summary('judge what passes between a client and a target')
    .description(
      'Stands between clients and a target, hands everything on unchanged and judges every exchange: the answers by the rules of certify, the requests by what the specification says of them. Ctrl-C, SIGTERM or --for end it and write proxy.json, proxy-junit.xml and proxy.html.',
    )
    .requiredOption('-t, --target <file>', 'target file; `assay init` writes a starter')
    .option('-o, --out <folder>', 'folder of the reports', 'reports/proxy')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '-p, --port <number...>',
      'ports for the origins of the target in the order of its file; default: free ones',
      ports,
    )
    .option('--for <seconds>', 'end after this time', seconds)
    .option('--strict-client', 'exit code 1 also where the client broke a must')
    .option('--write-target <file>', 'write the target file with the addresses of the proxy')
    .addOption(jsonOption('proxy-report'))
    .addHelpText(
      'after',
      `
Exit codes: 0 the server kept what it was judged by, 1 it broke a must (with --strict-client: or the
client did), 2 wrong usage, target file or a taken port, 3 nothing of the server was judged,
4 a report could not be written

Examples:
  assay proxy --target target.json --port 8090
  assay proxy --target target.json --for 600 --out reports/e2e --strict-client
  assay proxy --target target.json --write-target through.json`,
    )
    .action(async (options: ProxyCommandOptions) => {
      const { proxy } = await import('../work/reports/proxy.ts');
      await proxy(options, context);
    });
}

const PORT = wholeNumber(0, 65_535);

function ports(text: string, before: readonly number[] = []): number[] {
  return [...before, PORT(text)];
}
