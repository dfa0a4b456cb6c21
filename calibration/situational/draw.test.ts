import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { REGISTER } from '../../contract/register/index.ts';
import { AXES, agree, draw, faultNamed, fits, SITUATIONAL_SEED } from './draw.ts';
import { RULES } from './rules/index.ts';

const COUNT = 60;
const drawn = draw(SITUATIONAL_SEED, COUNT);
const idsOf = (faults: readonly { id: string }[]) => faults.map(({ id }) => id);

describe('the draw of situational faults', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(idsOf(draw(SITUATIONAL_SEED, COUNT))).toEqual(idsOf(drawn));
    expect(idsOf(draw(7, COUNT))).not.toEqual(idsOf(drawn));
  });

  it('goes on where a smaller one ends', () => {
    expect(idsOf(draw(SITUATIONAL_SEED, 2 * COUNT)).slice(0, COUNT)).toEqual(idsOf(drawn));
  });

  it('gives as many as are asked for, each once', () => {
    expect(new Set(idsOf(draw(SITUATIONAL_SEED, 320))).size).toBe(320);
  });

  it('needs three things together in a third of the faults', () => {
    expect(drawn.filter(({ things }) => things === 3)).toHaveLength(COUNT / 3);
  });

  it('has a fault of every endpoint', () => {
    const endpoints = new Set(draw(SITUATIONAL_SEED, 320).map(({ rule }) => rule.endpoint));
    expect([...endpoints].sort()).toEqual([...ENDPOINT_NAMES].sort());
  });

  it('can be made from the ids alone', () => {
    for (const fault of drawn) {
      expect(faultNamed(fault.id)).toMatchObject({ id: fault.id, breaks: fault.breaks });
    }
  });

  it.each([
    'portfolios.page-ignored',
    'portfolios.page-ignored@page=later',
    'portfolios.page-ignored@header=bearer+platform=WEB',
    'portfolios.nothing@header=bearer',
  ])('knows no fault %s', (id) => {
    expect(() => faultNamed(id)).toThrow(RangeError);
  });
});

describe('the rules', () => {
  it('have an id of their own each', () => {
    expect(new Set(idsOf(RULES)).size).toBe(RULES.length);
  });

  it.each(RULES)('$id breaks what the register has for its endpoint', ({ endpoint, breaks }) => {
    const binding = REGISTER.filter(
      ({ level, checked }) => level !== 'open' && checked === 'black-box',
    );
    const rows = breaks.map((id) => binding.find((row) => row.id === id));
    expect(rows).not.toContain(undefined);
    expect(rows.some((row) => row?.endpoints.includes(endpoint))).toBe(true);
  });

  it('all have a situation to be broken in', () => {
    expect(RULES.filter((rule) => !AXES.some((value) => fits(rule, value)))).toEqual([]);
  });
});

describe('values of axes', () => {
  it('name only values and axes that there are as those they cannot be with', () => {
    const names = new Set(AXES.flatMap(({ axis, value }) => [axis, `${axis}=${value}`]));
    const excluded = [...AXES, ...RULES].flatMap(({ without = [] }) => without);
    expect(excluded.filter((name) => !names.has(name))).toEqual([]);
  });

  it('do not agree with another of their axis', () => {
    const pairs = AXES.flatMap((one) => AXES.map((other) => [one, other] as const));
    expect(pairs.filter(([one, other]) => one.axis === other.axis && agree(one, other))).toEqual(
      [],
    );
  });
});
