import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { OpenApiOptions } from '../work/reports/openapi.ts';

/** `assay openapi`: the contract as an OpenAPI document. */
export function addOpenApi(program: Command, context: CommandContext): void {
  program
    .command('openapi')
    .summary('print the API as an OpenAPI document')
    .description(
      'Prints an OpenAPI document of the nine endpoints, their bodies and examples, generated from the contract that the suite judges by.',
    )
    .addOption(
      new Option('--openapi <version>', 'version of OpenAPI')
        .choices(['3.1', '3.0'])
        .default('3.1'),
    )
    .option('-t, --target <file>', 'name the addresses of this target file as servers')
    .option('--extensions', "add the reference server's own endpoints, marked as such")
    .option('-o, --out <file>', 'write a file instead of printing')
    .addHelpText(
      'after',
      `
The GET of awaiting payments has a body. OpenAPI 3.1 allows that; 3.0 says it shall be ignored, and
the document has it all the same.

Exit codes: 0 done, 2 wrong usage or target file, 4 the file could not be written

Examples:
  assay openapi | jq .paths
  assay openapi --openapi 3.0 --target target.json --out openapi.json`,
    )
    .action(async (options: OpenApiOptions) => {
      const { openApi } = await import('../work/reports/openapi.ts');
      await openApi(options, context);
    });
}
