import { readFile } from 'node:fs/promises';
import { expect, expectTypeOf, it } from 'vitest';
import type { StateValues } from '../target.ts';
import { STATE_NAMES } from '../target-rules.ts';
import { generateStateTypes, STATE_TYPES_FILE } from './generate-state-types.ts';

it('the types of the states are those of the schema (npm run generate)', async () => {
  const written = await readFile(STATE_TYPES_FILE, 'utf8');
  expect(written).toBe(await generateStateTypes());
  for (const name of STATE_NAMES) {
    expect(written).toMatch(new RegExp(`^  "?${name}"?: \\{$`, 'm'));
  }
});

it('the types of the states know what may be left out', () => {
  expectTypeOf<StateValues['expired-token']>().toEqualTypeOf<{
    token: string;
    refreshToken?: string;
  }>();
  expectTypeOf<StateValues['loan-requested']>().toEqualTypeOf<{ applicationId: string }>();
});
