import { readFile } from 'node:fs/promises';
import { UsageError } from '../../contract/errors.ts';
import { pathText } from '../../target/mistakes.ts';
import type { MixSettings } from '../../target/target.ts';
import { loadMistakes } from '../../target/target-rules.ts';

/**
 * Reads a mix of requests from a file of its own, as it may stand in `load.mix` of a target file; its
 * schema is `load-mix.schema.json`.
 *
 * @throws UsageError naming every mistake
 */
export async function readMix(file: string): Promise<MixSettings> {
  let mix: unknown;
  try {
    mix = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read the mix ${file}: ${(error as Error).message}`);
  }
  if (typeof mix === 'object' && mix !== null && !Array.isArray(mix)) {
    // An editor's own: it names the schema.
    const { $schema: _, ...rest } = mix as { $schema?: unknown };
    mix = rest;
  }
  const mistakes = loadMistakes({ mix });
  if (mistakes.length > 0) {
    const told = mistakes.map(({ path, text }) => `${pathText(path.slice(1)) || 'it'} ${text}`);
    throw new UsageError(`${file}: ${told.join('; ')}`);
  }
  return mix as MixSettings;
}
