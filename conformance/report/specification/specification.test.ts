import { describe, expect, it } from 'vitest';
import type { Result } from '../../result.ts';
import { sampleFailures } from '../../testing/sample-failures.ts';
import {
  sampleConformantReport,
  sampleReport,
  sampleResults,
} from '../../testing/sample-report.ts';
import { evidenceOf } from '../html/evidence.ts';
import { renderHtml } from '../html/write-html.ts';
import { specificationView } from './specification.ts';

/** The text of the element of a requirement, without its markup. */
function itemOf(page: string, requirement: string): string {
  const [, item = ''] =
    new RegExp(`<li id="${requirement}"[^>]*>(.*?)</div></li>`, 's').exec(page) ?? [];
  return item
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const view = (changes: Parameters<typeof sampleResults>[0], waiting?: ReadonlySet<string>) =>
  `${specificationView(sampleReport({ results: sampleResults(changes) }), waiting)}`;

describe('the specification as the report', () => {
  it('has the sentence, and beside it the verdict of what is read out of it', () => {
    const page = view({ 'awaiting-payments.list': ['fail', { message: 'Expected 3, got 4.' }] });
    expect(page).toMatch(
      /<blockquote>Returns the awaiting payments[^<]*<\/blockquote><ul><li id="PAY-1"[^>]*data-result="broken"/,
    );
    expect(itemOf(page, 'PAY-1')).toMatch(
      /^broken The answer lists .* Expected 3, got 4\. PAY-1 must/,
    );
  });

  it.each<[word: string, requirement: string, check: string, result: Result]>([
    ['kept', 'PAY-1', 'awaiting-payments.list', 'pass'],
    ['not followed', 'PAY-4', 'awaiting-payments.date', 'warn'],
    ['not tested', 'PAY-1', 'awaiting-payments.list', 'not tested'],
    ['not visible', 'PAY-1', 'awaiting-payments.list', 'observed'],
    ['open', 'PAY-5', 'awaiting-payments.wrong-date', 'observed'],
    ['not applicable', 'TOK-1', 'api-token.lists', 'not applicable'],
  ])('says %s of %s where %s ended with %s', (word, requirement, check, result) => {
    const page = view({ [check]: [result, { message: 'This is why.' }] });
    expect(itemOf(page, requirement)).toMatch(new RegExp(`^${word} `));
    expect(itemOf(page, requirement).includes('This is why.')).toBe(
      ['not followed', 'not tested', 'not visible', 'not applicable'].includes(word),
    );
  });

  it('tells what was seen where it is open, and why nothing can be seen', () => {
    const observations = [{ subject: 'status of a wrong date', value: '422' }];
    const page = view({ 'awaiting-payments.wrong-date': ['observed', { observations }] });
    expect(itemOf(page, 'PAY-5')).toContain('status of a wrong date: 422');
    expect(itemOf(page, 'REP-1')).toMatch(/^not visible .* nothing outside the bank can see it/);
  });

  it('leads to the check that decided', () => {
    const changes = { 'portfolios.header.uuid-missing': ['fail'] } satisfies Record<
      string,
      [Result]
    >;
    const [item = ''] = /<li id="PAY-2".*?<\/li>/s.exec(view(changes)) ?? [];
    expect(item).toContain('href="#check-portfolios.header.uuid-missing"');
    expect(item).toContain('href="#run?q=PAY-2">and 1 more');
  });

  it('calls waiting what is yet to be decided', () => {
    expect(itemOf(view({}, new Set(['PAY-1'])), 'PAY-1')).toMatch(/^waiting /);
  });

  it('counts in its filter how statements stand, but not while some are yet to be decided', () => {
    const standings = (page: string) =>
      [...page.matchAll(/<button type="button" value="([^"]+)"[^>]*>[^<]*(?:<span>(\d+)<)?/g)].map(
        ([, word, number]) => [word, number],
      );
    const finished = standings(view({ 'awaiting-payments.list': ['fail'] }));
    expect(finished).toContainEqual(['broken', expect.stringMatching(/^[1-9]/)]);
    expect(finished.every(([, number]) => number !== undefined)).toBe(true);
    const underWay = standings(view({}, new Set(['PAY-1'])));
    expect(underWay.length).toBeGreaterThan(finished.length);
    expect(underWay.every(([, number]) => number === undefined)).toBe(true);
  });

  it('holds every requirement of the register once', () => {
    const report = sampleConformantReport();
    const ids = [...`${specificationView(report)}`.matchAll(/<li id="([A-Z]+-\d+)"/g)];
    expect(ids.map(([, id]) => id).sort()).toEqual(
      report.coverage.map(({ requirement }) => requirement).sort(),
    );
  });
});

describe('a page of 2,000 failures', () => {
  const report = sampleFailures(2_000);

  it('shows evidence as far as the page stays small, of each finding’s first check above all', () => {
    const evidence = evidenceOf(report);
    const shown = report.checks.filter((check) => evidence(check).exchanges.length > 0);
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.length).toBeLessThan(report.checks.length);
    expect(report.findings).toHaveLength(2_000);
    expect(shown.map(({ id }) => id)).toContain(report.findings[0]?.checks[0]);
    expect(
      shown.every((check) => evidence(check).exchanges.at(-1) === check.exchanges.at(-1)),
    ).toBe(true);
  });

  it('is at most 6 MB with all of them, and says where the rest is', () => {
    const page = renderHtml(report);
    expect(page.length).toBeLessThan(6_000_000);
    expect(page.match(/<details class="check problem"/g)).toHaveLength(2_000);
    expect(page).toContain('1,900 further findings');
    expect(page).toMatch(/5 exchanges and the replay in \d+ lines of this check in report\.json/);
  });

  it('shows fewer exchanges of each rather than none of some', () => {
    const some = { checks: report.checks.slice(0, 20), findings: [] };
    const evidence = evidenceOf(some, 2_000_000);
    const shown = some.checks.map((check) => evidence(check).exchanges.length);
    expect(shown).toEqual(some.checks.map(() => 3));
    const all = evidenceOf(some, 10_000_000);
    expect(some.checks.map((check) => all(check).exchanges.length)).toEqual(shown.map(() => 5));
  });
});
