import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../conformance/checks/index.ts';
import { GATED_KINDS } from '../calibrate.ts';
import type { Catch } from './calibration-case.ts';
import { caughtBy } from './stranger-cases.ts';

/** The first check of a level, as if it had failed. */
function failed(level: 'must' | 'should' | 'open'): Catch {
  const check = CHECKS.find((each) => each.level === level);
  if (!check) {
    throw new Error(`there is no check of the level ${level}`);
  }
  return { check: check.id, result: 'fail', requirements: [], message: 'it failed' };
}

describe('a situational fault', () => {
  it('is caught by checks of musts and shoulds', () => {
    const catches = [failed('must'), failed('should')];
    expect(caughtBy(catches, new Set())).toEqual(catches);
  });

  it('is not caught by what fails on the reference server too, nor by what is open', () => {
    const must = failed('must');
    expect(caughtBy([must, failed('open')], new Set([must.check]))).toEqual([]);
  });

  it('gates nothing unless it is asked for', () => {
    expect(GATED_KINDS).not.toContain('stranger');
  });
});
