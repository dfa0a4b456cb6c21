import { describe, expect, it } from 'vitest';
import type { Report } from '../report/report.ts';
import { sampleReport, sampleResults } from '../testing/sample-report.ts';
import { sideBySideView } from './side-by-side.ts';

type Changes = Parameters<typeof sampleResults>[0];

const reportOf = (changes: Changes = {}): Report =>
  sampleReport({ results: sampleResults(changes) });

const seeing = (value: string): Changes => ({
  'awaiting-payments.wrong-date': ['observed', { observations: [{ subject: 'status', value }] }],
});

/** How the requirement moved, and its two sides without markup. */
function pairOf(requirement: string, before: Changes, after: Changes) {
  const page = `${sideBySideView(reportOf(before), reportOf(after))}`;
  const item = new RegExp(`<li class="pair" id="${requirement}".*?</div></div></li>`, 's').exec(
    page,
  );
  const [move = ''] = /(?<=data-result=")[a-z]+/.exec(item?.[0] ?? '') ?? [];
  const [, sides = ''] = item?.[0].split('<div class="sides">') ?? [];
  return [
    move,
    sides
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ];
}

describe('two runs side by side', () => {
  const list = 'awaiting-payments.list';

  it.each<[move: string, before: Changes, after: Changes, sides: string]>([
    ['same', {}, {}, 'Before kept Now kept'],
    ['worse', {}, { [list]: ['fail', { message: 'No.' }] }, 'Before kept Now broken No.'],
    ['better', { [list]: ['fail', { message: 'No.' }] }, {}, 'Before broken No. Now kept'],
    ['worse', {}, { [list]: ['error', { message: 'Lost.' }] }, 'Before kept Now not tested Lost.'],
  ])('are %s where %j came to %j', (move, before, after, sides) => {
    expect(pairOf('PAY-1', before, after)).toEqual([move, sides]);
  });

  it('have changed where what is open is done otherwise', () => {
    expect(pairOf('PAY-5', seeing('422'), seeing('422'))[0]).toBe('same');
    expect(pairOf('PAY-5', seeing('422'), seeing('400'))).toEqual([
      'changed',
      'Before open status: 422 Now open status: 400',
    ]);
  });

  it('tell of a requirement that one version alone has', () => {
    const older = reportOf();
    const shorter = { ...older, coverage: older.coverage.slice(1) };
    expect(`${sideBySideView(shorter, older)}`).toContain('no such requirement');
    expect(`${sideBySideView(older, older)}`).not.toContain('no such requirement');
  });

  it('are not shown where a report has no coverage', () => {
    const { coverage: _, ...bare } = reportOf();
    expect(sideBySideView(bare, reportOf())).toBe('');
  });
});
