import { join } from 'node:path';
import { writeWhole } from '../../contract/write-whole.ts';
import { renderComparisonHtml } from './comparison-page.ts';
import { renderComparisonJunit } from './comparison-pipeline.ts';
import type { Compared } from './run-comparison.ts';

/**
 * Writes `comparison.json`, `comparison.html` and `comparison.junit.xml` into a folder, which is made if need be. Gives the
 * files written.
 *
 * @throws UnavailableError when one cannot be written
 */
export async function writeComparison(
  out: string,
  { comparison, base, next }: Compared,
): Promise<{ json: string; html: string; junit: string }> {
  const files = {
    json: join(out, 'comparison.json'),
    html: join(out, 'comparison.html'),
    junit: join(out, 'comparison.junit.xml'),
  };
  await writeWhole(files.json, `${JSON.stringify(comparison, null, 2)}\n`);
  await writeWhole(files.html, renderComparisonHtml(comparison, base, next));
  await writeWhole(files.junit, renderComparisonJunit(comparison));
  return files;
}
