import { backUp } from '../../server/database/backup.ts';
import type { CommandContext } from '../command-context.ts';
import { type Progress, showProgress } from '../terminal/progress.ts';

/** The options of `assay backup`. */
export interface BackupOptions {
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
  let progress: Progress | undefined;
  const bytes = await backUp({
    db,
    to,
    overwrite: force,
    signal: context.signal,
    onProgress: (done, total) => {
      progress ??= showProgress('copying', total, 'pages', context);
      progress.update(done);
    },
  }).finally(() => progress?.stop());
  context.print(`${to}: a copy of ${db}, ${(bytes / 1e6).toFixed(1)} MB`);
}
