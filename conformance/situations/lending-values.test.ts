import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../check-context.ts';
import { applicationValues, repaymentFactors } from './lending-values.ts';
import type { Refusal } from './refusal.ts';
import type { Value } from './situation.ts';

/** A run in which checks passed, that knows what the target has taken: values that it need not, and fields. */
const knowing = (values: string[], fields: Record<string, unknown> = {}) =>
  ({
    passed: async () => true,
    state: async () => ({
      ...{ employmentStatus: 'EMPLOYED', eligibilityAnswers: [] },
      ...{ totalPayable: 5000, repaymentAmount: 500 },
    }),
    shared: async (key: string) =>
      key.startsWith('values')
        ? new Set(values)
        : new Map(Object.entries(fields).map(([name, value]) => [name, () => value])),
  }) as unknown as CheckContext;

const invalid = (values: readonly Value[]) =>
  values.flatMap(({ text, invalid: isInvalid, ways = [] }) => [
    ...(isInvalid ? [text] : []),
    ...ways.filter((way) => way.invalid).map((way) => way.text),
  ]);

describe('what varies in the body of an application', () => {
  it('may be refused until the target was seen to take it', async () => {
    expect(invalid(await applicationValues(knowing([])))).toEqual([
      'employed otherwise',
      'names in other letters',
    ]);
    const taken = ['employmentStatus SELF_EMPLOYED', 'names in other letters'];
    expect(invalid(await applicationValues(knowing(taken)))).toEqual([]);
  });
});

describe('what varies in the body of a repayment', () => {
  it('is as the target has taken it, beside what it may refuse', async () => {
    const { narration = [] } = await repaymentFactors(knowing([], { paymentNarration: 'June' }));
    const [, inTurn] = narration;
    expect(inTurn?.ways?.[0]).toEqual({
      text: 'a paymentNarration',
      body: { paymentNarration: 'June' },
    });
    expect(invalid(narration)).toEqual(['a narration in other letters']);
  });

  it('is firm once it was taken', async () => {
    const all = await repaymentFactors(
      knowing(['a paymentDate of years ago', 'a narration in other letters']),
    );
    expect(Object.values(all).flatMap(invalid)).toEqual([]);
  });

  /** What the amount is, and what is wrong besides, one after the other. */
  type Asked = Pick<Refusal, 'alsoWrong' | 'badToken'> & Pick<CheckContext, 'strength'>;
  const factorsOf = ({ strength, ...refusal }: Asked, taken: string[]) =>
    repaymentFactors({ ...knowing(taken), ...(strength && { strength }) }, refusal);
  const inTurnOf = async (taken: string[], asked: Asked = {}) =>
    (await factorsOf(asked, taken))['in turn'] ?? [];
  const textsOf = (values: readonly Value[]) =>
    values.map(({ text, ways }) => (ways ? ways.map((way) => way.text) : text));
  const CENTS = 'a repaymentAmount with cents';

  it('has cents in an amount that is whole, once the target has taken some', async () => {
    const [withCents] = await inTurnOf([CENTS]);
    const sent = [1500, -5, 0, 12.5, '7'].map(
      (repaymentAmount) => withCents?.change?.({ body: { repaymentAmount } }).body,
    );
    expect(sent).toEqual(
      [1500.37, -4.63, 0, 12.5, '7'].map((repaymentAmount) => ({ repaymentAmount })),
    );
    expect(textsOf(await inTurnOf([]))).toEqual(['']);
  });

  it('is all that is owed, where more is to meet and the amount is the usual one', async () => {
    const [amounts] = await inTurnOf([CENTS], { strength: 3 });
    const sent = [500, 0].map(
      (repaymentAmount) => amounts?.ways?.[0]?.change?.({ body: { repaymentAmount } }).body,
    );
    expect(sent).toEqual([{ repaymentAmount: 5000 }, { repaymentAmount: 0 }]);
  });

  it('is all that is owed beside a bad token and whoever sends it, where more is to meet', async () => {
    const factors = await factorsOf({ strength: 3, badToken: 'garbage' }, [CENTS]);
    expect(textsOf(factors.amount ?? [])).toEqual(['', 'the whole loan']);
    expect(textsOf(factors['in turn'] ?? [])).toEqual(['']);
  });

  it('is wrong in two things only where both are told alike', async () => {
    expect(textsOf(await inTurnOf([], { alsoWrong: true }))).toEqual([
      ["another's account", 'an amount of nothing', ''],
    ]);
  });

  it('is wrong in two things only beside the usual token: it would hide what another lets pass', async () => {
    const [beside] = await inTurnOf([], { alsoWrong: true });
    const [way] = beside?.ways ?? [];
    expect(way?.fits?.([{ text: 'dated otherwise' }])).toBe(true);
    for (const token of [
      { text: '', bearer: true },
      { text: '', ways: [{ text: '', apiToken: 'x' }] },
    ]) {
      expect(way?.fits?.([token])).toBe(false);
    }
  });
});
