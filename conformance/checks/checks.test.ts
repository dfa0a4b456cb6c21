import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../../contract/capabilities.ts';
import { REGISTER, requirement } from '../../contract/register/index.ts';
import type { Check } from '../check.ts';
import { prerequisites } from '../engine/needs.ts';
import { CHECKS } from './index.ts';

const byId = new Map(CHECKS.map((check) => [check.id, check]));

/** Every check that a check builds on, however far down. */
function foundations(check: Check, seen = new Set<string>()): Set<string> {
  for (const id of prerequisites(check)) {
    const before = byId.get(id);
    if (before && !seen.has(id)) {
      seen.add(id);
      foundations(before, seen);
    }
  }
  return seen;
}

describe('the checks', () => {
  it('number at least 250', () => {
    expect(CHECKS.length).toBeGreaterThanOrEqual(250);
  });

  it('have unique ids of lower-case words', () => {
    expect(byId.size).toBe(CHECKS.length);
    const odd = CHECKS.filter(({ id }) => !/^[a-z][a-z-]*(\.[A-Za-z0-9_-]+)+$/.test(id));
    expect(odd.map(({ id }) => id)).toEqual([]);
  });

  it('have unique titles that state an outcome in under 80 characters', () => {
    const titles = CHECKS.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(
      titles.filter((title) => title.length >= 80 || /\bshould\b|test that/.test(title)),
    ).toEqual([]);
  });

  it('cite requirements of their own level, at least one', () => {
    const wrong = CHECKS.filter(
      ({ requirements, level }) =>
        requirements.length === 0 || requirements.some((id) => requirement(id).level !== level),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('run only by a capability that their requirements name', () => {
    const wrong = CHECKS.filter(
      ({ capability, requirements }) =>
        (capability !== undefined && !(capability in CAPABILITIES)) ||
        requirements.some((id) => requirement(id).capability !== capability),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('cover every requirement that a black-box check can judge', () => {
    const cited = new Set(CHECKS.flatMap(({ requirements }) => requirements));
    const forgotten = REGISTER.filter(
      ({ id, checked, sameAs }) => checked === 'black-box' && !sameAs && !cited.has(id),
    );
    expect(forgotten.map(({ id, level, text }) => `${id} ${level}: ${text}`)).toEqual([]);
  });

  it('build on checks that exist, never on themselves', () => {
    const unknown = CHECKS.flatMap((check) =>
      prerequisites(check)
        .filter((id) => !byId.has(id))
        .map((id) => `${check.id} -> ${id}`),
    );
    expect(unknown).toEqual([]);
    const circular = CHECKS.filter((check) => foundations(check).has(check.id));
    expect(circular.map(({ id }) => id)).toEqual([]);
  });

  it('run beside others only when everything they build on does', () => {
    const wrong = CHECKS.filter(
      (check) =>
        check.phase === undefined &&
        [...foundations(check)].some((id) =>
          ['sessions', 'logins'].includes(byId.get(id)?.phase ?? ''),
        ),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('that refuse something build on a positive twin', () => {
    const negative = CHECKS.filter(
      ({ id, level }) => level === 'must' && /refuses|forbids|authentication\./.test(id),
    ).filter(({ id }) => !id.startsWith('authentication.bearer.'));
    expect(negative.length).toBeGreaterThan(0);
    const alone = negative.filter((check) => prerequisites(check).length === 0);
    expect(alone.map(({ id }) => id)).toEqual([]);
  });
});
