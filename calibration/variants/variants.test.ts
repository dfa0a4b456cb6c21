import { describe, expect, it } from 'vitest';
import { REGISTER } from '../../contract/register/index.ts';
import { SECTIONS } from '../../contract/sections/index.ts';
import { AXES, LENDING_RULE_VARIANTS, openOf, SINGLE_VARIANTS } from './index.ts';
import { lendingRules } from './loans/lending-rules.ts';
import { rateLimit } from './refusals.ts';
import type { Axis } from './variant.ts';

const axes = [...AXES, rateLimit, lendingRules];

/** Whether what an axis names leaves its point open. */
function leavesOpen(named: string, { choices }: Axis): boolean {
  const [, section] = /^section ([\d.]+): \S/.exec(named) ?? [];
  if (section !== undefined) {
    return SECTIONS.some(({ number }) => number === section);
  }
  const level = REGISTER.find(({ id }) => id === named)?.level;
  const isLeftAside = choices.some(({ warns = [] }) => warns.length > 0);
  return level === 'open' || (level === 'should' && isLeftAside);
}

describe('variants', () => {
  it.each(axes)('$id names what leaves it open', (axis) => {
    expect(axis.open).not.toEqual([]);
    expect(axis.open.filter((named) => !leavesOpen(named, axis))).toEqual([]);
  });

  it.each([
    ['a row that does not exist', 'PAY-999'],
    ['a must', 'PAY-1'],
    ['a recommendation that no choice leaves aside', 'PAY-44'],
    ['a section that does not exist', 'section 12.3: says nothing'],
    ['words', 'the design'],
  ])('may not name %s', (_what, named) => {
    expect(leavesOpen(named, { id: 'any', open: [], choices: [] })).toBe(false);
  });

  it('each stand in an axis, which says what leaves them open', () => {
    const silent = [...SINGLE_VARIANTS, ...LENDING_RULE_VARIANTS].filter(
      (variant) => openOf(variant).length === 0,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});
