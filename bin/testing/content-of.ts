import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder with the digest of its content. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const digests = names.map((name) => {
    const path = join(folder, name);
    const content = statSync(path).isFile() ? readFileSync(path) : '';
    return [name, createHash('sha256').update(content).digest('hex')];
  });
  return Object.fromEntries(digests);
}
