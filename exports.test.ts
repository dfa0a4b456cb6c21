import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Holds that nothing is exported that nobody uses, not even the file that exports it. */

const FOLDERS = '{bin,calibration,conformance,contract,fixtures,load,pages,server,target}';
const files = globSync(`${FOLDERS}/**/*.{ts,js}`, { cwd: import.meta.dirname }).filter(
  (file) => !/\.generated\.|^load\/scripts\/generated/.test(file),
);

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;

/** Exported names of which these texts have no more than the declaration. */
function unused(texts: readonly string[]): string[] {
  const uses = new Map<string, number>();
  for (const [word] of texts.join('\n').matchAll(/\w+/g)) {
    uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  const exported = texts.flatMap((text) =>
    [...text.matchAll(EXPORTED)].map(([, name = '']) => name),
  );
  return exported.filter((name) => uses.get(name) === 1);
}

it('every export is used', () => {
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  expect(texts.length).toBeGreaterThan(500);
  expect(unused(texts)).toEqual([]);
});

it('an export that nobody uses is found', () => {
  const texts = ['export function one() {}\nexport const two = 2;', 'one();'];
  expect(unused(texts)).toEqual(['two']);
});
