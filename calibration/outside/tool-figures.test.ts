import { describe, expect, test } from 'vitest';
import { figuresText } from './document.ts';
import { figuresOf, type SubjectKind, type Trial, wilson } from './tool-figures.ts';

function trial(kind: SubjectKind, subject: string, seed: number, failures: string[]): Trial {
  return { tool: 't', kind, subject, group: 'tokens', seed, failures, seconds: 1, requests: 10 };
}

test('a share has the interval of Wilson', () => {
  const { low, high } = wilson(9, 60);
  expect(low).toBeCloseTo(0.081, 3);
  expect(high).toBeCloseTo(0.261, 3);
  expect(wilson(0, 10)).toMatchObject({ low: 0 });
  expect(wilson(0, 10).high).toBeCloseTo(0.278, 3);
});

describe('a fault is found', () => {
  test('by what the reference server does not show with the same seed', () => {
    const reference = [1, 2, 3].map((seed) => trial('reference', 'reference', seed, [`x${seed}`]));
    const same = [1, 2, 3].map((seed) => trial('fault', 'same', seed, [`x${seed}`]));
    const other = [1, 2, 3].map((seed) => trial('fault', 'other', seed, ['x1']));
    const { detected, raw, bySeed } = figuresOf([...reference, ...same, ...other]);
    expect(detected).toMatchObject({ count: 1, of: 2 });
    expect(bySeed).toEqual([0, 1, 1]);
    expect(raw).toBe(2);
  });

  test('by most of the seeds', () => {
    const reference = [1, 2, 3].map((seed) => trial('reference', 'reference', seed, []));
    const once = [['y'], [], []].map((found, index) => trial('fault', 'f', index + 1, found));
    expect(figuresOf([...reference, ...once]).detected.count).toBe(0);
  });

  test('without seeds, beyond what any run on the reference server shows', () => {
    const reference = [['x'], ['y'], []].map((found) => trial('reference', 'reference', 0, found));
    const faults = ['x', 'y', 'z'].map((found) => trial('fault', found, 0, [found]));
    expect(figuresOf([...reference, ...faults]).detected.count).toBe(1);
  });

  test('never by a run without a report', () => {
    const crashed = { ...trial('fault', 'f', 0, []), problem: 'no report' };
    const figures = figuresOf([trial('reference', 'reference', 0, []), crashed]);
    expect(figures).toMatchObject({ detected: { count: 0, of: 1 }, withoutReport: 1 });
  });
});

test('variants are blamed raw and beyond the reference server', () => {
  const { variants, blamedRaw, blamed, alarmsPerVariant } = figuresOf([
    trial('reference', 'reference', 0, ['x']),
    trial('variant', 'quiet', 0, ['x']),
    trial('variant', 'loud', 0, ['x', 'y', 'z']),
  ]);
  expect({ variants, blamedRaw, blamed, alarmsPerVariant }).toEqual({
    variants: 2,
    blamedRaw: 2,
    blamed: 1,
    alarmsPerVariant: 1,
  });
});

test('a tool that is missing is shown as not run, with the reason', () => {
  const setting = {
    ...{ date: '2026-11-21', seed: 1, faults: [], catalogue: 9, node: '24', cpus: 2 },
    variants: [],
  };
  const text = figuresText(setting, [{ name: 'Specmatic', missing: 'Java: not found' }]);
  expect(text).toContain('| Specmatic |  | not run: Java: not found |');
});
