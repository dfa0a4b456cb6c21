import type { OpenApiVersion } from '../../../contract/openapi/openapi-document.ts';
import { publishedOpenApi } from '../../../contract/openapi/published-openapi.ts';
import { writeWhole } from '../../../contract/write-whole.ts';
import { readTargetFile } from '../../../target/target-file.ts';
import type { CommandContext } from '../../command-context.ts';

/** The options of `assay openapi`. */
export interface OpenApiOptions {
  openapi: OpenApiVersion;
  target?: string;
  extensions?: boolean;
  out?: string;
}

/**
 * Prints or writes the OpenAPI document.
 *
 * @throws UsageError where the target file is wrong
 * @throws UnavailableError when the file cannot be written
 */
export async function openApi(options: OpenApiOptions, context: CommandContext): Promise<void> {
  const document = publishedOpenApi(
    await serversOf(options.target),
    options.openapi,
    options.extensions ? 'with extensions' : 'without extensions',
  );
  const text = JSON.stringify(document, null, 2);
  if (options.out === undefined) {
    context.print(text);
    return;
  }
  await writeWhole(options.out, `${text}\n`);
  context.print(options.out);
}

async function serversOf(file: string | undefined) {
  if (file === undefined) {
    return undefined;
  }
  const { baseUrl, lendingUrl, investmentUrl } = await readTargetFile(file);
  return { base: baseUrl, lending: lendingUrl, investment: investmentUrl };
}
