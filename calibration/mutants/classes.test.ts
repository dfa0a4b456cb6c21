import { describe, expect, it } from 'vitest';
import { type Classed, classProblems } from './classes.ts';
import type { Judged } from './judge-mutants.ts';

const mutant = { key: 'k1', file: 'a.ts', original: 'x > 1', replacement: 'true' };
const whole = { ...mutant, id: '1', line: 1, operator: 'X' };
const survived: Judged = { ...whole, durationMs: 1, verdict: 'survived' };
const by = { check: 'login.succeeds', result: 'fail' as const, requirements: [], message: 'no' };
const killed: Judged = { ...whole, durationMs: 1, verdict: 'killed', by };
const breaks: Classed = {
  ...{ ...mutant, class: 'breaks', section: '4.5', why: 'on the second page' },
  sentence: 'Role CASHIER is not allowed to call it.',
};
const open: Classed = { ...mutant, class: 'open', choice: 'clock skew', why: 'not shown' };
const choices = '| open | what we do |\n| --- | --- |\n| clock skew        | 60 s |\n';

const problems = (classes: Classed[], judged: Judged[], mutants = [whole]) =>
  classProblems(classes, { mutants, judged, choices });

describe('the classes of survivors', () => {
  it.each([breaks, open])('may be $class', (classed) => {
    expect(problems([classed], [survived])).toEqual([]);
  });

  it('are wanted of every survivor, and only of survivors', () => {
    expect(problems([], [survived])).toEqual([expect.stringContaining('has no class')]);
    expect(problems([], [killed])).toEqual([]);
  });

  it('are stale once the source makes the mutant no more', () => {
    expect(problems([breaks], [], [])).toEqual([expect.stringContaining('stale')]);
  });

  it('may stay when the gap is mended', () => {
    expect(problems([breaks], [killed])).toEqual([]);
  });

  it('make a false alarm of what is blamed and breaks no sentence', () => {
    expect(problems([open], [killed])).toEqual([expect.stringContaining('login.succeeds')]);
  });

  it('make none where the states hook is at fault', () => {
    const hook: Classed = { ...mutant, class: 'hook', why: 'the token it gives has expired' };
    expect(problems([hook], [killed])).toEqual([]);
  });

  it('are given once', () => {
    expect(problems([open, breaks], [survived])).toEqual([expect.stringContaining('twice')]);
  });

  it.each([
    ['no sentence', { ...breaks, sentence: '' }, 'quotes none'],
    ['no section', { ...breaks, section: '' }, 'quotes none'],
    ['no row', { ...mutant, class: 'open' as const, why: 'not shown' }, 'cites neither'],
    ['a row that is not there', { ...open, choice: 'clock' }, 'does not have'],
    ['no reason', { ...mutant, class: 'equivalent' as const, why: '' }, 'no reason'],
  ])('with %s are refused', (_what, classed, reason) => {
    expect(problems([classed], [survived])).toEqual([expect.stringContaining(reason)]);
  });
});
