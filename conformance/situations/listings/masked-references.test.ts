import { describe, expect, it } from 'vitest';
import { tellsMasked } from './masked-references.ts';

const listed = (searchablePaymentReference: string) => [{ id: '1', searchablePaymentReference }];

describe('references that somebody else is told', () => {
  it.each(['******1234', '•••1234', 'TRF-##34', 'TRF-00…', 'XXXX1234', '**********'])(
    'are masked where %s stands for letters',
    (told) => {
      expect(tellsMasked(listed(told), listed('TRF-001234'))).toBe(true);
    },
  );

  it.each(['TRF-001234', 'TRF-009999', '***-9999', 'TRF'])('are not where they are %s', (told) => {
    expect(tellsMasked(listed(told), listed('TRF-001234'))).toBe(false);
  });

  it('are not where all of them have such a letter', () => {
    expect(tellsMasked(listed('TRF*1234'), listed('TRF*1234'))).toBe(false);
  });

  it('are not known to be of payments that the customer is not listed', () => {
    expect(tellsMasked([{ id: '2', searchablePaymentReference: '***4' }], listed('TRF4'))).toBe(
      false,
    );
  });
});
