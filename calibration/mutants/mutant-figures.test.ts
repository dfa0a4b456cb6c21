import { describe, expect, it } from 'vitest';
import type { Classed } from './classes.ts';
import type { Judged } from './judge-mutants.ts';
import { mutantFigures, mutantsPage } from './mutant-figures.ts';

const whole = (key: string) => ({
  ...{ key, id: '1', file: 'a.ts', line: 1, operator: 'X', original: key, replacement: 'true' },
  durationMs: 1,
});
const by = { check: 'login.succeeds', result: 'fail' as const, requirements: [], message: 'no' };
const killed = (key: string): Judged => ({ ...whole(key), verdict: 'killed', by });
const survived = (key: string): Judged => ({ ...whole(key), verdict: 'survived' });
const classed = (key: string, name: Classed['class']): Classed => ({
  ...{ ...whole(key), class: name, section: '4.5', sentence: 'A sentence.', why: 'On page two.' },
});

const judged: Judged[] = [
  ...['a', 'b', 'c', 'false alarm', 'hook'].map(killed),
  ...['gap', 'open', 'equivalent'].map(survived),
  { ...whole('i'), verdict: 'invalid', why: 'login answered 500' },
  { ...whole('n'), verdict: 'not reached' },
];
const classes = [
  ...[classed('gap', 'breaks'), classed('open', 'open'), classed('equivalent', 'equivalent')],
  ...[classed('false alarm', 'open'), classed('mended', 'breaks'), classed('hook', 'hook')],
];

describe('the figures of mutants', () => {
  it('count each verdict and class once', () => {
    expect(mutantFigures(20, judged, classes)).toEqual({
      ...{ made: 20, judged: 10, notReached: 1, invalid: 2, valid: 7, killed: 4, falseAlarms: 1 },
      survived: { breaks: 1, open: 1, equivalent: 1, unclassed: 0 },
      killedPercent: 75,
    });
  });

  it('hold a survivor without a class against the suite', () => {
    const { killedPercent, survived: kinds } = mutantFigures(3, [killed('a'), survived('b')], []);
    expect({ killedPercent, unclassed: kinds.unclassed }).toEqual({
      ...{ killedPercent: 50, unclassed: 1 },
    });
  });

  it('are no percentage of nothing', () => {
    expect(mutantFigures(1, [survived('open')], classes).killedPercent).toBeNull();
  });

  it('stand on the page with the gaps that are left', () => {
    const page = mutantsPage(mutantFigures(20, judged, classes), { seed: 5, judged, classes });
    expect(page).toContain('10 of 20 mutants were judged, drawn with the seed 5');
    expect(page).toContain('| **killed, of those that break a sentence** | **75.0%** |');
    expect(page).toContain('`gap` → `true`\n  Section 4.5: “A sentence.” On page two.');
    expect(page).not.toContain('`mended`');
  });

  it('say how far a second reader agrees', () => {
    const one = classed('gap', 'breaks');
    const agreement = {
      compared: 2,
      agreed: 1,
      disagreements: [{ one, second: 'open' }],
      problems: [],
    };
    const page = mutantsPage(
      mutantFigures(20, judged, classes),
      { seed: 5, judged, classes },
      agreement,
    );
    expect(page).toContain('1 of 2 alike.');
    expect(page).toContain('first breaks, second open');
  });
});
