import { describe, expect, it } from 'vitest';
import type { Classed } from './classes.ts';
import { compareClasses, toClassAgain } from './second-class.ts';

const classes: Classed[] = Array.from({ length: 70 }, (_, index) => ({
  ...{ key: `k${index}`, file: 'a.ts', original: `x > ${index}`, replacement: 'true' },
  ...{ class: index % 2 === 0 ? 'equivalent' : 'open', why: 'a reason that gives it away' },
}));

const mutants = classes.map(({ key, file, original, replacement }, index) => ({
  ...{ key, file, original, replacement, id: String(index), line: index + 1, operator: 'X' },
}));

describe('a second class', () => {
  it('is asked of fifty, without the first', () => {
    const asked = toClassAgain(classes, mutants, 1);
    expect(asked).toHaveLength(50);
    expect(asked.every((one) => one.class === '')).toBe(true);
    expect(asked.every(({ key, line }) => key === `k${line - 1}`)).toBe(true);
    expect(JSON.stringify(asked)).not.toMatch(/gives it away|equivalent/);
  });

  it('is not asked of what spoils the states hook', () => {
    const spoilt = classes.map((one) => ({ ...one, class: 'hook' as const }));
    expect(toClassAgain(spoilt, mutants, 1)).toEqual([]);
  });

  it('is held against the first', () => {
    const again = toClassAgain(classes, mutants, 1).map((one) => ({ ...one, class: 'open' }));
    const first = new Map(classes.map((one) => [one.key, one.class]));
    const alike = again.filter(({ key }) => first.get(key) === 'open').length;
    const { compared, agreed, disagreements, problems } = compareClasses(classes, again, 1);
    expect({ compared, agreed, problems }).toEqual({ compared: 50, agreed: alike, problems: [] });
    expect(disagreements).toHaveLength(50 - alike);
    expect(disagreements[0]).toMatchObject({ one: { class: 'equivalent' }, second: 'open' });
  });

  it('counts only where it is given', () => {
    const again = toClassAgain(classes, mutants, 1).map((one, index) => ({
      ...one,
      class: index === 0 ? 'perhaps' : 'open',
    }));
    const { compared, problems } = compareClasses(classes, again.slice(0, 49), 1);
    expect(compared).toBe(48);
    expect(problems).toHaveLength(2);
  });
});
