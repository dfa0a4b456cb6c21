import { backUp } from '../../server/database/backup.ts';
import type { CommandContext } from '../command-context.ts';
import { type JsonOption, printJson, wordsOf } from '../json-option.ts';
import { type Progress, showProgress } from '../terminal/progress.ts';

/** The options of `assay backup`. */
export interface BackupOptions extends JsonOption {
  db: string;
  to: string;
  force: boolean;
}

/**
 * Copies a database and shows how far it is.
 *
 * @throws UsageError where there is no database, or the file exists and may not be replaced
 */
export async function backup(options: BackupOptions, context: CommandContext): Promise<void> {
  const { db, to, force } = options;
  const words = wordsOf(context, options);
  let progress: Progress | undefined;
  const bytes = await backUp({
    db,
    to,
    overwrite: force,
    signal: context.signal,
    onProgress: (done, total) => {
      progress ??= showProgress('copying', total, 'pages', words);
      progress.update(done);
    },
  }).finally(() => progress?.stop());
  words.print(`${to}: a copy of ${db}, ${(bytes / 1e6).toFixed(1)} MB`);
  const notes = [`a copy of ${db}`];
  printJson(context, options, { files: [{ is: 'database', file: to, bytes }], notes });
}
