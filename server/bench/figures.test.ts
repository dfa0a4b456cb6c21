import { expect, it } from 'vitest';
import { comparison, withFigures } from './figures.ts';

const spread = (median: number) => ({ median, from: median - 1, to: median + 1 });

it('holds each figure against the first', () => {
  expect(comparison('a page', 'µs', { ours: spread(100), theirs: spread(150) })).toEqual({
    head: ['a page', 'µs', 'middle half', 'to the first'],
    rows: [
      ['ours', '100', '99 to 101', '1.00'],
      ['theirs', '150', '149 to 151', '1.50'],
    ],
  });
});

it('replaces the figures of a page and nothing else', () => {
  const figures = { head: ['what', 'µs'], rows: [['a page', '1']] };
  const page = 'a\n<!-- figures of npm run bench -->\nold\n<!-- end of the figures -->\nz\n';
  const once = withFigures(page, '2026-11-22', [figures]);
  expect(once).toContain('| what | µs |\n| --- | --- |\n| a page | 1 |');
  expect(once).not.toContain('old');
  expect([once.startsWith('a\n'), once.endsWith('\nz\n')]).toEqual([true, true]);
  expect(withFigures(once, '2026-11-22', [figures])).toBe(once);
  expect(() => withFigures('no place', '2026-11-22', [figures])).toThrow('no place');
});

it('leaves tables that were not measured with the day on which they were', () => {
  const table = (what: string, cost: string) => ({ head: [what, 'µs'], rows: [['it', cost]] });
  const place = '<!-- figures of npm run bench -->\n<!-- end of the figures -->';
  const both = withFigures(place, '2026-11-22', [table('a page', '1'), table('a login', '2')]);
  const later = withFigures(both, '2026-11-23', [table('a page', '3')]);
  expect(later).toContain('2026-11-23:\n\n| a page | µs |\n| --- | --- |\n| it | 3 |');
  expect(later).toContain('2026-11-22:\n\n| a login | µs |\n| --- | --- |\n| it | 2 |');
  expect(later).not.toContain('| it | 1 |');
});
