import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { targetValidators, VALIDATORS_FILE } from './generate-target-validators.ts';

it('the generated validators are those of target.schema.json (npm run generate)', async () => {
  const isCurrent = (await readFile(VALIDATORS_FILE, 'utf8')) === (await targetValidators());
  expect(isCurrent).toBe(true);
});
