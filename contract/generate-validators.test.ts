import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { bodyValidators, VALIDATORS_FILE, withoutProse } from './generate-validators.ts';

it('the generated validators are those of the schemas (npm run generate)', async () => {
  const isCurrent = (await readFile(VALIDATORS_FILE, 'utf8')) === (await bodyValidators());
  expect(isCurrent).toBe(true);
});

it('prose is left out of a schema, and fields that are called so stay', () => {
  const described = { description: 'x', type: 'string' };
  expect(withoutProse({ title: 'x', properties: { title: described } })).toEqual({
    properties: { title: { type: 'string' } },
  });
});
