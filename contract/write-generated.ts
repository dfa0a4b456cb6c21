import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Writes what a generator made into its file, where that holds anything else, and says so. */
export function writeGenerated(file: string, text: string): void {
  if (text !== readFileSync(file, { encoding: 'utf8', flag: 'a+' })) {
    writeFileSync(file, text);
  }
  console.log(`${relative('', file)} is up to date`);
}
