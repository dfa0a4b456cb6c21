import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../conformance/checks/index.ts';
import { REGISTER, requirement } from '../../contract/register/index.ts';
import { FAULTS } from './index.ts';

const checks = new Map(CHECKS.map((check) => [check.id, check]));
const binding = CHECKS.filter(({ level }) => level !== 'open');

/** Whether a check is of a requirement: cites it, or what says the same. */
function isOf(check: string, broken: string): boolean {
  const { sameAs } = requirement(broken);
  const cited = checks.get(check)?.requirements ?? [];
  return cited.some((id) => id === broken || id === sameAs || requirement(id).sameAs === broken);
}

describe('the catalogue of faults', () => {
  it('holds at least 250, each under an id of its own', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(250);
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
  });

  it('breaks musts and shoulds that can be checked from outside', () => {
    const wrong = FAULTS.filter(({ breaks }) => {
      const { level, checked } = requirement(breaks);
      return level === 'open' || checked !== 'black-box';
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('names for each fault a check of the rule that it breaks', () => {
    const wrong = FAULTS.filter(({ breaks, caughtBy }) => !isOf(caughtBy, breaks));
    expect(wrong.map(({ id, breaks, caughtBy }) => `${id}: ${caughtBy} / ${breaks}`)).toEqual([]);
  });

  it('has a fault for every must and should that can be checked', () => {
    const broken = new Set(FAULTS.map(({ breaks }) => breaks));
    const forgotten = REGISTER.filter(
      ({ id, level, checked, sameAs }) =>
        level !== 'open' && checked === 'black-box' && !broken.has(sameAs ?? id),
    );
    expect(forgotten.map(({ id, text }) => `${id}: ${text}`)).toEqual([]);
  });

  it('has a fault for every check that can fail or warn', () => {
    const named = new Set(FAULTS.map(({ caughtBy }) => caughtBy));
    expect(binding.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('says in one sentence what each server does wrong, and why more than one check may fail', () => {
    const odd = FAULTS.filter(
      ({ how, alsoCaughtBy = [] }) =>
        !/^\S.+\.$/.test(how) ||
        alsoCaughtBy.some(({ checks: globs, because }) => globs.length === 0 || because === ''),
    );
    expect(odd.map(({ id, how }) => `${id}: ${how}`)).toEqual([]);
  });

  it('changes the server in every fault', () => {
    const idle = FAULTS.filter(
      ({ layers = [], dependencies }) => layers.length === 0 && !dependencies,
    );
    expect(idle.map(({ id }) => id)).toEqual([]);
  });
});
