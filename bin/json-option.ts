import { Option } from 'commander';
import type { CommandContext } from './command-context.ts';

/** The option of every command that prints. */
export interface JsonOption {
  json?: boolean;
}

/** `--json`, of a command that prints by the schema of this name (`urn:assay:schema:…`). */
export function jsonOption(schema: string): Option {
  return new Option('--json', `print JSON (urn:assay:schema:${schema}) instead of text`);
}

/**
 * The context in which a command says what it says to people: with `--json` standard output is left
 * to the JSON. GitHub reads its annotations on standard error, too.
 */
export function wordsOf(context: CommandContext, { json }: JsonOption): CommandContext {
  if (!json) {
    return context;
  }
  const print = (line: string) => {
    if (/^::(error|warning|notice) /.test(line)) {
      context.complain(line);
    }
  };
  return { ...context, print };
}

/** Prints what a command came to, where `--json` asks for it. */
export function printJson(context: CommandContext, { json }: JsonOption, value: unknown): void {
  if (json) {
    context.print(JSON.stringify(value, null, 2));
  }
}
