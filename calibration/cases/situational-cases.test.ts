import { describe, expect, it } from 'vitest';
import { GATED_KINDS } from '../calibrate.ts';
import { faultNamed } from '../situational/draw.ts';
import type { Catch } from './calibration-case.ts';
import { judgeSituational } from './situational-cases.ts';

const fault = faultNamed('portfolios.of-somebody-else@header=bearer');

const failed = (check: string, ...requirements: string[]): Catch => ({
  check,
  result: 'fail',
  requirements,
  message: 'it failed',
});

describe('a drawn fault', () => {
  it('is caught by a check that names a requirement which it breaks', () => {
    expect(judgeSituational(fault, [failed('one', 'PTF-3'), failed('two', 'PTF-6')])).toEqual({
      rule: 'portfolios.of-somebody-else',
      way: 'foreign-let-in',
      situation: ['header=bearer'],
      things: 2,
      breaks: ['PTF-6', 'PTF-22'],
      outcome: 'caught',
      caughtBy: ['two'],
      others: ['one'],
    });
  });

  it('is caught by one that names a requirement which says the same', () => {
    expect(judgeSituational(fault, [failed('one', 'AUT-25')]).outcome).toBe('caught');
  });

  it('is told apart where other rules fail only, and where none does', () => {
    const other = judgeSituational(fault, [failed('one', 'PTF-3')]);
    expect(other).toMatchObject({ outcome: 'caught by another rule only', others: ['one'] });
    expect(judgeSituational(fault, []).outcome).toBe('missed');
  });

  it('gates nothing unless it is asked for', () => {
    expect(GATED_KINDS).not.toContain('situational');
  });
});
