import { readFile } from 'node:fs/promises';
import { expect, expectTypeOf, it } from 'vitest';
import { generateTypes, TYPES_FILE } from './generate-types.ts';
import type { AwaitingPayment, RequestLoanRequest, Session } from './types.generated.ts';

it('the generated types are those of the schemas (npm run generate)', async () => {
  expect(await readFile(TYPES_FILE, 'utf8')).toBe(await generateTypes());
});

it('the generated types know what may be null or left out', () => {
  expectTypeOf<AwaitingPayment['customerConfirmedPaymentDate']>().toEqualTypeOf<string | null>();
  expectTypeOf<Session['expires_in']>().toEqualTypeOf<number>();
  expectTypeOf<RequestLoanRequest>().toHaveProperty('eligibilityAnswers');
});
